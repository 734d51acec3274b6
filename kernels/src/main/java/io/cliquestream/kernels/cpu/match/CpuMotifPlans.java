package io.cliquestream.kernels.cpu.match;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Phase;
import io.cliquestream.kernels.cpu.schedule.CpuJobRun;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.pattern.MatchingPlan;
import io.cliquestream.kernels.pattern.MotifClass;
import io.cliquestream.kernels.pattern.PlanCompiler;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Counts all motifs of 3 to 6 vertices on the CPU along a plan for each class: edge-induced
 * matches, converted to vertex-induced counts.
 */
public final class CpuMotifPlans {
  private CpuMotifPlans() {}

  /**
   * Runs the job.
   *
   * @throws io.cliquestream.kernels.failure.ComputeException HOPELESS, with the estimate, for plans
   *     that ten years would not do
   */
  public static Answer run(MotifCensus job, CpuJobRun run) {
    return answer(job, sums(job, run));
  }

  /** The sums of the plans' terms over the run's roots, by motif and plan. */
  public static SortedMap<String, BigInteger> sums(MotifCensus job, CpuJobRun run) {
    run.plan("method", "plans");
    SortedMap<String, BigInteger> sums = new TreeMap<>();
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
            sums.put(PlanSums.name(motif.name(), plan), graph.sum(plan, part));
            part.finishPart();
          });
    }
    return sums;
  }

  /**
   * The answer that sums over all roots make.
   *
   * @throws io.cliquestream.kernels.failure.ComputeException INTERNAL when they are not of one plan
   *     for each motif
   */
  public static Answer answer(MotifCensus job, SortedMap<String, BigInteger> sums) {
    Map<MotifClass, BigInteger> edgeInduced = new LinkedHashMap<>();
    for (MotifClass motif : MotifClass.ofSize(job.size())) {
      edgeInduced.put(motif, PlanSums.count(motif.name(), sums));
    }
    SortedMap<String, BigInteger> counts = new TreeMap<>();
    MotifClass.conversion(job.size())
        .induced(edgeInduced)
        .forEach((motif, count) -> counts.put(motif.name(), count));
    return new Answer.Motifs(counts);
  }
}
