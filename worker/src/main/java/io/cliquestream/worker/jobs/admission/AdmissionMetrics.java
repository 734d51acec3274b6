package io.cliquestream.worker.jobs.admission;

import io.cliquestream.kernels.control.Claim;
import io.cliquestream.kernels.control.JobClass;
import io.cliquestream.worker.memory.HostMemory;
import io.cliquestream.worker.metrics.Metric;
import io.cliquestream.worker.metrics.WorkerMetrics;
import io.cliquestream.worker.quota.Quotas;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
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
  private static final int TENANTS = 20;

  private final WorkerMetrics meters;
  private final Set<String> tenants = ConcurrentHashMap.newKeySet();
  private final DistributionSummary ratio;
  private final DistributionSummary heapBytes;
  private final DistributionSummary offHeapBytes;
  private final Map<Quotas.Resource, Counter> refusals = new EnumMap<>(Quotas.Resource.class);
  private final Counter wentOn;
  private final Counter waitsAgain;

  public AdmissionMetrics(MeterRegistry registry) {
    this.meters = new WorkerMetrics(registry);
    this.ratio = meters.summary(Metric.ADMISSION_TIME_RATIO);
    this.heapBytes = meters.summary(Metric.ADMISSION_PREDICTED_BYTES, "account", "heap");
    this.offHeapBytes = meters.summary(Metric.ADMISSION_PREDICTED_BYTES, "account", "off-heap");
    for (var resource : List.of(Quotas.Resource.WAITING_JOBS, Quotas.Resource.STANDING_JOBS)) {
      String label = resource.name().toLowerCase(Locale.ROOT);
      refusals.put(resource, meters.counter(Metric.ADMISSION_REFUSED, "resource", label));
    }
    this.wentOn = meters.counter(Metric.ADMISSION_DEMOTED, "outcome", "went-on");
    this.waitsAgain = meters.counter(Metric.ADMISSION_DEMOTED, "outcome", "waits-again");
  }

  /** Shows a scheduler and its accounts. */
  public void bind(JobScheduler<?> scheduler, HostMemory heap, HostMemory offHeap) {
    for (JobClass jobClass : JobClass.values()) {
      String label = label(jobClass);
      meters.gauge(
          Metric.ADMISSION_WAITING, scheduler, line -> line.waiting(jobClass), "class", label);
      meters.gauge(
          Metric.ADMISSION_RUNNING, scheduler, line -> line.running(jobClass), "class", label);
    }
    bind("heap", heap);
    bind("off-heap", offHeap);
  }

  private void bind(String account, HostMemory memory) {
    meters.gauge(Metric.MEMORY_RESERVED, memory, HostMemory::used, "account", account);
    meters.gauge(Metric.MEMORY_LIMIT, memory, HostMemory::limit, "account", account);
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
    meters
        .sum(Metric.ADMISSION_WAIT, "class", label(claim.jobClass()), "tenant", tenant(claim))
        .record(Duration.ofNanos(waitNanos));
  }

  void ended(Demand demand, long measuredNanos) {
    meters
        .sum(Metric.ADMISSION_COMPUTED, "tenant", tenant(demand.claim()))
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
