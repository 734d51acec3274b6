package io.cliquestream.worker.jobs.run;

import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.JobResult;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.graphs.GraphStore;
import io.cliquestream.worker.jobs.JobMetrics;
import io.cliquestream.worker.jobs.JobServiceSettings;
import io.cliquestream.worker.jobs.admission.FairQueue;
import io.cliquestream.worker.jobs.exchange.Outcome;
import io.cliquestream.worker.jobs.state.ActivePartition;
import io.cliquestream.worker.jobs.state.ActivePartitions;
import io.cliquestream.worker.out.ResultRecords;
import io.cliquestream.worker.translation.JobResults;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The runs of jobs: each waits for its graph, queues, is computed on a lane, and leaves an outcome
 * to be committed, unless its partition goes first.
 *
 * <p>A run leaves the states RECEIVED, WAITING_FOR_GRAPH and QUEUED by the event loop alone;
 * whoever takes it out of the queue (a lane to run it, the loop to end it) decides a race between
 * the two. Confined to the event loop but for {@link #execute}.
 */
public final class JobRuns {
  private static final Logger LOG = LoggerFactory.getLogger(JobRuns.class);

  /** Permits of the publish budget stand for this many bytes. */
  private static final int PERMIT_BYTES = 1 << 10;

  private final JobServiceSettings settings;
  private final Vertx vertx;
  private final Context context;
  private final GraphStore graphs;
  private final ResultRecords records;
  private final JobMetrics metrics;
  private final ActivePartitions partitions;
  private final Consumer<Outcome> outcomes;
  private final FairQueue<ActiveJob> queue = new FairQueue<>();
  private final Collection<ActiveJob> visible = ConcurrentHashMap.newKeySet();
  private final int permits;
  private final Semaphore budget;
  private final Promise<Void> drained = Promise.promise();
  private StandingRuns standing;
  private int outstanding;
  private boolean draining;

  /** Told of the runs of standing jobs. */
  public interface StandingRuns {
    /** What a run's transaction says about its standing job. */
    List<ProducerRecord<byte[], byte[]>> runEnded(
        ActivePartition owner, ActiveJob run, JobResult result);

    /** The run's transaction is committed. */
    void runCommitted(ActivePartition owner, String jobId);
  }

  /**
   * @param outcomes takes what is to be committed
   */
  public JobRuns(
      JobServiceSettings settings,
      Vertx vertx,
      Context context,
      GraphStore graphs,
      ResultRecords records,
      JobMetrics metrics,
      ActivePartitions partitions,
      Consumer<Outcome> outcomes) {
    this.settings = settings;
    this.vertx = vertx;
    this.context = context;
    this.graphs = graphs;
    this.records = records;
    this.metrics = metrics;
    this.partitions = partitions;
    this.outcomes = outcomes;
    this.permits = (int) Math.min(Integer.MAX_VALUE, settings.pendingBytes() / PERMIT_BYTES + 1);
    this.budget = new Semaphore(permits, true);
  }

  public void connect(StandingRuns standingRuns) {
    standing = standingRuns;
  }

  public FairQueue<ActiveJob> queue() {
    return queue;
  }

  /** Runs that have not ended, for whoever reports progress; a weakly consistent view. */
  public Collection<ActiveJob> visible() {
    return visible;
  }

  /** Starts a run of a job: waits for its graph, then for a lane. */
  public void begin(ActivePartition owner, ActiveJob job, int priority) {
    owner.jobs().put(job.jobId(), job);
    visible.add(job);
    startDeadline(job);
    job.enter(JobState.WAITING_FOR_GRAPH);
    graphs
        .lease(
            job.request().getGraphId(), job.request().getVersion(), settings.jobs().versionWait())
        .onComplete(
            granted ->
                context.runOnContext(
                    _ -> {
                      if (granted.failed()) {
                        graphFailed(job, granted.cause());
                      } else if (job.state() != JobState.WAITING_FOR_GRAPH) {
                        granted.result().close();
                      } else {
                        job.lease(granted.result());
                        job.enter(JobState.QUEUED);
                        queue.add(priority, job.request().getTenant(), job);
                      }
                    }));
  }

  private void graphFailed(ActiveJob job, Throwable cause) {
    if (job.state() != JobState.WAITING_FOR_GRAPH) {
      return;
    }
    if (cause instanceof WorkerException known) {
      end(job, known.code(), known.getMessage());
    } else {
      LOG.error("the graph of job {} could not be leased", job.jobId(), cause);
      end(job, FailureCode.FAILURE_CODE_INTERNAL, "the graph could not be leased: " + cause);
    }
  }

  private void startDeadline(ActiveJob job) {
    long deadline = job.request().getDeadlineEpochMillis();
    long left = deadline - System.currentTimeMillis();
    if (deadline > 0 && left <= Duration.ofDays(1).toMillis()) {
      job.deadlineTimer(
          vertx.setTimer(
              Math.max(1, left),
              _ ->
                  endEarly(
                      job, FailureCode.FAILURE_CODE_DEADLINE_EXCEEDED, "the deadline passed")));
    }
  }

  /** Runs on a lane. */
  public void execute(ActiveJob job) {
    context.runOnContext(_ -> started(job));
    JobExecution execution =
        JobExecution.run(job, records, settings.jobs().resultBytes().bytes(), metrics);
    job.cancelledNanos().ifPresent(since -> metrics.cancelled(System.nanoTime() - since));
    int needed = (int) Math.min(permits, execution.pageBytes() / PERMIT_BYTES + 1);
    budget.acquireUninterruptibly(needed);
    context.runOnContext(_ -> computed(job, execution, needed));
  }

  private void started(ActiveJob job) {
    if (job.state() == JobState.QUEUED) {
      outstanding++;
      job.enter(JobState.RUNNING);
    }
  }

  private void computed(ActiveJob job, JobExecution execution, int permitsHeld) {
    if (job.state() != JobState.RUNNING || !partitions.isCurrent(job.partition(), job.epoch())) {
      budget.release(permitsHeld);
      finished(job);
      return;
    }
    publish(job, execution.result(), execution.pages(), permitsHeld);
  }

  /** Cancels a run, whatever it is at; one that is being published is left alone. */
  public void cancel(ActiveJob job, String reason) {
    endEarly(job, FailureCode.FAILURE_CODE_CANCELLED, reason);
  }

  /** Ends a run that no lane has taken yet; a running one is told to stop. */
  private void endEarly(ActiveJob job, FailureCode code, String reason) {
    boolean cancelled = code == FailureCode.FAILURE_CODE_CANCELLED;
    // A running job's control adds the prefix by itself, and watches the deadline by itself.
    String message = cancelled ? "cancelled: " + reason : reason;
    switch (job.state()) {
      case RECEIVED, WAITING_FOR_GRAPH -> end(job, code, message);
      case QUEUED -> {
        if (queue.remove(job.control().priority(), job.request().getTenant(), job)) {
          job.closeLease();
          end(job, code, message);
        } else if (cancelled) {
          job.stop(reason);
        }
      }
      case RUNNING -> {
        if (cancelled) {
          job.stop(reason);
        }
      }
      case PUBLISHING, ENDED -> {}
    }
  }

  /** Answers a run without having computed it. */
  private void end(ActiveJob job, FailureCode code, String message) {
    outstanding++;
    publish(job, JobResults.failed(job.request(), job.run(), code, message), List.of(), 0);
  }

  private void publish(
      ActiveJob job,
      JobResult.Builder builder,
      List<ProducerRecord<byte[], byte[]>> pages,
      int permitsHeld) {
    ActivePartition owner = partitions.get(job.partition());
    if (owner == null || owner.epoch() != job.epoch()) {
      budget.release(permitsHeld);
      finished(job);
      return;
    }
    job.enter(JobState.PUBLISHING);
    long start = System.nanoTime();
    JobResult result = builder.build();
    var committed = new ArrayList<>(pages);
    committed.add(records.result(result, job.trace()));
    committed.add(
        records.progress(JobResults.ended(result, System.currentTimeMillis()), job.trace()));
    if (job.isStandingRun()) {
      committed.addAll(standing.runEnded(owner, job, result));
    } else {
      committed.addAll(owner.memory().answer(job.jobId()));
    }
    outcomes.accept(
        Outcome.of(
            job.partition(),
            job.epoch(),
            job.offset(),
            committed,
            done -> {
              budget.release(permitsHeld);
              context.runOnContext(
                  _ -> {
                    if (done) {
                      metrics.published(System.nanoTime() - start);
                      metrics.ended(job.job().name(), result.getStatus());
                    }
                    finished(job);
                    if (done && job.isStandingRun()) {
                      standing.runCommitted(owner, job.jobId());
                    }
                  });
            }));
  }

  /** The run has left this worker: committed, or given back to the topic. */
  private void finished(ActiveJob job) {
    boolean counted = job.state() == JobState.RUNNING || job.state() == JobState.PUBLISHING;
    forget(job);
    if (counted) {
      outstanding--;
    }
    completeDrain();
  }

  private void forget(ActiveJob job) {
    if (job.state() != JobState.ENDED) {
      job.enter(JobState.ENDED);
    }
    if (job.deadlineTimer() >= 0) {
      vertx.cancelTimer(job.deadlineTimer());
    }
    visible.remove(job);
    ActivePartition owner = partitions.get(job.partition());
    if (owner != null) {
      owner.jobs().remove(job.jobId(), job);
    }
  }

  /** The partition is gone: its next owner runs the job again. */
  public void abandon(ActiveJob job) {
    switch (job.state()) {
      case RECEIVED, WAITING_FOR_GRAPH -> forget(job);
      case QUEUED -> {
        if (queue.remove(job.control().priority(), job.request().getTenant(), job)) {
          job.closeLease();
          forget(job);
        } else {
          job.stop("its partition moved to another worker");
        }
      }
      case RUNNING -> job.stop("its partition moved to another worker");
      case PUBLISHING, ENDED -> {}
    }
  }

  /** Starts no further run; completes when those that run are answered. */
  public Future<Void> drain() {
    draining = true;
    queue.close();
    completeDrain();
    return drained.future();
  }

  public boolean isDraining() {
    return draining;
  }

  private void completeDrain() {
    if (draining && outstanding == 0) {
      drained.tryComplete();
    }
  }
}
