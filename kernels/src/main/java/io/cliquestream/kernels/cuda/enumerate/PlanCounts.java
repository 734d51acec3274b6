package io.cliquestream.kernels.cuda.enumerate;

import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.graph.DeviceGraphMemory;
import io.cliquestream.kernels.cuda.graph.GraphKnowledge;
import io.cliquestream.kernels.cuda.graph.GraphUse;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.pattern.MatchingPlan;
import io.cliquestream.kernels.pattern.PlanCompiler;
import java.math.BigInteger;

/** What every job on matching plans shares: the symmetric graph, plans for it, and counts. */
final class PlanCounts {
  private final CudaLibrary library;
  private final Graph host;
  private final long bitBytes;

  /**
   * For jobs on a graph.
   *
   * @param budgetBytes the device's memory budget
   */
  PlanCounts(CudaLibrary library, Graph host, long budgetBytes) {
    this.library = library;
    this.host = host;
    this.bitBytes =
        Math.min(EnumeratePolicy.MOST_BIT_BYTES, budgetBytes / EnumeratePolicy.BIT_SHARE);
  }

  /** Device bytes of the symmetric graph and a run. */
  long bytes(GraphKnowledge known) {
    return SymmetricGraph.bytes(known, bitBytes)
        + known.bytesOf(PlanRun.class).orElse(EnumeratePolicy.GUESSED_BYTES)
        + 2 * DeviceGraphMemory.SMALL;
  }

  /** The symmetric graph, made if it is not there. */
  SymmetricGraph symmetric(Lane lane, GraphUse use) {
    return use.attach(
        SymmetricGraph.class, lane, on -> SymmetricGraph.make(on, library, use, host, bitBytes));
  }

  /** A run of a plan, for the caller to close. */
  PlanRun open(Lane lane, GraphUse use, SymmetricGraph symmetric, MatchingPlan plan) {
    return new PlanRun(lane, library, use, symmetric, plan);
  }

  /**
   * The plan that counts a pattern.
   *
   * @throws ComputeException GRAPH_TOO_LARGE when the count may not fit the device's sums
   */
  static MatchingPlan counting(SymmetricGraph symmetric, Pattern pattern, Induced induced) {
    if (!symmetric.degrees().countFits(pattern.vertexCount())) {
      throw new ComputeException(
          FailureCode.GRAPH_TOO_LARGE,
          "a pattern of "
              + pattern.vertexCount()
              + " vertices may have more matches than the CUDA engine's sums hold");
    }
    return PlanCompiler.counting(pattern, induced, symmetric.degrees().statistics());
  }

  /**
   * Counts along a plan.
   *
   * @param share of the work of the job's phase that this count is
   */
  BigInteger count(
      Lane lane, GraphUse use, SymmetricGraph symmetric, MatchingPlan plan, double share) {
    try (PlanRun run = open(lane, use, symmetric, plan)) {
      run.run(share, (ids, count, vertices) -> true);
      BigInteger[] parts = run.sum().divideAndRemainder(BigInteger.valueOf(plan.divisor()));
      if (parts[1].signum() != 0) {
        throw new ComputeException(
            FailureCode.INTERNAL, run.sum() + " is not a multiple of " + plan.divisor());
      }
      return parts[0];
    }
  }
}
