package io.cliquestream.worker.quota;

import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.failure.WorkerException;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/**
 * How much of what one tenant may have at a time on this worker. Tenants that have nothing take no
 * room here; beyond a bounded number of them, further ones share one account. Safe for use by
 * several threads.
 */
public final class Quotas {
  /** Whoever comes when too many tenants are known already. */
  private static final String OTHERS = "\0others";

  /** What there are quotas of. */
  public enum Resource {
    /** Jobs that have their graph and wait for a lane. */
    WAITING_JOBS("jobs waiting", "quotas.waiting-jobs"),
    /** Jobs that compute; a tenant at its limit waits, nothing fails. */
    RUNNING_JOBS("jobs running", "quotas.running-jobs"),
    /** Standing jobs of the partitions of this worker. */
    STANDING_JOBS("standing jobs", "quotas.standing-jobs"),
    /** Bytes of snapshots and deltas that are being put together. */
    ASSEMBLY_BYTES("bytes of snapshots in assembly", "quotas.assembly-bytes"),
    /** Graph versions. */
    VERSIONS("graph versions", "quotas.versions");

    private final String words;
    private final String setting;

    Resource(String words, String setting) {
      this.words = words;
      this.setting = setting;
    }
  }

  private final Map<Resource, Long> limits = new EnumMap<>(Resource.class);
  private final Map<Resource, Map<String, Long>> used = new EnumMap<>(Resource.class);
  private final int tenants;

  public Quotas(QuotaSettings settings) {
    limits.put(Resource.WAITING_JOBS, (long) settings.waitingJobs());
    limits.put(Resource.RUNNING_JOBS, (long) settings.runningJobs());
    limits.put(Resource.STANDING_JOBS, (long) settings.standingJobs());
    limits.put(Resource.ASSEMBLY_BYTES, settings.assemblyBytes().bytes());
    limits.put(Resource.VERSIONS, (long) settings.versions());
    tenants = settings.tenants();
    for (Resource resource : Resource.values()) {
      used.put(resource, new HashMap<>());
    }
  }

  /** For whom nothing is counted. */
  public static Quotas none() {
    return new Quotas();
  }

  private Quotas() {
    for (Resource resource : Resource.values()) {
      limits.put(resource, Long.MAX_VALUE);
      used.put(resource, new HashMap<>());
    }
    tenants = 0;
  }

  /** Most that one tenant may have. */
  public long limit(Resource resource) {
    return limits.get(resource);
  }

  /** Takes an amount if the tenant would not have more than its limit then. */
  public synchronized boolean tryTake(Resource resource, String tenant, long amount) {
    boolean fits = amount <= limit(resource) - used(resource, tenant);
    if (fits) {
      enter(resource, tenant, amount);
    }
    return fits;
  }

  /** What a tenant is told that would have more than its limit: QUOTA_EXCEEDED. */
  public synchronized WorkerException exceeded(Resource resource, String tenant) {
    return new WorkerException(
        FailureCode.FAILURE_CODE_QUOTA_EXCEEDED,
        "tenant '%s' has %d %s on this worker; %s grants one tenant %d"
            .formatted(
                tenant, used(resource, tenant), resource.words, resource.setting, limit(resource)));
  }

  /** Takes what cannot be refused any more. */
  public synchronized void enter(Resource resource, String tenant, long amount) {
    Map<String, Long> accounts = used.get(resource);
    accounts.merge(account(accounts, tenant), amount, Long::sum);
  }

  /** Gives back what was taken. */
  public synchronized void give(Resource resource, String tenant, long amount) {
    Map<String, Long> accounts = used.get(resource);
    long own = Math.min(amount, accounts.getOrDefault(tenant, 0L));
    lower(accounts, tenant, own);
    // The rest was taken while there were too many tenants.
    lower(accounts, OTHERS, amount - own);
  }

  private static void lower(Map<String, Long> accounts, String tenant, long amount) {
    accounts.computeIfPresent(tenant, (_, has) -> has <= amount ? null : has - amount);
  }

  /** What a tenant has. */
  public synchronized long used(Resource resource, String tenant) {
    Map<String, Long> accounts = used.get(resource);
    return accounts.getOrDefault(account(accounts, tenant), 0L);
  }

  private String account(Map<String, Long> accounts, String tenant) {
    return accounts.size() < tenants || accounts.containsKey(tenant) ? tenant : OTHERS;
  }
}
