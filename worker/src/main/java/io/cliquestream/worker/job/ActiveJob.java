package io.cliquestream.worker.job;

import io.cliquestream.kernels.engine.Engine;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.JobControl;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.worker.graph.GraphLease;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One run of a job on this worker, from its arrival to its committed result. Its state is changed
 * by the coordinator alone; the lane that computes it and the progress publisher only read.
 */
final class ActiveJob {
  private final JobRequest request;
  private final Job job;
  private final Engine engine;
  private final JobControl control;
  private final int partition;
  private final long epoch;
  private final long offset;
  private final long run;
  private final Optional<byte[]> trace;
  private final long arrivedNanos;
  private final JobMetrics metrics;
  private volatile JobState state = JobState.RECEIVED;
  private volatile GraphLease lease;
  private volatile OptionalLong cancelledNanos = OptionalLong.empty();
  private long deadlineTimer = -1;

  ActiveJob(
      JobRequest request,
      AdmittedJob admitted,
      int partition,
      long epoch,
      long offset,
      long run,
      Optional<byte[]> trace,
      long arrivedNanos,
      JobMetrics metrics) {
    this.request = request;
    this.job = admitted.job();
    this.engine = admitted.engine();
    this.control = admitted.control();
    this.partition = partition;
    this.epoch = epoch;
    this.offset = offset;
    this.run = run;
    this.trace = trace;
    this.arrivedNanos = arrivedNanos;
    this.metrics = metrics;
    metrics.entered(state);
  }

  JobRequest request() {
    return request;
  }

  String jobId() {
    return request.getJobId();
  }

  Job job() {
    return job;
  }

  Engine engine() {
    return engine;
  }

  JobControl control() {
    return control;
  }

  int partition() {
    return partition;
  }

  long epoch() {
    return epoch;
  }

  long offset() {
    return offset;
  }

  boolean isStandingRun() {
    return offset == Outcome.NO_OFFSET;
  }

  long run() {
    return run;
  }

  Optional<byte[]> trace() {
    return trace;
  }

  long arrivedNanos() {
    return arrivedNanos;
  }

  JobState state() {
    return state;
  }

  /** Moves on; states only ascend. */
  void enter(JobState next) {
    if (next.number() <= state.number()) {
      throw new IllegalStateException(jobId() + " cannot go from " + state + " to " + next);
    }
    metrics.left(state);
    metrics.entered(next);
    state = next;
  }

  /** Tells the engine to stop. */
  void stop(String reason) {
    cancelledNanos = OptionalLong.of(System.nanoTime());
    control.cancel(reason);
  }

  /** When the engine was told to stop, by the monotonic clock. */
  OptionalLong cancelledNanos() {
    return cancelledNanos;
  }

  GraphLease lease() {
    return lease;
  }

  void lease(GraphLease granted) {
    lease = granted;
  }

  /** Gives the graph back; a second call does nothing. */
  void closeLease() {
    GraphLease held = lease;
    if (held != null) {
      held.close();
    }
  }

  long deadlineTimer() {
    return deadlineTimer;
  }

  void deadlineTimer(long timer) {
    deadlineTimer = timer;
  }
}
