package io.cliquestream.kernels.answer;

import java.util.SortedMap;

/**
 * A finished job.
 *
 * @param engine which engine computed it: {@link EngineKind#CPU} or {@link EngineKind#CUDA}
 * @param plan what the planner chose, as names and values
 * @param prepareNanos time spent on, or waiting for, orientations; the next two are parts of it
 * @param computeNanos time of the algorithm itself
 * @param copyNanos time that bringing the graph to a device took; 0 on the host
 * @param planNanos time of plans made over the oriented graph before anything was counted
 */
public record JobOutcome(
    EngineKind engine,
    Answer answer,
    SortedMap<String, String> plan,
    long prepareNanos,
    long computeNanos,
    long copyNanos,
    long planNanos) {

  /** An outcome of which only the two sums are known. */
  public JobOutcome(
      EngineKind engine,
      Answer answer,
      SortedMap<String, String> plan,
      long prepareNanos,
      long computeNanos) {
    this(engine, answer, plan, prepareNanos, computeNanos, 0, 0);
  }

  /** The same with another plan. */
  public JobOutcome withPlan(SortedMap<String, String> other) {
    return new JobOutcome(engine, answer, other, prepareNanos, computeNanos, copyNanos, planNanos);
  }
}
