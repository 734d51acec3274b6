package io.cliquestream.worker.jobs.run;

import io.cliquestream.kernels.control.Claim;
import io.cliquestream.kernels.control.JobClass;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.graph.GraphShape;
import io.cliquestream.kernels.graph.SimpleGraph;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.JobStatus;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.graphs.GraphLease;
import io.cliquestream.worker.graphs.rows.RowPosition;
import io.cliquestream.worker.graphs.rows.VersionRows;
import io.cliquestream.worker.jobs.JobMeans;
import io.cliquestream.worker.jobs.JobMetrics;
import io.cliquestream.worker.jobs.JobServiceSettings;
import io.cliquestream.worker.jobs.JobState;
import io.cliquestream.worker.jobs.admission.Demand;
import io.cliquestream.worker.jobs.admission.JobForecast;
import io.cliquestream.worker.jobs.admission.JobScheduler;
import io.cliquestream.worker.jobs.admission.LanePolicy;
import io.cliquestream.worker.jobs.exchange.Outcome;
import io.cliquestream.worker.jobs.partition.Partition;
import io.cliquestream.worker.jobs.partition.PartitionGuest;
import io.cliquestream.worker.jobs.split.JobSplitter;
import io.cliquestream.worker.memory.HostMemory;
import io.cliquestream.worker.out.ResultRecords;
import io.cliquestream.worker.quota.Quotas;
import io.cliquestream.worker.translation.FailureCodes;
import io.vertx.core.AsyncResult;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The runs of jobs: each waits for its graph, queues, is computed on a lane, and leaves an outcome
 * to be committed, unless its partition goes first.
 *
 * <p>A run leaves the states RECEIVED, WAITING_FOR_GRAPH and QUEUED by the event loop alone;
 * whoever takes it out of the queue (a lane to run it, the loop to end it) decides a race between
 * the two. A run holds its graph's lease from QUEUED on, and whoever ends it closes the lease: the
 * lane when it has computed, the loop otherwise. Confined to the event loop but for {@link
 * #execute}.
 */
public final class JobRuns implements PartitionGuest, JobScheduler.Host<ActiveJob> {
  private static final Logger LOG = LoggerFactory.getLogger(JobRuns.class);

  /** Vertices of a graph whose degrees are counted in less than a millisecond. */
  private static final int LOOKED_AT_ON_THE_LOOP = 1 << 16;

  private final JobMeans means;
  private final JobServiceSettings settings;
  private final Vertx vertx;
  private final Context context;
  private final ResultRecords records;
  private final Optional<JobSplitter> splitter;
  private final RunPublisher publisher;

  /** Runs that have not ended, by assignment and job id. */
  private final Map<Partition, Map<String, ActiveJob>> jobs = new HashMap<>();

  private final JobScheduler<ActiveJob> scheduler;
  private final JobForecast forecast;
  private final Map<String, Double> weights;
  private final long pageBytes;
  private final Collection<ActiveJob> visible = ConcurrentHashMap.newKeySet();
  private final Promise<Void> drained = Promise.promise();
  private int outstanding;
  private boolean draining;

  /**
   * @param splitter splits jobs over all workers
   * @param outcomes takes what is to be committed
   */
  public JobRuns(
      JobMeans means,
      ResultRecords records,
      Optional<JobSplitter> splitter,
      Consumer<Outcome> outcomes) {
    this.means = means;
    this.settings = means.settings();
    this.vertx = means.vertx();
    this.context = means.context();
    this.records = records;
    this.splitter = splitter;
    HostMemory heap = means.heap();
    HostMemory memory = means.memory();
    JobMetrics metrics = means.metrics();
    this.publisher =
        new RunPublisher(records, settings.pendingBytes(), metrics, outcomes, this::finished);
    LanePolicy lanes = settings.jobs().lanePolicy();
    this.scheduler =
        new JobScheduler<>(
            lanes, heap, memory, new Quotas(settings.quotas()), this, metrics.admission());
    this.forecast = new JobForecast(lanes.smallTime());
    this.weights = settings.quotas().weightsByTenant();
    // Half of the memory for pages, the other half for what has no choice.
    this.pageBytes = memory.limit() / (2L * lanes.total());
    metrics.admission().bind(scheduler, heap, memory);
  }

  /** Where jobs wait for a lane. */
  public JobScheduler<ActiveJob> scheduler() {
    return scheduler;
  }

  /** Runs that have not ended, for whoever reports progress; a weakly consistent view. */
  public Collection<ActiveJob> visible() {
    return visible;
  }

  /** The run of a job that has not ended; null when there is none. */
  public ActiveJob get(Partition partition, String jobId) {
    return jobs.getOrDefault(partition, Map.of()).get(jobId);
  }

  /**
   * Starts a run of a job: waits for its graph, then for a lane.
   *
   * @return completes when the run has its graph, or will not get it
   */
  public Future<GraphLease> begin(ActiveJob job) {
    jobs.computeIfAbsent(job.partition(), _ -> new HashMap<>()).put(job.jobId(), job);
    visible.add(job);
    startDeadline(job);
    job.enter(JobState.WAITING_FOR_GRAPH);
    Optional<GraphLease> rows = job.origin().follows(job) ? leaseRows(job) : Optional.empty();
    if (rows.isPresent()) {
      return Future.succeededFuture(rows.get());
    }
    return means
        .graphs()
        .lease(
            job.request().getGraphId(), job.request().getVersion(), settings.jobs().versionWait())
        .onComplete(granted -> context.runOnContext(_ -> granted(job, granted)));
  }

  /** Gives a run the rows of its version, if it has some. */
  private Optional<GraphLease> leaseRows(ActiveJob job) {
    String graphId = job.request().getGraphId();
    var lease = means.graphs().leaseRows(graphId, job.request().getVersion().getExact());
    lease.ifPresent(
        rows ->
            shape(graphId, rows)
                .onComplete(made -> context.runOnContext(_ -> granted(job, rows, made))));
    return lease;
  }

  /** Of a version that has rows: as one before it tells, or, not on the loop if long, by a look. */
  private Future<GraphShape> shape(String graphId, GraphLease lease) {
    try (VersionRows rows = lease.rows().orElseThrow()) {
      Optional<GraphShape> like =
          forecast.likeBefore(graphId, lease.vertices(), lease.edges(), rows.position());
      if (like.isPresent() || rows.graph().slotCount() < LOOKED_AT_ON_THE_LOOP) {
        return Future.succeededFuture(like.orElseGet(() -> forecast.shape(graphId, rows)));
      }
    }
    return vertx.executeBlocking(
        () -> {
          try (VersionRows rows = lease.rows().orElseThrow()) {
            return forecast.shape(graphId, rows);
          }
        });
  }

  private void granted(ActiveJob job, GraphLease rows, AsyncResult<GraphShape> shape) {
    if (job.state() != JobState.WAITING_FOR_GRAPH) {
      rows.close();
      return;
    }
    job.lease(rows);
    if (draining) {
      leaveToTheNext(job);
    } else if (shape.failed()) {
      job.closeLease();
      graphFailed(job, shape.cause());
    } else {
      submit(job, demand(job, shape.result()));
    }
  }

  private void granted(ActiveJob job, AsyncResult<GraphLease> granted) {
    if (job.state() != JobState.WAITING_FOR_GRAPH) {
      if (granted.succeeded()) {
        granted.result().close();
      }
    } else if (granted.failed()) {
      graphFailed(job, granted.cause());
    } else {
      job.lease(granted.result());
      if (draining) {
        // The next worker's: no lane takes it any more.
        leaveToTheNext(job);
      } else {
        line(job);
      }
    }
  }

  /** The job has its graph: predicts its cost, not on the loop if that takes a while. */
  private void line(ActiveJob job) {
    SimpleGraph graph = job.lease().graph();
    boolean atOnce = graph.vertexTotal() < LOOKED_AT_ON_THE_LOOP || !forecast.isNew(graph);
    if (atOnce && !job.origin().follows(job)) {
      submit(job, demand(job));
      return;
    }
    vertx
        .executeBlocking(() -> demand(job))
        .onComplete(
            made ->
                context.runOnContext(
                    _ -> {
                      if (job.state() != JobState.WAITING_FOR_GRAPH) {
                        job.closeLease();
                      } else if (made.failed()) {
                        job.closeLease();
                        graphFailed(job, made.cause());
                      } else {
                        submit(job, made.result());
                      }
                    }));
  }

  private Demand demand(ActiveJob job) {
    Optional<RowPosition> at =
        job.origin().follows(job) ? job.lease().position() : Optional.empty();
    return demand(job, forecast.shape(job.request().getGraphId(), job.lease().graph(), at));
  }

  private Demand demand(ActiveJob job, GraphShape shape) {
    JobRequest request = job.request();
    String tenant = request.getTenant();
    Claim claim =
        new Claim(
            tenant, weights.getOrDefault(tenant, 1.0), job.control().priority(), JobClass.SMALL);
    job.control().pageBytes(pageBytes);
    return forecast.demand(request.getGraphId(), shape, job.job(), job.engine(), claim, pageBytes);
  }

  private void submit(ActiveJob job, Demand demand) {
    job.enter(JobState.QUEUED);
    job.demand(demand);
    try {
      if (!scheduler.submit(job, demand)) {
        leaveToTheNext(job);
      }
    } catch (WorkerException e) {
      job.closeLease();
      end(job, e.code(), e.getMessage());
    }
  }

  /** It is the topic's again, and the next worker's. */
  private void leaveToTheNext(ActiveJob job) {
    job.closeLease();
    finished(job);
  }

  private void graphFailed(ActiveJob job, Throwable cause) {
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

  /** Runs on a lane; whatever the lane meets, the job is answered and its place is free again. */
  public void execute(JobScheduler<ActiveJob>.Turn turn) {
    ActiveJob job = turn.job();
    Optional<JobExecution> ended;
    try {
      ended = compute(turn);
    } catch (RuntimeException e) {
      LOG.error("job {} met a defect beside its computation", job.jobId(), e);
      job.closeLease();
      ended = Optional.of(JobExecution.defect(job, e));
    }
    if (ended.isEmpty()) {
      waitAgain(turn);
      return;
    }
    turn.end();
    JobExecution execution = ended.get();
    job.cancelledNanos().ifPresent(since -> means.metrics().cancelled(System.nanoTime() - since));
    Runnable release = publisher.reserve(execution.pageBytes());
    context.runOnContext(
        _ -> publisher.publish(job, execution.result(), execution.pages(), release));
  }

  private Optional<JobExecution> compute(JobScheduler<ActiveJob>.Turn turn) {
    ActiveJob job = turn.job();
    context.runOnContext(_ -> started(job));
    job.control().claim(turn.claim());
    job.begin(settings.jobs().maximumTime());
    job.control().measureHeap();
    long heapThen = job.control().heapNow();
    Optional<JobExecution> ended =
        JobExecution.run(
            job, records, settings.jobs().resultBytes().bytes(), splitter, means.metrics());
    job.control().allocatedSince(heapThen);
    long used = turn.measured();
    job.used(used);
    boolean done =
        ended.map(e -> e.result().getStatus() == JobStatus.JOB_STATUS_SUCCEEDED).orElse(false);
    if (done || used > settings.jobs().smallTime().toNanos()) {
      forecast.measured(job.request().getGraphId(), job.job(), used);
    }
    return ended;
  }

  private void waitAgain(JobScheduler<ActiveJob>.Turn turn) {
    ActiveJob job = turn.job();
    if (!turn.again()) {
      context.runOnContext(_ -> leaveToTheNext(job));
    } else if (job.control().stopped()) {
      // The stop may have come when the job was neither here nor there.
      StoppedException stop = job.control().stop();
      context.runOnContext(_ -> takeOut(job, FailureCodes.of(stop.code()), stop.getMessage()));
    }
  }

  /** Ends a job that waits in the line, once more or for the first time; false if it does not. */
  private boolean takeOut(ActiveJob job, FailureCode code, String message) {
    if (!scheduler.cancel(job)) {
      return false;
    }
    job.closeLease();
    endWaiting(job, code, message);
    return true;
  }

  private void endWaiting(ActiveJob job, FailureCode code, String message) {
    if (job.state() == JobState.RUNNING) {
      publisher.publishFailure(job, code, message);
    } else {
      end(job, code, message);
    }
  }

  @Override
  public long usedNanos(ActiveJob job) {
    return job.control().usedNanos();
  }

  @Override
  public void demoted(ActiveJob job) {
    job.control().claim(job.control().claim().as(JobClass.LONG));
  }

  @Override
  public boolean displace(ActiveJob job) {
    return job.displace();
  }

  @Override
  public void refused(ActiveJob job, WorkerException cause) {
    context.runOnContext(
        _ -> {
          job.closeLease();
          endWaiting(job, cause.code(), cause.getMessage());
        });
  }

  private void started(ActiveJob job) {
    if (job.state() == JobState.QUEUED) {
      outstanding++;
      job.enter(JobState.RUNNING);
    }
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
      case QUEUED, RUNNING -> {
        if (!takeOut(job, code, message) && cancelled) {
          job.stop(reason);
        }
      }
      case PUBLISHING, ENDED -> {}
    }
  }

  /** Answers a run without having computed it. */
  private void end(ActiveJob job, FailureCode code, String message) {
    outstanding++;
    publisher.publishFailure(job, code, message);
  }

  /** The run has left this worker: committed, or given back to the topic. */
  private void finished(ActiveJob job) {
    job.spans().givenBack();
    boolean counted = job.state() == JobState.RUNNING || job.state() == JobState.PUBLISHING;
    if (job.state() != JobState.ENDED) {
      job.enter(JobState.ENDED);
    }
    if (job.deadlineTimer() >= 0) {
      vertx.cancelTimer(job.deadlineTimer());
    }
    visible.remove(job);
    Map<String, ActiveJob> ofPartition = jobs.get(job.partition());
    if (ofPartition != null) {
      ofPartition.remove(job.jobId(), job);
    }
    if (counted) {
      outstanding--;
    }
    completeDrain();
  }

  /** Its next owner runs the partition's jobs again. */
  @Override
  public void gone(Partition partition) {
    Map<String, ActiveJob> left = jobs.remove(partition);
    if (left != null) {
      left.values().forEach(this::giveBack);
    }
  }

  /** Leaves a run to whoever takes its record next. */
  private void giveBack(ActiveJob job) {
    switch (job.state()) {
      case RECEIVED, WAITING_FOR_GRAPH -> finished(job);
      case QUEUED, RUNNING -> {
        if (scheduler.cancel(job)) {
          leaveToTheNext(job);
        } else {
          job.stop("its partition moved to another worker");
        }
      }
      case PUBLISHING, ENDED -> {}
    }
  }

  /** Starts no further run; completes when those that run are answered. */
  public Future<Void> drain() {
    draining = true;
    // Whoever waits for a lane is the next worker's: its lease is closed here, for no lane will.
    scheduler.close().forEach(this::leaveToTheNext);
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
