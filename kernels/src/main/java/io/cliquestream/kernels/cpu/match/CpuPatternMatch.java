package io.cliquestream.kernels.cpu.match;

import io.cliquestream.kernels.cpu.CpuJobRun;
import io.cliquestream.kernels.cpu.kclique.CpuKCliqueCount;
import io.cliquestream.kernels.cpu.motif.MotifCounter;
import io.cliquestream.kernels.cpu.ranked.RankedGraph;
import io.cliquestream.kernels.cpu.ranked.RootChunks;
import io.cliquestream.kernels.job.Answer;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.job.Phase;
import io.cliquestream.kernels.pattern.GraphStatistics;
import io.cliquestream.kernels.pattern.MatchingPlan;
import io.cliquestream.kernels.pattern.Motif;
import io.cliquestream.kernels.pattern.PlanCompiler;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;

/**
 * Matches patterns on the CPU: counts of up to five vertices by formula ({@link MotifCounter}),
 * larger cliques by the clique counter, other counts and all listings by a {@link MatchingPlan}.
 */
public final class CpuPatternMatch {
  private final PatternMatch job;
  private final CpuJobRun run;
  private final MatchPolicy policy;

  private CpuPatternMatch(PatternMatch job, CpuJobRun run, MatchPolicy policy) {
    this.job = job;
    this.run = run;
    this.policy = policy;
  }

  /** Runs the job. */
  public static Answer run(PatternMatch job, CpuJobRun run) {
    Optional<Motif> motif = Motif.of(job.pattern());
    if (motif.isPresent() && !job.list()) {
      run.plan("method", "formulas");
      run.plan("motif", motif.get().label());
      BigInteger count =
          new MotifCounter(run).count(List.of(motif.get()), job.induced()).get(motif.get());
      return new Answer.Matches(count, true);
    }
    int vertices = job.pattern().vertexCount();
    if (!job.list() && job.pattern().edgeCount() == vertices * (vertices - 1) / 2) {
      var cliques = (Answer.KCliques) CpuKCliqueCount.run(KCliqueCount.of(vertices), run);
      return new Answer.Matches(cliques.counts().get(vertices), true);
    }
    return runByPlan(job, run, MatchPolicy.DEFAULT);
  }

  /** Runs the job along a matching plan, whatever the pattern. */
  static Answer.Matches runByPlan(PatternMatch job, CpuJobRun run, MatchPolicy policy) {
    return new CpuPatternMatch(job, run, policy).byPlan();
  }

  private Answer.Matches byPlan() {
    try (RankedGraph graph = RankedGraph.of(run)) {
      HubRows hubs = new HubRows(graph, policy, run.control());
      SortedSets operations = new SortedSets(graph, hubs, policy);
      GraphStatistics statistics =
          GraphSampling.of(graph, operations, policy.closureSamples(), run.meter());
      MatchingPlan plan =
          job.list()
              ? PlanCompiler.listing(job.pattern(), job.induced(), statistics)
              : PlanCompiler.counting(job.pattern(), job.induced(), statistics);
      run.plan("method", "plan");
      run.plan("plan", plan.explain());
      run.plan("hub-rows", hubs.count());
      if (job.list()) {
        run.control().beginPhase(Phase.COMPUTING, graph.vertexCount());
        return new MatchListing(run, graph, plan, operations, policy).list(job.limit());
      }
      return count(graph, plan, operations);
    }
  }

  private Answer.Matches count(RankedGraph graph, MatchingPlan plan, SortedSets operations) {
    RootChunks chunks =
        RootChunks.of(
            graph.vertexCount(),
            root -> (double) graph.degree(root) * graph.degree(root) * 16,
            run.meter());
    run.control().beginPhase(Phase.COMPUTING, chunks.total());
    CountingWork work = new CountingWork(graph, plan, operations, policy, chunks);
    run.scheduler().run(run.control(), work);
    BigInteger[] parts = work.total().divideAndRemainder(BigInteger.valueOf(plan.divisor()));
    if (parts[1].signum() != 0) {
      throw new IllegalStateException(work.total() + " is not a multiple of " + plan.divisor());
    }
    return new Answer.Matches(parts[0], true);
  }
}
