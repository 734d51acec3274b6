package io.cliquestream.worker.job;

import com.google.protobuf.InvalidProtocolBufferException;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.JobStatus;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.graph.GraphStore;
import io.cliquestream.worker.publish.ResultRecords;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Leads every job from its record to its outcome. All state lives on one event loop, so nothing
 * here needs a lock; whatever blocks (computing, turning answers into records, Kafka) happens on
 * lanes and on the exchange's thread, which hand back through the loop.
 *
 * <p>For every record handed in, exactly one outcome of the same epoch is left at the exchange, or
 * the epoch ends. A job leaves the states RECEIVED, WAITING_FOR_GRAPH and QUEUED by the loop alone;
 * whoever takes it out of the queue (a lane to run it, the loop to end it) decides a race between
 * the two.
 */
final class JobCoordinator implements JobExchange.Receiver, ControlReader.Receiver {
  private static final Logger LOG = LoggerFactory.getLogger(JobCoordinator.class);

  /** Permits of the publish budget stand for this many bytes. */
  private static final int PERMIT_BYTES = 1 << 10;

  private final JobServiceSettings settings;
  private final Vertx vertx;
  private final Context context;
  private final GraphStore graphs;
  private final JobAdmission admission;
  private final ResultRecords records;
  private final JobMetrics metrics;
  private final RecentCancels cancels;
  private final FairQueue<ActiveJob> queue = new FairQueue<>();
  private final StandingJobs standingJobs;
  private final ControlDeadLetters controlDeadLetters;
  private final int permits;
  private final Semaphore budget;
  private final Promise<Void> drained = Promise.promise();
  private final Map<Integer, ActivePartition> partitions = new HashMap<>();
  private final Collection<ActiveJob> visible = ConcurrentHashMap.newKeySet();
  private JobExchange exchange;
  private Assignments assignments;
  private int outstanding;
  private boolean draining;
  private volatile WorkerException failure;

  /** Brings a newly assigned partition up; see {@link PartitionRestore}. */
  interface Assignments {
    void assigned(int partition, long epoch);

    void revoked(int partition, long epoch, boolean moved);
  }

  JobCoordinator(
      JobServiceSettings settings,
      Vertx vertx,
      Context context,
      GraphStore graphs,
      JobAdmission admission,
      ResultRecords records,
      JobMetrics metrics) {
    this.settings = settings;
    this.vertx = vertx;
    this.context = context;
    this.graphs = graphs;
    this.admission = admission;
    this.records = records;
    this.metrics = metrics;
    this.cancels = new RecentCancels(settings);
    this.controlDeadLetters =
        new ControlDeadLetters(
            admission.partitions(), records, metrics, outcome -> exchange.finish(outcome));
    this.standingJobs = new StandingJobs(this, vertx, context, graphs, settings);
    this.permits = (int) Math.min(Integer.MAX_VALUE, settings.pendingBytes() / PERMIT_BYTES + 1);
    this.budget = new Semaphore(permits, true);
  }

  void connect(JobExchange jobExchange, Assignments restore) {
    exchange = jobExchange;
    assignments = restore;
  }

  FairQueue<ActiveJob> queue() {
    return queue;
  }

  /** Runs that have not ended, for whoever reports progress; a weakly consistent view. */
  Collection<ActiveJob> visibleJobs() {
    return visible;
  }

  Optional<WorkerException> failure() {
    return Optional.ofNullable(failure);
  }

  // --- From the exchange's thread ------------------------------------------------------------

  @Override
  public void arrived(List<ArrivedRecord> arrivals) {
    context.runOnContext(_ -> arrivals.forEach(this::admit));
  }

  @Override
  public void assigned(int partition, long epoch) {
    context.runOnContext(_ -> assignments.assigned(partition, epoch));
  }

  @Override
  public void revoked(int partition, long epoch, boolean moved) {
    context.runOnContext(
        _ -> {
          assignments.revoked(partition, epoch, moved);
          ActivePartition gone = partitions.get(partition);
          if (gone != null && gone.epoch() == epoch) {
            partitions.remove(partition);
            standingJobs.stop(gone);
            List.copyOf(gone.jobs().values()).forEach(this::abandon);
          }
        });
  }

  @Override
  public void failed(WorkerException cause) {
    failure = cause;
  }

  // --- Admission -----------------------------------------------------------------------------

  /** Takes a restored partition over; its records arrive once the exchange lets them flow. */
  void open(ActivePartition partition) {
    partitions.put(partition.partition(), partition);
    standingJobs.start(partition);
    controlDeadLetters.write(partition);
  }

  /** The partition was opened before and its graphs are there now. */
  void activate(ActivePartition partition) {
    if (isCurrent(partition.partition(), partition.epoch())) {
      standingJobs.activate(partition);
      exchange.activate(partition.partition(), partition.epoch());
    }
  }

  private void admit(ArrivedRecord arrival) {
    int partition = arrival.record().partition();
    if (!isCurrent(partition, arrival.epoch())) {
      return;
    }
    CrashPoint.DECODE.pass();
    ActivePartition owner = partitions.get(partition);
    JobRequest request;
    try {
      if (arrival.record().value() == null) {
        throw new InvalidProtocolBufferException("the record has no value");
      }
      request = JobRequest.parseFrom(arrival.record().value());
    } catch (InvalidProtocolBufferException e) {
      metrics.deadLetter();
      settle(
          arrival,
          List.of(
              records.deadLetter(
                  arrival.record(),
                  FailureCode.FAILURE_CODE_RECORD_UNDECODABLE,
                  "not a JobRequest: " + e.getMessage())));
      return;
    }
    if (owner.knows(request.getJobId())) {
      metrics.duplicate();
      settle(arrival, List.of());
      return;
    }
    admit(owner, arrival, request);
  }

  private void admit(ActivePartition owner, ArrivedRecord arrival, JobRequest request) {
    AdmittedJob admitted;
    try {
      admitted = admission.admit(request, owner.partition(), System.currentTimeMillis());
      Optional<String> cancelled = cancels.reason(request.getJobId());
      if (cancelled.isPresent()) {
        throw new WorkerException(
            FailureCode.FAILURE_CODE_CANCELLED, "cancelled: " + cancelled.get());
      }
    } catch (WorkerException e) {
      refuse(owner, arrival, request, e);
      return;
    }
    if (StandingJobs.isStanding(request)) {
      standingJobs.register(owner, arrival, request);
      return;
    }
    begin(
        owner,
        new ActiveJob(
            request,
            admitted,
            owner.partition(),
            owner.epoch(),
            arrival.record().offset(),
            0,
            ResultRecords.trace(arrival.record()),
            arrival.nanos(),
            metrics),
        admitted.control().priority());
  }

  /** Answers a request that was not admitted. */
  void refuse(
      ActivePartition owner, ArrivedRecord arrival, JobRequest request, WorkerException cause) {
    JobResult result = JobResults.failed(request, 0, cause.code(), cause.getMessage()).build();
    var trace = ResultRecords.trace(arrival.record());
    var committed = new ArrayList<ProducerRecord<byte[], byte[]>>();
    committed.add(records.result(result, trace));
    committed.add(records.progress(JobResults.ended(result, System.currentTimeMillis()), trace));
    if (cause.code() != FailureCode.FAILURE_CODE_JOB_ID_INVALID) {
      committed.addAll(owner.memory().answer(request.getJobId()));
    }
    metrics.ended("refused", result.getStatus());
    settle(arrival, committed);
  }

  /** Finishes a record without a run. */
  private void settle(ArrivedRecord arrival, List<ProducerRecord<byte[], byte[]>> committed) {
    settle(arrival, committed, _ -> {});
  }

  void settle(
      ArrivedRecord arrival,
      List<ProducerRecord<byte[], byte[]>> committed,
      Outcome.Settled settled) {
    exchange.finish(
        Outcome.of(
            arrival.record().partition(),
            arrival.epoch(),
            arrival.record().offset(),
            committed,
            settled));
  }

  AdmittedJob admitAgain(JobRequest request, int partition) {
    return admission.admit(request, partition, System.currentTimeMillis());
  }

  JobMetrics metrics() {
    return metrics;
  }

  // --- A run ---------------------------------------------------------------------------------

  /** Starts a run of a job: waits for its graph, then for a lane. */
  void begin(ActivePartition owner, ActiveJob job, int priority) {
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
  void execute(ActiveJob job) {
    context.runOnContext(_ -> started(job));
    JobExecution execution =
        JobExecution.run(job, records, settings.jobs().resultBytes().bytes(), metrics);
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
    if (job.state() != JobState.RUNNING || !isCurrent(job.partition(), job.epoch())) {
      budget.release(permitsHeld);
      finished(job);
      return;
    }
    publish(job, execution.result(), execution.pages(), permitsHeld);
  }

  /** Ends a run that no lane has taken yet; a running one is told to stop. */
  private void endEarly(ActiveJob job, FailureCode code, String message) {
    switch (job.state()) {
      case RECEIVED, WAITING_FOR_GRAPH -> end(job, code, message);
      case QUEUED -> {
        if (queue.remove(job.control().priority(), job.request().getTenant(), job)) {
          job.closeLease();
          end(job, code, message);
        } else if (code == FailureCode.FAILURE_CODE_CANCELLED) {
          job.control().cancel(message);
        }
      }
      case RUNNING -> {
        // The engine watches the deadline by itself.
        if (code == FailureCode.FAILURE_CODE_CANCELLED) {
          job.control().cancel(message);
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
      committed.addAll(standingJobs.runEnded(owner, job, result));
    } else {
      committed.addAll(owner.memory().answer(job.jobId()));
    }
    exchange.finish(
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
                      standingJobs.runCommitted(owner, job.jobId());
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
    if (draining && outstanding == 0) {
      drained.tryComplete();
    }
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
  private void abandon(ActiveJob job) {
    switch (job.state()) {
      case RECEIVED, WAITING_FOR_GRAPH -> forget(job);
      case QUEUED -> {
        if (queue.remove(job.control().priority(), job.request().getTenant(), job)) {
          job.closeLease();
          forget(job);
        } else {
          job.control().cancel("its partition moved to another worker");
        }
      }
      case RUNNING -> job.control().cancel("its partition moved to another worker");
      case PUBLISHING, ENDED -> {}
    }
  }

  boolean isCurrent(int partition, long epoch) {
    ActivePartition owner = partitions.get(partition);
    return owner != null && owner.epoch() == epoch;
  }

  // --- Cancel and close ----------------------------------------------------------------------

  /** Cancels a job now, or when it arrives. Called from any thread. */
  @Override
  public void cancel(String jobId, String reason) {
    context.runOnContext(
        _ -> {
          cancels.add(jobId, reason);
          for (ActivePartition owner : partitions.values()) {
            ActiveJob job = owner.jobs().get(jobId);
            if (job != null) {
              endEarly(job, FailureCode.FAILURE_CODE_CANCELLED, cancelMessage(job, reason));
            } else if (owner.standing().containsKey(jobId)) {
              endStanding(owner, jobId, FailureCode.FAILURE_CODE_CANCELLED, "cancelled: " + reason);
            }
          }
        });
  }

  @Override
  public void unusable(ControlDeadLetters.Unusable unusable) {
    context.runOnContext(
        _ -> {
          controlDeadLetters.keep(unusable);
          ActivePartition speaker = partitions.get(controlDeadLetters.speaker(unusable));
          if (speaker != null) {
            controlDeadLetters.write(speaker);
          }
        });
  }

  /** A running job's control adds the prefix by itself. */
  private static String cancelMessage(ActiveJob job, String reason) {
    return job.state() == JobState.RUNNING ? reason : "cancelled: " + reason;
  }

  Optional<String> cancelReason(String jobId) {
    return cancels.reason(jobId);
  }

  /** Ends a standing job between two runs, with a result that says why. */
  void endStanding(ActivePartition owner, String jobId, FailureCode code, String message) {
    StandingJob standing = owner.standing().get(jobId);
    JobRequest request = standing.definition().request();
    JobResult result =
        JobResults.failed(request, standing.definition().nextRun(), code, message).build();
    standingJobs.remove(owner, jobId);
    var committed = new ArrayList<ProducerRecord<byte[], byte[]>>();
    committed.add(records.result(result, Optional.empty()));
    committed.add(
        records.progress(JobResults.ended(result, System.currentTimeMillis()), Optional.empty()));
    committed.addAll(owner.memory().endStanding(jobId));
    metrics.ended("standing", result.getStatus());
    exchange.finish(
        Outcome.of(owner.partition(), owner.epoch(), Outcome.NO_OFFSET, committed, _ -> {}));
  }

  /** Whether a status ends a standing job. */
  static boolean endsStanding(JobStatus status) {
    return status == JobStatus.JOB_STATUS_CANCELLED
        || status == JobStatus.JOB_STATUS_DEADLINE_EXCEEDED;
  }

  /** Starts no further run; completes when those that run are answered. */
  Future<Void> drain() {
    context.runOnContext(
        _ -> {
          draining = true;
          exchange.stopTaking();
          queue.close();
          partitions.values().forEach(standingJobs::stop);
          if (outstanding == 0) {
            drained.tryComplete();
          }
        });
    return drained.future();
  }

  boolean isDraining() {
    return draining;
  }

  /** Stops what still runs; nobody waits for it any more. */
  void abandonAll() {
    context.runOnContext(
        _ -> {
          for (ActivePartition owner : List.copyOf(partitions.values())) {
            List.copyOf(owner.jobs().values()).forEach(this::abandon);
          }
          partitions.clear();
        });
  }
}
