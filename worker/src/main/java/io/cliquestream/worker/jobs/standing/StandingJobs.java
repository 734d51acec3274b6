package io.cliquestream.worker.jobs.standing;

import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.JobStatus;
import io.cliquestream.v1.VersionSelector;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.graphs.GraphLease;
import io.cliquestream.worker.graphs.GraphStore;
import io.cliquestream.worker.jobs.JobMetrics;
import io.cliquestream.worker.jobs.JobServiceSettings;
import io.cliquestream.worker.jobs.admission.AdmittedJob;
import io.cliquestream.worker.jobs.admission.JobAdmission;
import io.cliquestream.worker.jobs.control.RecentCancels;
import io.cliquestream.worker.jobs.exchange.ArrivedRecord;
import io.cliquestream.worker.jobs.exchange.Outcome;
import io.cliquestream.worker.jobs.run.ActiveJob;
import io.cliquestream.worker.jobs.run.JobAnswers;
import io.cliquestream.worker.jobs.run.JobRuns;
import io.cliquestream.worker.jobs.state.ActivePartition;
import io.cliquestream.worker.jobs.state.ActivePartitions;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Runs jobs again and again: on every version of their graph that becomes usable after they were
 * registered, in ascending order, or every so many milliseconds, the first time at once.
 *
 * <p>The record of a standing job is answered by its definition, committed to the state topic with
 * the record's offset. Each run commits its result together with the definition's next state (run
 * number, newest version done), so that a successor neither repeats nor skips a run. At most one
 * run of a job is under way; a period that ends during a run is skipped; of versions beyond {@value
 * StandingJob#WAITING_VERSIONS} waiting ones the oldest are skipped. Confined to the coordinator's
 * event loop.
 */
public final class StandingJobs implements JobRuns.StandingRuns {
  private final JobServiceSettings settings;
  private final Vertx vertx;
  private final Context context;
  private final GraphStore graphs;
  private final JobAdmission admission;
  private final ActivePartitions active;
  private final RecentCancels cancels;
  private final JobAnswers answers;
  private final JobRuns runs;
  private final JobMetrics metrics;

  /** Partitions whose standing jobs are known, from before they are active. */
  private final Map<Integer, ActivePartition> partitions = new HashMap<>();

  public StandingJobs(
      JobServiceSettings settings,
      Vertx vertx,
      Context context,
      GraphStore graphs,
      JobAdmission admission,
      ActivePartitions active,
      RecentCancels cancels,
      JobAnswers answers,
      JobRuns runs,
      JobMetrics metrics) {
    this.settings = settings;
    this.vertx = vertx;
    this.context = context;
    this.graphs = graphs;
    this.admission = admission;
    this.active = active;
    this.cancels = cancels;
    this.answers = answers;
    this.runs = runs;
    this.metrics = metrics;
    graphs.onVersion(
        (graphId, version) -> context.runOnContext(_ -> versionAppeared(graphId, version)));
  }

  public static boolean isStanding(JobRequest request) {
    return request.getTrigger().getEveryVersion() || request.getTrigger().hasEveryMillis();
  }

  /** Knows the standing jobs of a partition from here on, so that no version escapes them. */
  public void start(ActivePartition owner) {
    partitions.put(owner.partition(), owner);
    for (StandingDefinition definition : owner.memory().standing()) {
      owner.standing().put(definition.request().getJobId(), new StandingJob(definition));
    }
  }

  /** The partition's graphs are there: runs may start. */
  public void activate(ActivePartition owner) {
    for (var entry : List.copyOf(owner.standing().entrySet())) {
      Optional<String> cancelled = cancels.reason(entry.getKey());
      if (cancelled.isPresent()) {
        end(
            owner,
            entry.getKey(),
            FailureCode.FAILURE_CODE_CANCELLED,
            "cancelled: " + cancelled.get());
      } else {
        goLive(owner, entry.getValue());
      }
    }
  }

  /** Forgets a partition; its next owner goes on. */
  public void stop(ActivePartition owner) {
    partitions.remove(owner.partition(), owner);
    owner.standing().values().forEach(this::stopTimer);
    owner.standing().clear();
  }

  /** Forgets a standing job that ended. */
  void remove(ActivePartition owner, String jobId) {
    StandingJob ended = owner.standing().remove(jobId);
    if (ended != null) {
      stopTimer(ended);
    }
  }

  /** Ends a standing job between two runs, with a result that says why. */
  public void end(ActivePartition owner, String jobId, FailureCode code, String message) {
    StandingDefinition definition = owner.standing().get(jobId).definition();
    remove(owner, jobId);
    answers.endStanding(owner, definition, code, message);
  }

  /** Whether a status ends a standing job. */
  private static boolean endsStanding(JobStatus status) {
    return status == JobStatus.JOB_STATUS_CANCELLED
        || status == JobStatus.JOB_STATUS_DEADLINE_EXCEEDED;
  }

  private void stopTimer(StandingJob job) {
    job.live(false);
    if (job.timer() >= 0) {
      vertx.cancelTimer(job.timer());
      job.timer(-1);
    }
  }

  /** Registers a standing job; only versions newer than the latest one count for it. */
  public void register(ActivePartition owner, ArrivedRecord arrival, JobRequest request) {
    if (owner.memory().standingCount() + owner.registering().size()
        >= settings.jobs().standingJobs()) {
      answers.refuse(
          owner,
          arrival,
          request,
          new WorkerException(
              FailureCode.FAILURE_CODE_QUEUE_FULL,
              "partition "
                  + owner.partition()
                  + " holds "
                  + settings.jobs().standingJobs()
                  + " standing jobs already"));
      return;
    }
    owner.registering().add(request.getJobId());
    var latest = VersionSelector.newBuilder().setLatest(true).build();
    graphs
        .lease(request.getGraphId(), latest, Duration.ZERO)
        .onComplete(
            lease ->
                context.runOnContext(
                    _ -> registered(owner, arrival, request, versionOf(lease.result()))));
  }

  private static long versionOf(GraphLease lease) {
    if (lease == null) {
      return 0;
    }
    long version = lease.version();
    lease.close();
    return version;
  }

  private void registered(
      ActivePartition owner, ArrivedRecord arrival, JobRequest request, long latest) {
    owner.registering().remove(request.getJobId());
    if (!active.isCurrent(owner.partition(), owner.epoch())) {
      return;
    }
    var job = new StandingJob(new StandingDefinition(request, 1, latest, 0));
    owner.standing().put(request.getJobId(), job);
    answers.settle(
        arrival,
        List.of(owner.memory().stand(job.definition())),
        committed -> {
          if (committed) {
            context.runOnContext(_ -> goLive(owner, job));
          }
        });
  }

  private void goLive(ActivePartition owner, StandingJob job) {
    String jobId = job.definition().request().getJobId();
    if (owner.standing().get(jobId) != job || runs.isDraining()) {
      return;
    }
    job.live(true);
    JobRequest request = job.definition().request();
    if (request.getTrigger().hasEveryMillis()) {
      long period = request.getTrigger().getEveryMillis();
      long due = job.definition().lastStartEpochMillis() + period - System.currentTimeMillis();
      schedule(owner, job, Math.clamp(due, 1, period));
    }
    runNext(owner, job);
  }

  private void schedule(ActivePartition owner, StandingJob job, long delay) {
    long period = job.definition().request().getTrigger().getEveryMillis();
    job.timer(
        vertx.setTimer(
            delay,
            _ -> {
              if (job.live()) {
                schedule(owner, job, period);
                if (job.running().isEmpty()) {
                  run(owner, job, job.definition().request());
                }
              }
            }));
  }

  private void versionAppeared(String graphId, long version) {
    for (ActivePartition owner : List.copyOf(partitions.values())) {
      for (StandingJob job : List.copyOf(owner.standing().values())) {
        JobRequest request = job.definition().request();
        if (request.getTrigger().getEveryVersion() && request.getGraphId().equals(graphId)) {
          job.due(version);
          runNext(owner, job);
        }
      }
    }
  }

  private void runNext(ActivePartition owner, StandingJob job) {
    if (job.live() && job.running().isEmpty()) {
      job.nextVersion()
          .ifPresent(
              version ->
                  run(
                      owner,
                      job,
                      job.definition().request().toBuilder()
                          .setVersion(VersionSelector.newBuilder().setExact(version))
                          .build()));
    }
  }

  private void run(ActivePartition owner, StandingJob job, JobRequest request) {
    AdmittedJob admitted;
    try {
      admitted = admission.admit(request, owner.partition(), System.currentTimeMillis());
    } catch (WorkerException e) {
      end(owner, request.getJobId(), e.code(), e.getMessage());
      return;
    }
    var run =
        new ActiveJob(
            request,
            admitted,
            owner.partition(),
            owner.epoch(),
            Outcome.NO_OFFSET,
            job.definition().nextRun(),
            Optional.empty(),
            System.nanoTime(),
            metrics);
    job.running(run);
    runs.begin(owner, run, admitted.control().priority());
  }

  @Override
  public List<ProducerRecord<byte[], byte[]>> runEnded(
      ActivePartition owner, ActiveJob run, JobResult result) {
    StandingJob job = owner.standing().get(run.jobId());
    if (job == null) {
      return List.of();
    }
    if (endsStanding(result.getStatus())) {
      remove(owner, run.jobId());
      return owner.memory().endStanding(run.jobId());
    }
    long version =
        run.request().getTrigger().getEveryVersion() ? run.request().getVersion().getExact() : 0;
    job.definition(job.definition().afterRun(version, System.currentTimeMillis()));
    return List.of(owner.memory().stand(job.definition()));
  }

  /** The next run may start. */
  @Override
  public void runCommitted(ActivePartition owner, String jobId) {
    StandingJob job = owner.standing().get(jobId);
    if (job != null) {
      job.running(null);
      runNext(owner, job);
    }
  }
}
