package io.cliquestream.kernels.cpu;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.cpu.core.CpuCoreNumbers;
import io.cliquestream.kernels.cpu.estimate.CpuCliqueEstimate;
import io.cliquestream.kernels.cpu.kclique.CpuCliqueListing;
import io.cliquestream.kernels.cpu.kclique.CpuKCliqueCount;
import io.cliquestream.kernels.cpu.match.CpuMotifPlans;
import io.cliquestream.kernels.cpu.match.CpuPatternMatch;
import io.cliquestream.kernels.cpu.maxclique.CpuMaximumClique;
import io.cliquestream.kernels.cpu.maximalclique.CpuMaximalCliques;
import io.cliquestream.kernels.cpu.motif.CpuMotifCensus;
import io.cliquestream.kernels.cpu.schedule.CpuJobRun;
import io.cliquestream.kernels.cpu.triangle.CpuTriangleCount;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.job.CliqueEstimate;
import io.cliquestream.kernels.job.CliqueListing;
import io.cliquestream.kernels.job.CoreDecomposition;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.MaximalCliques;
import io.cliquestream.kernels.job.MaximumClique;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.job.MotifMethod;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.job.TriangleCount;
import io.cliquestream.kernels.job.TriangleMethod;

/** Which algorithm does which job. */
public final class CpuAlgorithms {
  private CpuAlgorithms() {}

  /** Runs a job to its answer, or to the end that its control brings. */
  public static Answer run(Job job, CpuJobRun run) {
    return run.run(() -> answer(job, run));
  }

  /** The answer of a run that has begun; of a part's run what its roots add to it. */
  public static Answer answer(Job job, CpuJobRun run) {
    return switch (job) {
      case TriangleCount count -> CpuTriangleCount.run(count, run);
      case KCliqueCount count -> CpuKCliqueCount.run(count, run);
      case MaximumClique search -> CpuMaximumClique.run(search, run);
      case MaximalCliques enumeration -> CpuMaximalCliques.run(enumeration, run);
      case MotifCensus census -> motifs(census, run);
      case PatternMatch match -> CpuPatternMatch.run(match, run);
      case CliqueListing listing -> CpuCliqueListing.run(listing, run);
      case CliqueEstimate estimate -> CpuCliqueEstimate.run(estimate, run);
      case CoreDecomposition decomposition -> CpuCoreNumbers.run(decomposition, run);
    };
  }

  /** Whether this engine has the method that a job asks for. */
  public static boolean has(Job job) {
    return switch (job) {
      case TriangleCount count ->
          count.method().filter(method -> method != TriangleMethod.WEDGES).isEmpty();
      case KCliqueCount count -> !count.tuning().paper();
      case MaximumClique search -> !search.isBreadthFirst();
      case MotifCensus census -> method(census) != MotifMethod.SUBGRAPHS;
      case MaximalCliques _,
          PatternMatch _,
          CliqueListing _,
          CliqueEstimate _,
          CoreDecomposition _ ->
          true;
    };
  }

  /** Whether a census goes by formulas alone, not by plans. */
  public static boolean byFormulas(MotifCensus job) {
    return method(job) == MotifMethod.FORMULAS && CpuMotifCensus.hasFormulas(job.size());
  }

  private static MotifMethod method(MotifCensus job) {
    boolean formulas = CpuMotifCensus.hasFormulas(job.size());
    return job.method().orElse(formulas ? MotifMethod.FORMULAS : MotifMethod.PLANS);
  }

  /**
   * By formulas as far as they go, unless the job says otherwise.
   *
   * @throws ComputeException ENGINE_UNAVAILABLE for a method that this engine has not
   */
  private static Answer motifs(MotifCensus job, CpuJobRun run) {
    return switch (method(job)) {
      case FORMULAS ->
          CpuMotifCensus.hasFormulas(job.size())
              ? CpuMotifCensus.run(job, run)
              : CpuMotifPlans.run(job, run);
      case PLANS -> CpuMotifPlans.run(job, run);
      case SUBGRAPHS ->
          throw new ComputeException(
              FailureCode.ENGINE_UNAVAILABLE,
              "the CPU engine does not visit subgraphs one by one; the CUDA engine does");
    };
  }
}
