package io.cliquestream.worker.jobs.admission;

import io.cliquestream.kernels.control.Claim;
import io.cliquestream.kernels.control.JobClass;
import io.cliquestream.worker.memory.HostMemory;
import io.cliquestream.worker.quota.Quotas;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What the line in front of the engines tells: who waits, for how long, and how good the
 * predictions are. Tenants are a label for the first {@value #TENANTS} that come; all others are
 * {@code other}.
 */
public final class AdmissionMetrics {
  /** Jobs in the line, by label {@code class}. */
  public static final String WAITING = "cliquestream.admission.waiting";

  /** Jobs on lanes, by label {@code class}. */
  public static final String RUNNING = "cliquestream.admission.running";

  /** From the line to the lane, by labels {@code class} and {@code tenant}. */
  public static final String WAIT_SECONDS = "cliquestream.admission.wait";

  /** Processor time of ended jobs, by label {@code tenant}. */
  public static final String COMPUTED_SECONDS = "cliquestream.admission.computed";

  /** Small jobs that became long ones, by label {@code outcome}: went on, or waits again. */
  public static final String DEMOTED = "cliquestream.admission.demoted";

  /** Measured over predicted processor time of ended jobs. */
  public static final String TIME_RATIO = "cliquestream.admission.time.ratio";

  /** Bytes set aside for jobs and graphs, by label {@code account}: heap or off-heap. */
  public static final String RESERVED = "cliquestream.memory.reserved";

  /** Most bytes of an account, by label {@code account}. */
  public static final String LIMIT = "cliquestream.memory.limit";

  /** Jobs refused by a quota of their tenant, by label {@code resource}. */
  public static final String REFUSED = "cliquestream.admission.refused";

  /** Predicted bytes of a job, by label {@code account}. */
  public static final String PREDICTED_BYTES = "cliquestream.admission.predicted.bytes";

  private static final int TENANTS = 20;

  private final MeterRegistry registry;
  private final Set<String> tenants = ConcurrentHashMap.newKeySet();
  private final DistributionSummary ratio;
  private final DistributionSummary heapBytes;
  private final DistributionSummary offHeapBytes;
  private final Map<Quotas.Resource, Counter> refusals = new EnumMap<>(Quotas.Resource.class);
  private final Counter wentOn;
  private final Counter waitsAgain;

  public AdmissionMetrics(MeterRegistry registry) {
    this.registry = registry;
    this.ratio =
        DistributionSummary.builder(TIME_RATIO)
            .description("Measured over predicted processor time of ended jobs")
            .register(registry);
    this.heapBytes = bytes("heap");
    this.offHeapBytes = bytes("off-heap");
    for (var resource : List.of(Quotas.Resource.WAITING_JOBS, Quotas.Resource.STANDING_JOBS)) {
      refusals.put(
          resource,
          Counter.builder(REFUSED)
              .description("Jobs refused by a quota of their tenant")
              .tag("resource", resource.name().toLowerCase(Locale.ROOT))
              .register(registry));
    }
    this.wentOn = demotions("went-on");
    this.waitsAgain = demotions("waits-again");
  }

  private DistributionSummary bytes(String account) {
    return DistributionSummary.builder(PREDICTED_BYTES)
        .description("Predicted host memory of a job")
        .tag("account", account)
        .register(registry);
  }

  private Counter demotions(String outcome) {
    return Counter.builder(DEMOTED)
        .description("Small jobs that turned out to be long ones")
        .tag("outcome", outcome)
        .register(registry);
  }

  /** Shows a scheduler and its accounts. */
  public void bind(JobScheduler<?> scheduler, HostMemory heap, HostMemory offHeap) {
    for (JobClass jobClass : JobClass.values()) {
      String label = label(jobClass);
      Gauge.builder(WAITING, scheduler, line -> line.waiting(jobClass))
          .description("Jobs that wait for a lane")
          .tag("class", label)
          .register(registry);
      Gauge.builder(RUNNING, scheduler, line -> line.running(jobClass))
          .description("Jobs on lanes")
          .tag("class", label)
          .register(registry);
    }
    bind("heap", heap);
    bind("off-heap", offHeap);
  }

  private void bind(String account, HostMemory memory) {
    Gauge.builder(RESERVED, memory, HostMemory::used)
        .description("Bytes set aside")
        .tag("account", account)
        .register(registry);
    Gauge.builder(LIMIT, memory, HostMemory::limit)
        .description("Most bytes that may be set aside")
        .tag("account", account)
        .register(registry);
  }

  private static String label(JobClass jobClass) {
    return jobClass.name().toLowerCase(Locale.ROOT);
  }

  private String tenant(Claim claim) {
    return tenantLabel(claim.tenant());
  }

  /** The label of a tenant: its name for the first {@value #TENANTS} that come. */
  public String tenantLabel(String tenant) {
    String name = tenant.isEmpty() ? "none" : tenant;
    if (tenants.contains(name)) {
      return name;
    }
    synchronized (tenants) {
      return tenants.size() < TENANTS && tenants.add(name) ? name : "other";
    }
  }

  /** A job that was refused because its tenant has as many as its quota grants. */
  public void refused(Quotas.Resource resource) {
    Counter refused = refusals.get(resource);
    if (refused != null) {
      refused.increment();
    }
  }

  void started(Claim claim, long waitNanos) {
    Timer.builder(WAIT_SECONDS)
        .description("From the line to the lane")
        .tag("class", label(claim.jobClass()))
        .tag("tenant", tenant(claim))
        .register(registry)
        .record(Duration.ofNanos(waitNanos));
  }

  void ended(Demand demand, long measuredNanos) {
    Timer.builder(COMPUTED_SECONDS)
        .description("Processor time of ended jobs")
        .tag("tenant", tenant(demand.claim()))
        .register(registry)
        .record(Duration.ofNanos(measuredNanos));
    ratio.record((double) measuredNanos / Math.max(1, demand.predictedNanos()));
    heapBytes.record((double) demand.bytes().heap());
    offHeapBytes.record((double) demand.bytes().offHeap());
  }

  void demoted(int onTheirLane, int displaced) {
    wentOn.increment(onTheirLane);
    waitsAgain.increment(displaced);
  }
}
