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

/** The catalogue of the job service's metrics. */
public final class JobMetrics {
  /** Jobs now in each {@link JobState}, by label {@code state}. */
  public static final String JOBS = "cliquestream.jobs";

  /** Runs that ended, by labels {@code algorithm} and {@code status}. */
  public static final String JOBS_ENDED = "cliquestream.jobs.ended";

  /** Runs that ended with a failure, by labels {@code code} and {@code tenant}. */
  public static final String JOBS_FAILED = "cliquestream.jobs.failed";

  /** Records whose job id was answered before. */
  public static final String DUPLICATES = "cliquestream.jobs.duplicates";

  /** Records sent to the dead-letter topic. */
  public static final String DEAD_LETTERS = "cliquestream.jobs.dead.letters";

  /** Jobs taken from the topic and not yet answered. */
  public static final String IN_FLIGHT = "cliquestream.jobs.in.flight";

  /** From arrival to the lane. */
  public static final String QUEUE_SECONDS = "cliquestream.jobs.queue";

  /** Building, or waiting for, orientations. */
  public static final String PREPARE_SECONDS = "cliquestream.jobs.prepare";

  /** The algorithm itself. */
  public static final String COMPUTE_SECONDS = "cliquestream.jobs.compute";

  /** From acting on a cancel request to the engine's letting go of the running job. */
  public static final String CANCEL_SECONDS = "cliquestream.jobs.cancel";

  /** From the end of the computation to the committed transaction. */
  public static final String PUBLISH_SECONDS = "cliquestream.jobs.publish";

  /** Transactions by label {@code outcome}: committed or aborted. */
  public static final String TRANSACTIONS = "cliquestream.transactions";

  /** Duration of committed transactions. */
  public static final String TRANSACTION_SECONDS = "cliquestream.transactions.commit";

  /** Outcomes that shared one transaction. */
  public static final String TRANSACTION_JOBS = "cliquestream.transactions.jobs";

  /** Runs of standing jobs that ended well, by label {@code answer}: how it was found. */
  public static final String STANDING_RUNS = "cliquestream.standing.runs";

  /** Graphs of standing jobs that are kept as they evolve. */
  public static final String EVOLVING_GRAPHS = "cliquestream.standing.graphs";

  /** Alerts, by label {@code kind}. */
  public static final String ALERTS = "cliquestream.alerts";

  /** Records of the jobs topic not yet taken, by label {@code partition}. */
  public static final String LAG = "cliquestream.jobs.lag";

  private record Lag(AtomicLong records, Gauge gauge) {}

  private final MeterRegistry registry;
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
    this.registry = registry;
    this.traces = traces;
    this.admission = new AdmissionMetrics(registry);
    for (JobState state : JobState.values()) {
      var count = new AtomicInteger();
      jobs.put(state, count);
      if (state != JobState.ENDED) {
        Gauge.builder(JOBS, count, AtomicInteger::get)
            .description("Jobs in each state")
            .tag("state", state.name().toLowerCase(Locale.ROOT))
            .register(registry);
      }
    }
    Gauge.builder(IN_FLIGHT, inFlight, AtomicInteger::get)
        .description("Jobs taken from the topic and not yet answered")
        .register(registry);
    this.duplicates = counter(DUPLICATES, "Job records whose id was answered before");
    this.deadLetters =
        counter(DEAD_LETTERS, "Records of jobs and control sent to the dead-letter topic");
    this.allDeadLetters = new WorkerMetrics(registry).counter(Metric.DEAD_LETTERS, "topic", "jobs");
    this.committed = counter(TRANSACTIONS, "Transactions by outcome", "outcome", "committed");
    this.aborted = counter(TRANSACTIONS, "Transactions by outcome", "outcome", "aborted");
    this.queue = histogram(QUEUE_SECONDS, "Time from a job's arrival to its lane");
    this.prepare = histogram(PREPARE_SECONDS, "Time to build, or wait for, orientations");
    this.compute = histogram(COMPUTE_SECONDS, "Time of the algorithms themselves");
    this.cancel =
        histogram(CANCEL_SECONDS, "Time from a cancel request to the engine's letting go");
    this.publish = histogram(PUBLISH_SECONDS, "Time from the end of a computation to its commit");
    this.transaction = histogram(TRANSACTION_SECONDS, "Duration of committed transactions");
    for (String answer : List.of("unchanged", "incremental", "recounted", "started", "computed")) {
      standingRuns.put(
          answer,
          counter(
              STANDING_RUNS,
              "Runs of standing jobs that ended well, by how their answer was found",
              "answer",
              answer));
    }
    for (AlertKind kind : AlertKind.values()) {
      String label = kind.name().replace("ALERT_KIND_", "").toLowerCase(Locale.ROOT);
      if (kind != AlertKind.ALERT_KIND_UNSPECIFIED && kind != AlertKind.UNRECOGNIZED) {
        alerts.put(kind, counter(ALERTS, "Alerts by kind", "kind", label));
      }
    }
    this.transactionJobs =
        DistributionSummary.builder(TRANSACTION_JOBS)
            .description("Outcomes that shared one transaction")
            .register(registry);
  }

  private Counter counter(String name, String description, String... tags) {
    return Counter.builder(name).description(description).tags(tags).register(registry);
  }

  private Timer histogram(String name, String description) {
    return Timer.builder(name)
        .description(description)
        .publishPercentileHistogram()
        .minimumExpectedValue(Duration.ofMillis(1))
        .maximumExpectedValue(Duration.ofHours(1))
        .register(registry);
  }

  /** Makes meters of the worker's catalogue beside these. */
  public WorkerMetrics meters() {
    return new WorkerMetrics(registry);
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
      var _ = registry.remove(gone.gauge());
    }
  }

  private Lag addLag(int partition) {
    var records = new AtomicLong();
    return new Lag(
        records,
        Gauge.builder(LAG, records, AtomicLong::get)
            .description("Records of the jobs topic not yet taken, by partition")
            .tag("partition", Integer.toString(partition))
            .register(registry));
  }

  /** A run of a standing job ended well; its alerts are about to be committed. */
  public void stood(String answer, List<Alert> told) {
    standingRuns.getOrDefault(answer, standingRuns.get("computed")).increment();
    told.forEach(alert -> alerts.get(alert.getKind()).increment());
  }

  /** Shows how many graphs are kept as they evolve. */
  public void evolvingGraphs(IntSupplier count) {
    Gauge.builder(EVOLVING_GRAPHS, count, IntSupplier::getAsInt)
        .description("Graphs of standing jobs that are kept as they evolve")
        .register(registry);
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
    counter(
            JOBS_ENDED,
            "Runs that ended, by algorithm and status",
            "algorithm",
            algorithm,
            "status",
            label(result.getStatus()))
        .increment();
    if (result.hasFailure()) {
      counter(
              JOBS_FAILED,
              "Runs that ended with a failure, by its code",
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
