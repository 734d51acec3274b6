package io.cliquestream.kernels.cpu.match;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Phase;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.cpu.ranked.RankedGraph;
import io.cliquestream.kernels.cpu.ranked.RootChunks;
import io.cliquestream.kernels.cpu.schedule.CpuJobRun;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.VertexLabels;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.pattern.GraphSample;
import io.cliquestream.kernels.pattern.GraphSampling;
import io.cliquestream.kernels.pattern.LabelShares;
import io.cliquestream.kernels.pattern.MatchingPlan;
import io.cliquestream.kernels.pattern.MotifFormulas;
import java.math.BigInteger;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** A graph made ready for matching plans on the CPU, and the plans' execution. One job's. */
final class CpuPlans implements AutoCloseable {
  private static final double YEAR_NANOS = 365.0 * 24 * 3600 * 1e9;

  private final CpuJobRun run;
  private final MatchPolicy policy;
  private final RankedGraph graph;
  private final SortedSets operations;
  private final RootChunks chunks;
  private final GraphSample statistics;
  private final Optional<VertexLabels> labels;

  /**
   * Ranks the graph and gives its hubs bit rows.
   *
   * @param labels for patterns that name some
   * @throws io.cliquestream.kernels.control.StoppedException when the job was stopped
   */
  CpuPlans(CpuJobRun run, MatchPolicy policy, Optional<VertexLabels> labels) {
    this.run = run;
    this.policy = policy;
    this.labels = labels;
    this.statistics = GraphSampling.of(run.graph(), run.control());
    this.graph = RankedGraph.of(run);
    try {
      HubRows hubs = new HubRows(graph, policy, run.control());
      run.plan("hub-rows", hubs.count());
      this.operations = new SortedSets(graph, hubs, policy, labels.map(this::byRank).orElse(null));
      this.chunks =
          RootChunks.of(run.roots(graph.vertexCount()), root -> cost(graph, root), run.meter());
    } catch (Throwable failure) {
      graph.close();
      throw failure;
    }
  }

  static double cost(RankedGraph graph, int root) {
    return (double) graph.degree(root) * graph.degree(root) * 16;
  }

  private int[] byRank(VertexLabels labels) {
    int[] byRank = new int[graph.vertexCount()];
    StopMeter meter = run.meter();
    for (int rank = 0; rank < byRank.length; rank++) {
      meter.work(2);
      byRank[rank] = labels.get(graph.vertex(rank));
    }
    return byRank;
  }

  /** What plans for the graph are compiled with, whatever the labels. */
  GraphSample statistics() {
    return statistics;
  }

  /** What plans of a pattern, which may name labels, are compiled with. */
  GraphSample statistics(Pattern pattern) {
    return labels
        .map(known -> LabelShares.of(run.graph(), known, pattern, run.control()))
        .map(statistics::with)
        .orElse(statistics);
  }

  /**
   * Refuses plans that would not end.
   *
   * @throws ComputeException HOPELESS, with the estimate, when ten years would not do
   */
  void requireFeasible(Collection<MatchingPlan> plans) {
    double cost = plans.stream().mapToDouble(MatchingPlan::estimatedCost).sum();
    int threads = run.scheduler().threadCount();
    double years = cost * MatchPolicy.ELEMENT_NANOS / threads / YEAR_NANOS;
    if (years > MatchPolicy.HOPELESS_YEARS) {
      throw new ComputeException(
          FailureCode.HOPELESS,
          String.format(
              Locale.ROOT,
              "these plans would look at about %.0g set elements, or take %.0g years on %d threads",
              cost,
              years,
              threads));
    }
  }

  /** Counts along a plan, as one phase of the job's. A stop leaves a lower bound. */
  Answer.Matches count(MatchingPlan plan) {
    CountingWork work = new CountingWork(graph, plan, operations, policy, chunks);
    try {
      run.control().beginPhase(Phase.COMPUTING, chunks.total());
      run.scheduler().run(run.control(), work);
    } catch (StoppedException e) {
      // No match is met more often than the divisor says.
      BigInteger met = work.total().divide(BigInteger.valueOf(plan.divisor()));
      throw e.withPartial(new Answer.Matches(met, true));
    }
    run.plan("elements", work.elements());
    return new Answer.Matches(MotifFormulas.quotient(work.total(), plan.divisor()), true);
  }

  /** What a search along a plan is predicted to be; the same in every run. */
  PlanWork forecast(MatchingPlan plan) {
    return new PlanForecast(graph, plan, operations, policy.forecastBranches(), 1, run.meter())
        .predict(policy.forecastElements());
  }

  /** The sum of a plan's terms over the run's roots, which counts each match so often. */
  BigInteger sum(MatchingPlan plan, JobControl control) {
    control.beginPhase(Phase.COMPUTING, chunks.total());
    CountingWork work = new CountingWork(graph, plan, operations, policy, chunks);
    run.scheduler().run(control, work);
    return work.total();
  }

  /** Lists at most {@code limit} matches to the job's sink, in the plan's order. */
  Answer.Matches list(MatchingPlan plan, long limit) {
    run.control().beginPhase(Phase.COMPUTING, run.roots(graph.vertexCount()).size());
    return new MatchListing(run, graph, plan, operations, policy).list(limit);
  }

  @Override
  public void close() {
    graph.close();
  }
}
