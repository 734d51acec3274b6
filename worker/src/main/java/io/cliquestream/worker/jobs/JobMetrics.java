package io.cliquestream.worker.jobs;

import io.cliquestream.contract.Failures;
import io.cliquestream.kernels.control.Phase;
import io.cliquestream.v1.Alert;
import io.cliquestream.v1.AlertKind;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.JobStatus;
import io.cliquestream.worker.jobs.admission.AdmissionMetrics;
import io.cliquestream.worker.metrics.Metric;
import io.cliquestream.worker.metrics.WorkerMetrics;
import io.cliquestream.worker.trace.JobTraces;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;

/** The meters of the job service. */
public final class JobMetrics {
  private static final Duration LONGEST = Duration.ofHours(1);

  private record Lag(AtomicLong records, Gauge gauge) {}

  private final WorkerMetrics meters;
  private final JobTraces traces;
  private final AdmissionMetrics admission;
  private final Map<JobState, AtomicInteger> jobs = new EnumMap<>(JobState.class);
  private final Map<Integer, Lag> lags = new ConcurrentHashMap<>();
  private final AtomicInteger inFlight = new AtomicInteger();
  private final Map<String, Counter> standingRuns = new HashMap<>();
  private final Map<AlertKind, Counter> alerts = new EnumMap<>(AlertKind.class);
  private final Counter duplicates;
  private final Counter deadLetters;

  /** One family for all dead letters, with those of the graphs topic. */
  private final Counter allDeadLetters;

  private final Counter committed;
  private final Counter aborted;
  private final Timer queue;
  private final Timer prepare;
  private final Timer compute;
  private final Timer cancel;
  private final Timer publish;
  private final Timer transaction;
  private final DistributionSummary transactionJobs;

  /**
   * @param traces of the same runs that are measured
   */
  public JobMetrics(MeterRegistry registry, JobTraces traces) {
    this.meters = new WorkerMetrics(registry);
    this.traces = traces;
    this.admission = new AdmissionMetrics(registry);
    for (JobState state : JobState.values()) {
      var count = new AtomicInteger();
      jobs.put(state, count);
      if (state != JobState.ENDED) {
        meters.gauge(
            Metric.JOBS, count, AtomicInteger::get, "state", state.name().toLowerCase(Locale.ROOT));
      }
    }
    meters.gauge(Metric.JOBS_IN_FLIGHT, inFlight, AtomicInteger::get);
    this.duplicates = meters.counter(Metric.JOBS_DUPLICATES);
    this.deadLetters = meters.counter(Metric.JOBS_DEAD_LETTERS);
    this.allDeadLetters = meters.counter(Metric.DEAD_LETTERS, "topic", "jobs");
    this.committed = meters.counter(Metric.TRANSACTIONS, "outcome", "committed");
    this.aborted = meters.counter(Metric.TRANSACTIONS, "outcome", "aborted");
    this.queue = meters.timer(Metric.JOBS_QUEUE, LONGEST);
    this.prepare = meters.timer(Metric.JOBS_PREPARE, LONGEST);
    this.compute = meters.timer(Metric.JOBS_COMPUTE, LONGEST);
    this.cancel = meters.timer(Metric.JOBS_CANCEL, LONGEST);
    this.publish = meters.timer(Metric.JOBS_PUBLISH, LONGEST);
    this.transaction = meters.timer(Metric.TRANSACTION_COMMIT, LONGEST);
    this.transactionJobs = meters.summary(Metric.TRANSACTION_JOBS);
    for (String answer : List.of("unchanged", "incremental", "recounted", "started", "computed")) {
      standingRuns.put(answer, meters.counter(Metric.STANDING_RUNS, "answer", answer));
    }
    for (AlertKind kind : AlertKind.values()) {
      String label = kind.name().replace("ALERT_KIND_", "").toLowerCase(Locale.ROOT);
      if (kind != AlertKind.ALERT_KIND_UNSPECIFIED && kind != AlertKind.UNRECOGNIZED) {
        alerts.put(kind, meters.counter(Metric.ALERTS, "kind", label));
      }
    }
  }

  /** Makes meters of the worker's catalogue beside these. */
  public WorkerMetrics meters() {
    return meters;
  }

  /** Where runs are traced. */
  public JobTraces traces() {
    return traces;
  }

  /** Those of the line in front of the engines. */
  public AdmissionMetrics admission() {
    return admission;
  }

  public void entered(JobState state) {
    jobs.get(state).incrementAndGet();
  }

  public void left(JobState state) {
    jobs.get(state).decrementAndGet();
  }

  public void inFlight(int count) {
    inFlight.set(count);
  }

  public void lag(int partition, long records) {
    lags.computeIfAbsent(partition, this::addLag).records().set(records);
  }

  /** The partition is another worker's: its last value here would mislead. */
  public void forgetLag(int partition) {
    Lag gone = lags.remove(partition);
    if (gone != null) {
      meters.remove(gone.gauge());
    }
  }

  private Lag addLag(int partition) {
    var records = new AtomicLong();
    return new Lag(
        records,
        meters.gauge(
            Metric.JOBS_LAG, records, AtomicLong::get, "partition", Integer.toString(partition)));
  }

  /** A run of a standing job ended well; its alerts are about to be committed. */
  public void stood(String answer, List<Alert> told) {
    standingRuns.getOrDefault(answer, standingRuns.get("computed")).increment();
    told.forEach(alert -> alerts.get(alert.getKind()).increment());
  }

  /** Shows how many graphs are kept as they evolve. */
  public void evolvingGraphs(IntSupplier count) {
    meters.gauge(Metric.STANDING_GRAPHS, count, IntSupplier::getAsInt);
  }

  public void duplicate() {
    duplicates.increment();
  }

  public void deadLetter() {
    deadLetters.increment();
    allDeadLetters.increment();
  }

  public void queued(long nanos) {
    queue.record(Duration.ofNanos(nanos));
  }

  public void computed(long prepareNanos, long computeNanos) {
    prepare.record(Duration.ofNanos(prepareNanos));
    compute.record(Duration.ofNanos(computeNanos));
  }

  public void cancelled(long nanos) {
    cancel.record(Duration.ofNanos(nanos));
  }

  public void published(long nanos) {
    publish.record(Duration.ofNanos(nanos));
  }

  public void ended(String algorithm, JobResult result) {
    meters
        .counter(Metric.JOBS_ENDED, "algorithm", algorithm, "status", label(result.getStatus()))
        .increment();
    if (result.hasFailure()) {
      meters
          .counter(
              Metric.JOBS_FAILED,
              "code",
              code(result),
              "tenant",
              admission.tenantLabel(result.getTenant()))
          .increment();
    }
  }

  /** A status as metrics and traces show it. */
  public static String label(JobStatus status) {
    return status.name().replace("JOB_STATUS_", "").toLowerCase(Locale.ROOT);
  }

  /** The same for what an engine is at. */
  public static String label(Phase phase) {
    return phase.name().toLowerCase(Locale.ROOT);
  }

  /** The code of a result's failure, of those that the contract has; empty for none. */
  public static String code(JobResult result) {
    return result.hasFailure() ? Failures.nameOf(result.getFailure().getCode()) : "";
  }

  public void committed(int outcomes, long nanos) {
    committed.increment();
    transactionJobs.record(outcomes);
    transaction.record(Duration.ofNanos(nanos));
  }

  public void aborted() {
    aborted.increment();
  }
}
