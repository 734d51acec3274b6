package io.cliquestream.kernels.cuda.enumerate;

import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.graph.DeviceJob;
import io.cliquestream.kernels.cuda.graph.GraphKnowledge;
import io.cliquestream.kernels.cuda.graph.GraphUse;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.job.Answer;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.job.Phase;
import io.cliquestream.kernels.pattern.InducedConversion;
import io.cliquestream.kernels.pattern.MatchingPlan;
import io.cliquestream.kernels.pattern.Motif;
import java.math.BigInteger;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Counts all motifs of a size on a device: every motif's edge-induced matches along its own plan,
 * whose last vertices are counted by inclusion and exclusion, and from these the vertex-induced
 * counts by {@link InducedConversion}. No motif is enumerated beyond a vertex cover of it.
 */
public final class CudaMotifCensus implements DeviceJob<Answer.Motifs> {
  private final PlanCounts counts;
  private final Graph host;
  private final MotifCensus job;
  private final SortedMap<String, String> plan = new TreeMap<>();
  private long prepareNanos;

  /**
   * A job.
   *
   * @param budgetBytes the device's memory budget
   */
  public CudaMotifCensus(CudaLibrary library, long budgetBytes, Graph host, MotifCensus job) {
    this.counts = new PlanCounts(library, host, budgetBytes);
    this.host = host;
    this.job = job;
  }

  @Override
  public long bytes(GraphKnowledge known) {
    return counts.bytes(known);
  }

  @Override
  public Answer.Motifs run(Lane lane, GraphUse use) {
    plan.clear();
    prepareNanos = use.prepareNanos();
    plan.put("graph", use.found() ? "resident" : "prepared");
    plan.put("method", "plans");
    Map<Motif, BigInteger> edgeInduced = new EnumMap<>(Motif.class);
    if (host.edgeCount() == 0) {
      Motif.ofSize(job.size()).forEach(motif -> edgeInduced.put(motif, BigInteger.ZERO));
    } else {
      count(lane, use, edgeInduced);
    }
    SortedMap<String, BigInteger> answer = new TreeMap<>();
    new InducedConversion(job.size())
        .induced(edgeInduced)
        .forEach((motif, count) -> answer.put(motif.label(), count));
    return new Answer.Motifs(answer);
  }

  private void count(Lane lane, GraphUse use, Map<Motif, BigInteger> edgeInduced) {
    long start = System.nanoTime();
    SymmetricGraph symmetric = counts.symmetric(lane, use);
    prepareNanos += System.nanoTime() - start;
    Map<Motif, MatchingPlan> plans = new EnumMap<>(Motif.class);
    double cost = 0;
    for (Motif motif : Motif.ofSize(job.size())) {
      MatchingPlan made = PlanCounts.counting(symmetric, motif.pattern(), Induced.EDGE);
      plans.put(motif, made);
      cost += made.estimatedCost();
    }
    lane.control().beginPhase(Phase.COMPUTING, cost);
    plans.forEach(
        (motif, by) ->
            edgeInduced.put(motif, counts.count(lane, use, symmetric, by, by.estimatedCost())));
  }

  @Override
  public SortedMap<String, String> plan() {
    return plan;
  }

  @Override
  public long prepareNanos() {
    return prepareNanos;
  }
}
