package io.cliquestream.kernels.cpu.match;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Phase;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.cpu.motif.WalkMaps;
import io.cliquestream.kernels.cpu.schedule.CpuJobRun;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.job.MotifMethod;
import io.cliquestream.kernels.pattern.MappedMotif;
import io.cliquestream.kernels.pattern.MatchingPlan;
import io.cliquestream.kernels.pattern.MotifClass;
import io.cliquestream.kernels.pattern.PlanCompiler;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Counts all motifs of 3 to 7 vertices on the CPU along a plan for each class: edge-induced
 * matches, converted to vertex-induced counts. By formulas those of six vertices that have one need
 * no plan ({@link WalkMaps}).
 */
public final class CpuMotifPlans {
  private CpuMotifPlans() {}

  /**
   * Runs the job. A stop leaves the motifs that were counted, those of most edges first; by
   * formulas none.
   *
   * @throws io.cliquestream.kernels.failure.ComputeException HOPELESS, with the estimate, for plans
   *     that ten years would not do
   */
  public static Answer run(MotifCensus job, CpuJobRun run) {
    SortedMap<String, BigInteger> sums = new TreeMap<>();
    List<MotifClass> counted = new ArrayList<>();
    try {
      count(job, run, sums, counted);
    } catch (StoppedException e) {
      throw counted.isEmpty() ? e : e.withPartial(answer(job, counted, sums));
    }
    return answer(job, sums);
  }

  /** The sums of the plans' terms over the run's roots, by motif and plan. */
  public static SortedMap<String, BigInteger> sums(MotifCensus job, CpuJobRun run) {
    SortedMap<String, BigInteger> sums = new TreeMap<>();
    count(job, run, sums, new ArrayList<>());
    return sums;
  }

  private static void count(
      MotifCensus job,
      CpuJobRun run,
      SortedMap<String, BigInteger> sums,
      List<MotifClass> counted) {
    boolean formulas = job.method().equals(Optional.of(MotifMethod.FORMULAS));
    run.plan("method", formulas ? "formulas" : "plans");
    if (formulas) {
      sums.putAll(WalkMaps.sums(run));
    }
    List<MotifClass> searched = formulas ? MappedMotif.others() : MotifClass.ofSize(job.size());
    try (CpuPlans graph = new CpuPlans(run, MatchPolicy.DEFAULT, Optional.empty())) {
      // The vertex-induced count of a motif needs those of motifs with more edges.
      LinkedHashMap<MotifClass, MatchingPlan> plans = new LinkedHashMap<>();
      double cost = 0;
      for (MotifClass motif : searched.reversed()) {
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
            if (!formulas) {
              counted.add(motif);
            }
          });
    }
  }

  /**
   * The answer that sums over all roots make.
   *
   * @throws io.cliquestream.kernels.failure.ComputeException INTERNAL when they are not of one plan
   *     for each motif
   */
  public static Answer answer(MotifCensus job, SortedMap<String, BigInteger> sums) {
    return answer(job, MotifClass.ofSize(job.size()), sums);
  }

  private static Answer answer(
      MotifCensus job, List<MotifClass> motifs, SortedMap<String, BigInteger> sums) {
    Map<String, BigInteger> mapped = WalkMaps.areIn(sums) ? WalkMaps.counts(sums) : Map.of();
    Map<MotifClass, BigInteger> edgeInduced = new LinkedHashMap<>();
    for (MotifClass motif : motifs) {
      BigInteger count = mapped.get(motif.name());
      edgeInduced.put(motif, count == null ? PlanSums.count(motif.name(), sums) : count);
    }
    SortedMap<String, BigInteger> counts = new TreeMap<>();
    MotifClass.conversion(job.size())
        .induced(edgeInduced)
        .forEach((motif, count) -> counts.put(motif.name(), count));
    return new Answer.Motifs(counts);
  }
}
