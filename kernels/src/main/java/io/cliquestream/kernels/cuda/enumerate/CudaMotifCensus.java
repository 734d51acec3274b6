package io.cliquestream.kernels.cuda.enumerate;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.control.Phase;
import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.graph.GraphKnowledge;
import io.cliquestream.kernels.cuda.graph.GraphUse;
import io.cliquestream.kernels.cuda.graph.PlannedJob;
import io.cliquestream.kernels.cuda.graph.SharedJob;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.cuda.share.Share;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.job.MotifMethod;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.part.PartialAnswer;
import io.cliquestream.kernels.pattern.InducedConversion;
import io.cliquestream.kernels.pattern.MatchingPlan;
import io.cliquestream.kernels.pattern.MotifClass;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Counts all motifs of a size on a device.
 *
 * <p>By plans: every motif's edge-induced matches along its own plan, whose last vertices are
 * counted by inclusion and exclusion, and from these the vertex-induced counts by {@link
 * InducedConversion}. No motif is enumerated beyond a vertex cover of it.
 *
 * <p>By subgraphs: {@link CudaSubgraphCensus}. Chosen for six vertices where the graph's degrees
 * are so small that there are fewer subgraphs than elements for 112 plans to look at.
 */
public final class CudaMotifCensus extends PlannedJob<Answer.Motifs> implements SharedJob {
  private static final int SUBGRAPH_SIZE = 6;

  private final CudaLibrary library;
  private final long budgetBytes;
  private final PlanCounts counts;
  private final Graph host;
  private final MotifCensus job;

  /**
   * A job.
   *
   * @param budgetBytes the device's memory budget
   * @throws ComputeException ENGINE_UNAVAILABLE for the formulas, which the CPU engine has
   */
  public CudaMotifCensus(CudaLibrary library, long budgetBytes, Graph host, MotifCensus job) {
    if (job.method().filter(method -> method == MotifMethod.FORMULAS).isPresent()) {
      throw new ComputeException(
          FailureCode.ENGINE_UNAVAILABLE,
          "the CUDA engine does not count motifs by formulas; the CPU engine does");
    }
    this.library = library;
    this.budgetBytes = budgetBytes;
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
    return DividedSums.motifs(job.size(), part(lane, use, Share.alone()).sums());
  }

  /** Counts a part; {@link DividedSums#motifs} makes an answer of the sum. */
  @Override
  public PartialAnswer part(Lane lane, GraphUse use, Share share) {
    begin(use);
    if (host.edgeCount() == 0) {
      return PartialAnswer.NOTHING;
    }
    long start = System.nanoTime();
    EnumerationGraph symmetric = counts.symmetric(lane, use);
    Map<MotifClass, MatchingPlan> plans = plans(symmetric);
    prepared(System.nanoTime() - start);
    SortedMap<String, BigInteger> sums = new TreeMap<>();
    if (method(share, symmetric, plans) == MotifMethod.SUBGRAPHS) {
      plan("method", "subgraphs");
      new CudaSubgraphCensus(library, budgetBytes, host, job.size())
          .part(lane, use, share)
          .forEach(
              (code, count) -> sums.put(MotifClass.name(code), CudaSubgraphCensus.exact(count)));
    } else {
      plan("method", "plans");
      count(lane, use, share, symmetric, plans, sums);
    }
    return PartialAnswer.ofSums(sums);
  }

  /** The first device's choice, the job's, or what is likely to be faster. */
  private MotifMethod method(
      Share share, EnumerationGraph symmetric, Map<MotifClass, MatchingPlan> plans) {
    return SharedSearches.method(share)
        .map(
            method ->
                method.equals(CudaSubgraphCensus.METHOD)
                    ? MotifMethod.SUBGRAPHS
                    : MotifMethod.PLANS)
        .or(job::method)
        .orElseGet(() -> chosen(symmetric, plans));
  }

  private Map<MotifClass, MatchingPlan> plans(EnumerationGraph symmetric) {
    Map<MotifClass, MatchingPlan> plans = new LinkedHashMap<>();
    if (!job.method().equals(Optional.of(MotifMethod.SUBGRAPHS))) {
      for (MotifClass motif : MotifClass.ofSize(job.size())) {
        plans.put(
            motif, PlanCounts.plan(symmetric, PatternMatch.count(motif.pattern(), Induced.EDGE)));
      }
    }
    return plans;
  }

  /** There are at most {@code trees · Σ d^(k-1)} connected subgraphs, one tree spanning each. */
  private MotifMethod chosen(EnumerationGraph symmetric, Map<MotifClass, MatchingPlan> plans) {
    double subgraphs = Math.pow(2, symmetric.degrees().stars()[job.size()]);
    long trees =
        plans.keySet().stream()
            .filter(motif -> motif.pattern().edgeCount() == job.size() - 1)
            .count();
    return job.size() == SUBGRAPH_SIZE && trees * subgraphs < cost(plans)
        ? MotifMethod.SUBGRAPHS
        : MotifMethod.PLANS;
  }

  private static double cost(Map<MotifClass, MatchingPlan> plans) {
    return plans.values().stream().mapToDouble(MatchingPlan::estimatedCost).sum();
  }

  private void count(
      Lane lane,
      GraphUse use,
      Share share,
      EnumerationGraph symmetric,
      Map<MotifClass, MatchingPlan> plans,
      SortedMap<String, BigInteger> sums) {
    counts.require(lane, use, symmetric, plans.values(), 0);
    SharedSearches searches =
        new SharedSearches(
            share,
            "plans:" + PlanCounts.fingerprint(plans.values()),
            plans.values().stream().mapToDouble(MatchingPlan::estimatedCost).toArray());
    lane.control().beginPhase(Phase.COMPUTING, cost(plans));
    int phase = 0;
    for (var entry : plans.entrySet()) {
      MatchingPlan by = entry.getValue();
      Optional<SearchRoots> roots = searches.begin(phase++);
      if (roots.isPresent()) {
        try (EnumerationRun run = counts.open(lane, symmetric, by, 0)) {
          run.run(by.estimatedCost(), roots.get());
          sums.put(DividedSums.name(entry.getKey().name(), by), run.sum());
        }
      }
    }
  }
}
