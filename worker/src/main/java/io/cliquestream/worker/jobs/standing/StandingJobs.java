package io.cliquestream.worker.jobs.standing;

import io.cliquestream.v1.Alert;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.VersionSelector;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.graphs.GraphStore;
import io.cliquestream.worker.graphs.VersionHold;
import io.cliquestream.worker.jobs.JobMeans;
import io.cliquestream.worker.jobs.JobServiceSettings;
import io.cliquestream.worker.jobs.admission.AdmittedJob;
import io.cliquestream.worker.jobs.admission.JobAdmission;
import io.cliquestream.worker.jobs.change.EvolvingGraphs;
import io.cliquestream.worker.jobs.change.StandingAnswer;
import io.cliquestream.worker.jobs.change.StandingOutcome;
import io.cliquestream.worker.jobs.control.ControlDeadLetters;
import io.cliquestream.worker.jobs.control.RecentCancels;
import io.cliquestream.worker.jobs.exchange.ArrivedRecord;
import io.cliquestream.worker.jobs.exchange.Outcome;
import io.cliquestream.worker.jobs.exchange.Provenance;
import io.cliquestream.worker.jobs.partition.Partition;
import io.cliquestream.worker.jobs.partition.PartitionGuest;
import io.cliquestream.worker.jobs.run.ActiveJob;
import io.cliquestream.worker.jobs.run.JobAnswers;
import io.cliquestream.worker.jobs.run.JobRuns;
import io.cliquestream.worker.jobs.state.PartitionMemory;
import io.cliquestream.worker.jobs.state.StandingDefinition;
import io.cliquestream.worker.jobs.state.StandingState;
import io.cliquestream.worker.out.ResultRecords;
import io.cliquestream.worker.trace.RunTrace;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Runs jobs again and again: on every version of their graph that becomes usable after they were
 * registered, in ascending order, or every so many milliseconds, the first time at once.
 *
 * <p>The record of a standing job is answered by its definition, committed to the state topic with
 * the record's offset. Each run commits its result together with the definition's next state (run
 * number, newest version done), so that a successor neither repeats nor skips a run. At most one
 * run of a job is under way; a period that ends during a run is skipped. A version is held from
 * when it appears until its run has it; a job may choose to skip to the latest, and its result says
 * what was skipped. A cancel counts whatever the job is at: it is asked for before every run and
 * after each. Confined to the coordinator's event loop.
 */
public final class StandingJobs implements PartitionGuest {
  private static final RegisteredJob.Waiting BY_THE_CLOCK =
      new RegisteredJob.Waiting(0, Optional.empty());

  private final JobMeans means;
  private final Vertx vertx;
  private final Context context;
  private final JobServiceSettings settings;
  private final GraphStore graphs;
  private final BooleanSupplier hasAlerts;
  private final JobAdmission admission;
  private final RecentCancels cancels;
  private final ControlDeadLetters controlDeadLetters;
  private final JobAnswers answers;
  private final JobRuns runs;
  private final ResultRecords records;
  private final EvolvingGraphs evolving;
  private final int stateRecordBytes;

  private final PreparedVersions prepared;
  private final StandingTable jobs = new StandingTable();
  private final StandingRegistration registration;

  /**
   * @param records makes alerts
   * @param evolving the graphs of standing jobs
   * @param hasAlerts whether there is a topic of alerts
   * @param stateRecordBytes that the state topic takes in one record
   * @param outcomes takes what is to be committed
   */
  public StandingJobs(
      JobMeans means,
      JobAdmission admission,
      RecentCancels cancels,
      ControlDeadLetters controlDeadLetters,
      JobAnswers answers,
      JobRuns runs,
      ResultRecords records,
      EvolvingGraphs evolving,
      BooleanSupplier hasAlerts,
      int stateRecordBytes,
      Consumer<Outcome> outcomes) {
    this.means = means;
    this.vertx = means.vertx();
    this.context = means.context();
    this.settings = means.settings();
    this.graphs = means.graphs();
    this.hasAlerts = hasAlerts;
    this.admission = admission;
    this.cancels = cancels;
    this.controlDeadLetters = controlDeadLetters;
    this.answers = answers;
    this.runs = runs;
    this.records = records;
    this.evolving = evolving;
    this.stateRecordBytes = stateRecordBytes;
    this.prepared = new PreparedVersions(graphs, settings.jobs().waitingVersions());
    this.registration =
        new StandingRegistration(
            settings.jobs().standingJobs(),
            settings.quotas().standingJobs(),
            stateRecordBytes,
            hasAlerts,
            context,
            graphs,
            evolving,
            answers,
            jobs,
            means.metrics().admission(),
            outcomes,
            this::versionDue,
            this::goLive);
    graphs.onVersion(this::versionAppeared);
  }

  public static boolean isStanding(JobRequest request) {
    return request.getTrigger().getEveryVersion() || request.getTrigger().hasEveryMillis();
  }

  // --- Partitions ----------------------------------------------------------------------------

  @Override
  public void preparing(int partition, PartitionMemory memory) {
    prepared.expect(partition, memory);
  }

  @Override
  public void unprepared(int partition) {
    prepared.end(partition);
  }

  /** Knows the standing jobs of a partition from here on, so that no version escapes them. */
  @Override
  public void restoring(Partition partition) {
    jobs.open(partition);
    for (StandingDefinition definition : partition.memory().standing()) {
      var job = new RegisteredJob(partition, definition, new StandingAnswer(evolving));
      jobs.add(job);
      graphs.usable(job.graphId()).forEach(version -> keepBase(job, version));
      if (job.isOnEveryVersion()) {
        // Of a partition that was prepared they came before this; later ones are told of.
        graphs.usable(job.graphId()).forEach(version -> versionDue(job, version));
      }
    }
    prepared.end(partition.number());
  }

  /** The partition's graphs are there: runs may start. */
  @Override
  public void active(Partition partition) {
    for (RegisteredJob job : jobs.all(partition)) {
      cancels
          .refused(job.definition().request())
          .forEach(cancel -> controlDeadLetters.refused(partition, cancel));
      goLive(job);
    }
  }

  @Override
  public void gone(Partition partition) {
    prepared.end(partition.number());
    List<RegisteredJob> left = jobs.close(partition);
    left.forEach(this::pause);
    left.forEach(this::forgetGraph);
  }

  /** Starts no further run. */
  public void drain() {
    jobs.all().forEach(this::pause);
  }

  /** Ends a job here: nothing of it is kept. */
  void remove(RegisteredJob job) {
    pause(job);
    jobs.remove(job);
    forgetGraph(job);
  }

  /** A graph that nobody stands on need not be kept as it evolves. */
  private void forgetGraph(RegisteredJob gone) {
    if (jobs.all().stream().noneMatch(job -> job.graphId().equals(gone.graphId()))) {
      evolving.forget(gone.graphId());
    }
  }

  private void pause(RegisteredJob job) {
    job.live(false);
    if (job.timer() >= 0) {
      vertx.cancelTimer(job.timer());
      job.timer(-1);
    }
  }

  /** Whether a job is being registered. */
  public boolean isRegistering(Partition partition, String jobId) {
    return jobs.registering(partition).has(jobId);
  }

  /**
   * Has a record wait while a standing job before it is being registered on the same graph.
   *
   * @return false when there is none
   */
  public boolean await(Partition partition, String graphId, Runnable record) {
    return jobs.registering(partition).await(graphId, record);
  }

  /** Registers a standing job; only versions newer than the latest one count for it. */
  public void register(
      Partition partition, ArrivedRecord arrival, JobRequest request, RunTrace spans) {
    registration.register(partition, arrival, request, spans);
  }

  // --- Runs ----------------------------------------------------------------------------------

  private void goLive(RegisteredJob job) {
    if (!jobs.contains(job) || runs.isDraining()) {
      return;
    }
    job.live(true);
    cancels.reason(job.definition().request()).ifPresent(job::cancel);
    if (endIfCancelled(job)) {
      return;
    }
    JobRequest request = job.definition().request();
    if (request.getTrigger().hasEveryMillis()) {
      long period = request.getTrigger().getEveryMillis();
      long due = job.definition().lastStartEpochMillis() + period - System.currentTimeMillis();
      schedule(job, Math.clamp(due, 1, period));
    }
    runNext(job);
  }

  private void schedule(RegisteredJob job, long delay) {
    JobRequest request = job.definition().request();
    job.timer(
        vertx.setTimer(
            delay,
            _ -> {
              if (job.live()) {
                schedule(job, request.getTrigger().getEveryMillis());
                if (job.running().isEmpty()) {
                  run(job, request, BY_THE_CLOCK);
                }
              }
            }));
  }

  /** Called on the graph store's threads: the version is held before it can go. */
  private void versionAppeared(String graphId, long version) {
    prepared.appeared(graphId, version);
    if (jobs.follows(graphId)) {
      Optional<VersionHold> hold = graphs.hold(graphId, version);
      context.runOnContext(
          _ -> {
            versionDue(graphId, version);
            hold.ifPresent(VersionHold::close);
          });
    }
  }

  private void versionDue(String graphId, long version) {
    for (RegisteredJob job : jobs.all()) {
      if (job.graphId().equals(graphId)) {
        keepBase(job, version);
        if (job.isOnEveryVersion()) {
          versionDue(job, version);
        }
      }
    }
  }

  /** Of a job that another worker ran before: the version it stands on comes in again. */
  private void keepBase(RegisteredJob job, long version) {
    if (job.lacksBase(version)) {
      job.base(graphs.hold(job.graphId(), version));
    }
  }

  private void versionDue(RegisteredJob job, long version) {
    if (job.isNew(version)) {
      job.due(
          new RegisteredJob.Waiting(version, graphs.hold(job.graphId(), version)),
          settings.jobs().waitingVersions());
      runNext(job);
    }
  }

  private static VersionSelector exact(long version) {
    return VersionSelector.newBuilder().setExact(version).build();
  }

  private void runNext(RegisteredJob job) {
    if (job.live() && job.running().isEmpty()) {
      job.nextVersion()
          .ifPresent(
              next ->
                  run(
                      job,
                      job.definition().request().toBuilder()
                          .setVersion(exact(next.version()))
                          .build(),
                      next));
    }
  }

  private void run(RegisteredJob job, JobRequest request, RegisteredJob.Waiting version) {
    AdmittedJob admitted;
    try {
      admitted = admission.admit(request, job.partition().number(), System.currentTimeMillis());
    } catch (WorkerException e) {
      version.letGo();
      end(job, e.code(), e.getMessage());
      return;
    }
    var run =
        new ActiveJob(
            request,
            admitted,
            job.partition(),
            Outcome.NO_OFFSET,
            Provenance.INHERITED,
            job.definition().nextRun(),
            new StandingRun(this, job, version.version()),
            Optional.empty(),
            means.metrics().traces().due(request, job.definition().nextRun()),
            System.nanoTime(),
            means.metrics());
    job.running(run);
    job.runsOn(version.hold());
    var _ = runs.begin(run);
  }

  /** A run is committed: the next one may start. */
  void committed(RegisteredJob job) {
    if (jobs.contains(job) && !endIfCancelled(job)) {
      runNext(job);
    }
  }

  // --- What runs ask for ---------------------------------------------------------------------

  /** Whether there is a topic of alerts. */
  boolean hasAlerts() {
    return hasAlerts.getAsBoolean();
  }

  /** Where versions are leased and held. */
  GraphStore graphs() {
    return graphs;
  }

  /** Most bytes of an answer's state that are left to the next worker. */
  int stateBytes() {
    return (int) Math.min(settings.jobs().standingStateBytes().bytes(), stateRecordBytes);
  }

  /** Most bytes of the alerts of one run. */
  long alertBytes() {
    return settings.jobs().resultBytes().bytes();
  }

  /** How long a lane waits for the version that a job stands on. */
  Duration baseWait() {
    return settings.requestTimeout();
  }

  /** A state that the state topic takes; what the compute library keeps is left out first. */
  StandingState fitting(StandingState state) {
    return state.answer().isPresent() && state.bytes().length > stateRecordBytes
        ? state.withoutAnswer()
        : state;
  }

  /** The record of an alert; from a lane. */
  ProducerRecord<byte[], byte[]> record(Alert alert, Optional<byte[]> trace) {
    return records.alert(alert, trace);
  }

  /** A run ended well. */
  void ran(StandingOutcome outcome) {
    means
        .metrics()
        .stood(
            outcome.outcome().plan().getOrDefault(StandingAnswer.FROM, "computed"),
            outcome.alerts());
  }

  // --- Ends ----------------------------------------------------------------------------------

  /** What a standing job asks for, if there is one of that id. */
  public Optional<JobRequest> request(Partition partition, String jobId) {
    return Optional.ofNullable(jobs.get(partition, jobId)).map(job -> job.definition().request());
  }

  /** Cancels a standing job, if there is one of that id. */
  public void cancel(Partition partition, String jobId, String reason) {
    RegisteredJob job = jobs.get(partition, jobId);
    if (job == null) {
      return;
    }
    job.cancel(reason);
    if (job.running().isPresent()) {
      runs.cancel(job.running().get(), reason);
    } else {
      boolean _ = endIfCancelled(job);
    }
  }

  /** One whose definition is not committed yet is asked again when it is. */
  private boolean endIfCancelled(RegisteredJob job) {
    if (job.cancelled().isEmpty() || !job.live()) {
      return false;
    }
    end(job, FailureCode.FAILURE_CODE_CANCELLED, "cancelled: " + job.cancelled().get());
    return true;
  }

  /** Ends a standing job between two runs, with a result that says why. */
  private void end(RegisteredJob job, FailureCode code, String message) {
    remove(job);
    answers.endStanding(job.partition(), job.definition(), code, message);
  }
}
