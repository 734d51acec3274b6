package io.cliquestream.worker.jobs.run;

import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.engine.Engine;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.v1.JobPhase;
import io.cliquestream.v1.JobProgress;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.RunCost;
import io.cliquestream.v1.SplitProgress;
import io.cliquestream.worker.graphs.GraphLease;
import io.cliquestream.worker.jobs.JobMetrics;
import io.cliquestream.worker.jobs.JobState;
import io.cliquestream.worker.jobs.admission.AdmittedJob;
import io.cliquestream.worker.jobs.admission.Demand;
import io.cliquestream.worker.jobs.exchange.Provenance;
import io.cliquestream.worker.jobs.partition.Partition;
import io.cliquestream.worker.jobs.split.PlanTrail;
import io.cliquestream.worker.trace.RunTrace;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One run of a job on this worker, from its arrival to its committed result. Its state is changed
 * by the coordinator alone; the lane that computes it and the progress publisher only read.
 */
public final class ActiveJob {
  private final JobRequest request;
  private final Job job;
  private final Engine engine;
  private final JobControl control;
  private final Partition partition;
  private final long offset;
  private final PlanTrail plans;
  private final long run;
  private final RunOrigin origin;
  private final Optional<byte[]> trace;
  private final RunTrace spans;
  private final long arrivedNanos;
  private final JobMetrics metrics;
  private volatile JobState state = JobState.RECEIVED;
  private volatile GraphLease lease;
  private final JobAttempts attempts;
  private volatile OptionalLong cancelledNanos = OptionalLong.empty();
  private long deadlineTimer = -1;
  private final RunClock clock = new RunClock();
  private volatile Demand demand;
  private volatile long usedNanos;
  private volatile SplitProgress split;

  /**
   * @param provenance who may have begun this run before
   * @param received traceparent of the request, if it has one
   * @param spans of this run
   */
  public ActiveJob(
      JobRequest request,
      AdmittedJob admitted,
      Partition partition,
      long offset,
      Provenance provenance,
      long run,
      RunOrigin origin,
      Optional<byte[]> received,
      RunTrace spans,
      long arrivedNanos,
      JobMetrics metrics) {
    this.request = request;
    this.job = admitted.job();
    this.engine = admitted.engine();
    this.control = admitted.control();
    this.attempts = new JobAttempts(control);
    this.partition = partition;
    this.offset = offset;
    this.plans = PlanTrail.of(provenance);
    this.run = run;
    this.origin = origin;
    this.trace = spans.header(received);
    this.spans = spans;
    this.arrivedNanos = arrivedNanos;
    this.metrics = metrics;
    metrics.entered(state);
    clock.arrived(arrivedNanos);
  }

  public JobRequest request() {
    return request;
  }

  public String jobId() {
    return request.getJobId();
  }

  public Job job() {
    return job;
  }

  public Engine engine() {
    return engine;
  }

  public JobControl control() {
    return control;
  }

  /** Starts to compute, perhaps once more; the attempt ends as if at a deadline after the limit. */
  public JobControl begin(Duration limit) {
    clock.begun();
    return attempts.begin(limit);
  }

  /** The control of the present try to compute it; the job's own before the first. */
  public JobControl attempt() {
    return attempts.current();
  }

  /**
   * Stops the present try; the job is computed again later.
   *
   * @return false when there is none to stop
   */
  public boolean displace() {
    return attempts.displace();
  }

  /** Whether the present try was stopped for the sake of others, and for nothing else. */
  boolean isDisplaced() {
    return attempts.isDisplaced();
  }

  /** The assignment under which it runs. */
  public Partition partition() {
    return partition;
  }

  /** The record that it answers; {@code Outcome.NO_OFFSET} for a run of a standing job. */
  public long offset() {
    return offset;
  }

  /** Where plans of its parts may lie, of this try and of those before. */
  PlanTrail plans() {
    return plans;
  }

  /** Why it runs. */
  public RunOrigin origin() {
    return origin;
  }

  public long run() {
    return run;
  }

  /** The header traceparent of its records. */
  public Optional<byte[]> trace() {
    return trace;
  }

  /** Where it is told how far it is. */
  public RunTrace spans() {
    return spans;
  }

  public long arrivedNanos() {
    return arrivedNanos;
  }

  public JobState state() {
    return state;
  }

  /** Moves on; states only ascend. */
  public void enter(JobState next) {
    if (next.number() <= state.number()) {
      throw new IllegalStateException(jobId() + " cannot go from " + state + " to " + next);
    }
    metrics.left(state);
    metrics.entered(next);
    clock.entered(next);
    state = next;
    switch (next) {
      case WAITING_FOR_GRAPH -> spans.begin(RunTrace.Step.GRAPH);
      case QUEUED -> spans.begin(RunTrace.Step.QUEUE);
      case PUBLISHING -> spans.begin(RunTrace.Step.COMMIT);
      // A lane says when it begins; the end says what came of it.
      case RECEIVED, RUNNING, ENDED -> {}
    }
  }

  /** Several workers compute it, and are so far. From its lane. */
  void split(SplitProgress now) {
    split = now;
  }

  /** Adds what is told of it while it has no result. */
  void describe(JobProgress.Builder progress) {
    if (progress.getPhase() == JobPhase.JOB_PHASE_COMPUTING) {
      clock.prepared(System.nanoTime() - attempt().phaseDuration().toNanos());
    }
    progress.setTimes(clock.times());
    SplitProgress parts = split;
    if (parts != null && state == JobState.RUNNING) {
      progress.setSplit(parts);
    }
    cost().ifPresent(progress::setCost);
  }

  /** What it was expected to take; before it is put in the line. */
  public void demand(Demand predicted) {
    demand = predicted;
  }

  /** What it has taken; from the lane. */
  public void used(long processorNanos) {
    usedNanos = processorNanos;
  }

  /** Adds when the run got where, and what it took. */
  public void describe(JobResult.Builder result) {
    result.setTimes(clock.times(result.getTimings()));
    cost().ifPresent(result::setCost);
  }

  private Optional<RunCost> cost() {
    JobOutcome.Memory memory = control.memoryTaken();
    return Optional.ofNullable(demand)
        .map(
            predicted ->
                RunCost.newBuilder()
                    .setPredictedProcessorNanos(predicted.predictedNanos())
                    .setProcessorNanos(usedNanos)
                    .setPredictedHeapBytes(predicted.bytes().heap())
                    .setPredictedOffHeapBytes(predicted.bytes().offHeap())
                    .setAllocatedHeapBytes(memory.allocatedHeapBytes())
                    .setOffHeapBytes(memory.offHeapBytes())
                    .setPredictedDeviceBytes(memory.predictedDeviceBytes())
                    .setDeviceBytes(memory.deviceBytes())
                    .build());
  }

  /** Tells the engine to stop. */
  public void stop(String reason) {
    cancelledNanos = OptionalLong.of(System.nanoTime());
    control.cancel(reason);
  }

  /** When the engine was told to stop, by the monotonic clock. */
  public OptionalLong cancelledNanos() {
    return cancelledNanos;
  }

  public GraphLease lease() {
    return lease;
  }

  public void lease(GraphLease granted) {
    lease = granted;
  }

  /** Gives the graph back; a second call does nothing. */
  public void closeLease() {
    GraphLease held = lease;
    if (held != null) {
      held.close();
    }
  }

  public long deadlineTimer() {
    return deadlineTimer;
  }

  public void deadlineTimer(long timer) {
    deadlineTimer = timer;
  }
}
