package io.cliquestream.kernels.cpu.motif;

import io.cliquestream.kernels.cpu.CpuJobRun;
import io.cliquestream.kernels.cpu.match.CpuPlans;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.job.Answer;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.JobControl;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.job.MotifMethod;
import io.cliquestream.kernels.job.Phase;
import io.cliquestream.kernels.pattern.MatchingPlan;
import io.cliquestream.kernels.pattern.Motif;
import io.cliquestream.kernels.pattern.MotifClass;
import io.cliquestream.kernels.pattern.PlanCompiler;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Counts all motifs of a size on the CPU: up to five vertices by formula ({@link MotifCounter}),
 * six along a plan for each of the 112 classes.
 */
public final class CpuMotifCensus {
  private CpuMotifCensus() {}

  /**
   * Runs the job.
   *
   * @throws ComputeException ENGINE_UNAVAILABLE for a method that this engine has not, HOPELESS,
   *     with the estimate, for plans that ten years would not do
   */
  public static Answer run(MotifCensus job, CpuJobRun run) {
    boolean formulas = !Motif.ofSize(job.size()).isEmpty();
    return switch (job.method().orElse(formulas ? MotifMethod.FORMULAS : MotifMethod.PLANS)) {
      case FORMULAS -> byFormulas(job, run);
      case PLANS -> byPlans(job, run);
      case SUBGRAPHS ->
          throw new ComputeException(
              FailureCode.ENGINE_UNAVAILABLE,
              "the CPU engine does not visit subgraphs one by one; the CUDA engine does");
    };
  }

  private static Answer byFormulas(MotifCensus job, CpuJobRun run) {
    run.plan("method", "formulas");
    SortedMap<String, BigInteger> counts = new TreeMap<>();
    new MotifCounter(run)
        .count(Motif.ofSize(job.size()), Induced.VERTEX)
        .forEach((motif, count) -> counts.put(motif.label(), count));
    return new Answer.Motifs(counts);
  }

  private static Answer byPlans(MotifCensus job, CpuJobRun run) {
    run.plan("method", "plans");
    Map<MotifClass, BigInteger> edgeInduced = new LinkedHashMap<>();
    try (CpuPlans graph = new CpuPlans(run)) {
      Map<MotifClass, MatchingPlan> plans = new LinkedHashMap<>();
      double cost = 0;
      for (MotifClass motif : MotifClass.ofSize(job.size())) {
        run.control().checkStopped();
        MatchingPlan plan =
            PlanCompiler.counting(motif.pattern(), Induced.EDGE, graph.statistics());
        plans.put(motif, plan);
        cost += plan.estimatedCost();
      }
      graph.requireFeasible(plans.values());
      run.control().beginPhase(Phase.COMPUTING, cost);
      plans.forEach(
          (motif, plan) -> {
            JobControl part = run.control().part(plan.estimatedCost());
            edgeInduced.put(motif, graph.count(plan, part));
            part.finishPart();
          });
    }
    SortedMap<String, BigInteger> counts = new TreeMap<>();
    MotifClass.conversion(job.size())
        .induced(edgeInduced)
        .forEach((motif, count) -> counts.put(motif.name(), count));
    return new Answer.Motifs(counts);
  }
}
