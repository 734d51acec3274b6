package io.cliquestream.worker.jobs.admission;

import io.cliquestream.contract.Bounds;
import io.cliquestream.contract.CancelSecrets;
import io.cliquestream.contract.Identifiers;
import io.cliquestream.contract.Partitions;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.engine.Engine;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.ResultScope;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.translation.AlertQuery;
import io.cliquestream.worker.translation.FailureCodes;
import io.cliquestream.worker.translation.JobRequests;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Checks a request against the contract and this worker, before anything is held for it. */
public final class JobAdmission {
  private static final String CUDA = "cuda";
  private static final String CPU = "cpu";

  private final List<Engine> engines;
  private final int partitionCount;

  /**
   * @param engines the preferred one first
   * @param partitionCount partitions of the jobs topic
   */
  public JobAdmission(List<Engine> engines, int partitionCount) {
    this.engines = List.copyOf(engines);
    this.partitionCount = partitionCount;
  }

  /** Partitions of the jobs topic. */
  public int partitions() {
    return partitionCount;
  }

  /**
   * Checks a request.
   *
   * @param partition where it arrived
   * @param epochMillis the time by the clock
   * @throws WorkerException with the stable code of what is wrong
   */
  public AdmittedJob admit(JobRequest request, int partition, long epochMillis) {
    if (!Identifiers.isJobId(request.getJobId())) {
      throw new WorkerException(
          FailureCode.FAILURE_CODE_JOB_ID_INVALID, "not a job id: '" + request.getJobId() + "'");
    }
    if (!Identifiers.isGraphId(request.getGraphId())) {
      throw new WorkerException(
          FailureCode.FAILURE_CODE_GRAPH_ID_INVALID,
          "not a graph id: '" + request.getGraphId() + "'");
    }
    if (Partitions.partitionOf(request.getGraphId(), partitionCount) != partition) {
      throw new WorkerException(
          FailureCode.FAILURE_CODE_RECORD_KEY_MISMATCH,
          "a job of graph '"
              + request.getGraphId()
              + "' does not belong on partition "
              + partition
              + ": its record's key must be the graph id");
    }
    require(
        Identifiers.isTenant(request.getTenant()),
        "a tenant has at most " + Bounds.TENANT_CHARACTERS + " characters");
    int secret = request.getCancelSecretSha256().size();
    require(
        secret == 0 || secret == CancelSecrets.HASH_BYTES,
        "the hash of a job's secret has " + CancelSecrets.HASH_BYTES + " bytes, not " + secret);
    int priority = priority(request);
    require(
        priority >= 0 && priority <= Bounds.HIGHEST_PRIORITY,
        "the priority must be between 0 and " + Bounds.HIGHEST_PRIORITY);
    int parts = request.getSplit().getParts();
    require(
        !request.getSplit().hasParts() || (parts >= 1 && parts <= Bounds.SPLIT_PARTS),
        "a job is cut into 1 to "
            + Bounds.SPLIT_PARTS
            + " parts, not "
            + Integer.toUnsignedString(parts));
    if (request.getTrigger().hasEveryMillis()) {
      long every = request.getTrigger().getEveryMillis();
      require(
          every >= Bounds.MINIMUM_EVERY_MILLIS,
          "a standing job runs every " + Bounds.MINIMUM_EVERY_MILLIS + " ms at most");
    }
    Job job = job(request);
    requireStanding(request, job);
    return new AdmittedJob(job, engine(request), control(request, priority, epochMillis));
  }

  /** What goes on from run to run is for standing jobs alone. */
  private static void requireStanding(JobRequest request, Job job) {
    require(
        request.getResultScope() != ResultScope.UNRECOGNIZED,
        "result scope " + request.getResultScopeValue() + " is none that this worker knows");
    boolean standing =
        request.getTrigger().getEveryVersion() || request.getTrigger().hasEveryMillis();
    require(
        standing || !request.hasAlert(),
        "alerts are for standing jobs: the request needs a trigger");
    require(
        standing || request.getResultScope() == ResultScope.RESULT_SCOPE_WHOLE,
        "differences are for standing jobs: the request needs a trigger");
    var _ = AlertQuery.of(request, job);
  }

  /** The priority, 4 unless the request sets one. */
  static int priority(JobRequest request) {
    return request.hasPriority() ? request.getPriority() : Bounds.DEFAULT_PRIORITY;
  }

  private static Job job(JobRequest request) {
    try {
      return JobRequests.job(request);
    } catch (ComputeException e) {
      throw new WorkerException(FailureCodes.of(e.code()), e.getMessage());
    }
  }

  private static JobControl control(JobRequest request, int priority, long epochMillis) {
    long deadline = request.getDeadlineEpochMillis();
    if (deadline == 0) {
      return JobControl.withPriority(priority);
    }
    // A deadline beyond 2^63 ms is none that anyone will see.
    long left = deadline < 0 ? Long.MAX_VALUE : deadline - epochMillis;
    if (left <= 0) {
      throw new WorkerException(
          FailureCode.FAILURE_CODE_DEADLINE_EXCEEDED,
          "the deadline had passed " + -left + " ms before the job arrived");
    }
    return left > Duration.ofDays(3650).toMillis()
        ? JobControl.withPriority(priority)
        : JobControl.within(Duration.ofMillis(left), priority);
  }

  /** The engine of jobs that ask for none. */
  public Engine preferred() {
    return engines.getFirst();
  }

  private Engine engine(JobRequest request) {
    return switch (request.getEngine()) {
      case ENGINE_PREFERENCE_AUTO -> preferred();
      case ENGINE_PREFERENCE_CPU -> engine(CPU);
      case ENGINE_PREFERENCE_CUDA -> engine(CUDA);
      case UNRECOGNIZED ->
          throw new WorkerException(
              FailureCode.FAILURE_CODE_OPTION_INVALID,
              "engine " + request.getEngineValue() + " is none that this worker knows");
    };
  }

  private Engine engine(String label) {
    Optional<Engine> found =
        engines.stream().filter(engine -> engine.kind().label().equals(label)).findFirst();
    return found.orElseThrow(
        () ->
            new WorkerException(
                FailureCode.FAILURE_CODE_ENGINE_UNAVAILABLE,
                "this worker has no " + label + " engine"));
  }

  private static void require(boolean condition, String message) {
    if (!condition) {
      throw new WorkerException(FailureCode.FAILURE_CODE_OPTION_INVALID, message);
    }
  }
}
