package io.cliquestream.kernels.cuda.enumerate;

import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.graph.DeviceGraphMemory;
import io.cliquestream.kernels.cuda.graph.GraphKnowledge;
import io.cliquestream.kernels.cuda.graph.GraphUse;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.cuda.library.NativeRecord;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.pattern.MatchingPlan;
import io.cliquestream.kernels.pattern.PlanCompiler;
import java.lang.foreign.Arena;
import java.math.BigInteger;

/** What every job on matching plans shares: the symmetric graph, plans for it, and counts. */
final class PlanCounts {
  private final CudaLibrary library;
  private final Graph host;
  private final long bitBytes;
  private final long guessedBytes;

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
    this.guessedBytes =
        Math.min(EnumeratePolicy.GUESSED_BYTES, budgetBytes / EnumeratePolicy.BUDGET_SHARE);
  }

  /** Device bytes of the symmetric graph and a run. */
  long bytes(GraphKnowledge known) {
    return EnumerationGraph.bytes(known, bitBytes)
        + known.bytesOf(EnumerationRun.class).orElse(guessedBytes)
        + 2 * DeviceGraphMemory.SMALL;
  }

  /** The symmetric graph, made if it is not there. */
  EnumerationGraph symmetric(Lane lane, GraphUse use) {
    return use.attach(
        EnumerationGraph.class,
        lane,
        on -> EnumerationGraph.make(on, library, use, host, bitBytes));
  }

  /**
   * A run of a plan, for the caller to close.
   *
   * @param limit most matches that are wanted, of a plan that lists
   * @throws ComputeException ENGINE_UNAVAILABLE for a plan beyond the device's bounds
   */
  EnumerationRun open(
      Lane lane, GraphUse use, EnumerationGraph symmetric, MatchingPlan plan, long limit) {
    if (!PlanRecord.fits(plan)) {
      throw new ComputeException(
          FailureCode.ENGINE_UNAVAILABLE,
          "the plan for " + plan.pattern() + " has more sets or terms than the CUDA engine takes");
    }
    return new EnumerationRun(
        lane, library, use, symmetric, PlanRecord.of(library, plan, host.vertexCount()), limit);
  }

  /**
   * A run over all connected subgraphs, for the caller to close.
   *
   * @param kind the C library's CS_ENUMERATE_CENSUS or _MODULE
   */
  EnumerationRun open(
      Lane lane, GraphUse use, EnumerationGraph symmetric, int kind, EnumerationProgram program) {
    NativeRecord plan =
        library
            .allocate("cs_enumerate_plan", Arena.ofAuto())
            .set("kind", kind)
            .set("vertices", program.vertices())
            .set("enumerated", program.vertices())
            .set("size_count", program.classes());
    for (int i = 0; i < program.arguments().size(); i++) {
      plan.setWord("coefficients", i, program.arguments().get(i));
    }
    return new EnumerationRun(lane, library, use, symmetric, plan, 0);
  }

  /** The C library. */
  CudaLibrary library() {
    return library;
  }

  /**
   * The plan of a job.
   *
   * @throws ComputeException GRAPH_TOO_LARGE when the count may not fit the device's sums
   */
  static MatchingPlan plan(EnumerationGraph symmetric, PatternMatch job) {
    if (!job.list() && !symmetric.degrees().countFits(job.pattern().vertexCount())) {
      throw new ComputeException(
          FailureCode.GRAPH_TOO_LARGE,
          "a pattern of "
              + job.pattern().vertexCount()
              + " vertices may have more matches than the CUDA engine's sums hold");
    }
    return PlanCompiler.of(job, symmetric.degrees().statistics());
  }

  /**
   * Counts along a plan.
   *
   * @param share of the work of the job's phase that this count is
   */
  BigInteger count(
      Lane lane, GraphUse use, EnumerationGraph symmetric, MatchingPlan plan, double share) {
    try (EnumerationRun run = open(lane, use, symmetric, plan, 0)) {
      return count(run, plan, share);
    }
  }

  /** Counts along a plan by a run that is open. */
  static BigInteger count(EnumerationRun run, MatchingPlan plan, double share) {
    run.run(share);
    BigInteger[] parts = run.sum().divideAndRemainder(BigInteger.valueOf(plan.divisor()));
    if (parts[1].signum() != 0) {
      throw new ComputeException(
          FailureCode.INTERNAL, run.sum() + " is not a multiple of " + plan.divisor());
    }
    return parts[0];
  }
}
