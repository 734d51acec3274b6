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
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.job.MotifMethod;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.part.PartialAnswer;
import io.cliquestream.kernels.pattern.InducedConversion;
import io.cliquestream.kernels.pattern.LabelShares;
import io.cliquestream.kernels.pattern.MappedMotif;
import io.cliquestream.kernels.pattern.MatchingPlan;
import io.cliquestream.kernels.pattern.Motif;
import io.cliquestream.kernels.pattern.MotifClass;
import java.math.BigInteger;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.DoubleStream;

/**
 * Counts all motifs of a size on a device.
 *
 * <p>By formulas: one pass over the vertices makes the sums that most motifs follow from ({@link
 * MotifSums}), and the others are searched for. Chosen for five vertices. For six, where the job
 * asks for it, a second pass makes homomorphisms that a third of the motifs follow from, the sparse
 * ones ({@link MotifMaps}).
 *
 * <p>By plans: every motif's edge-induced matches along its own plan, whose last vertices are
 * counted by inclusion and exclusion. No motif is enumerated beyond a vertex cover of it. Chosen
 * for three and four vertices, whose plans are as fast as the pass or faster, and for six.
 *
 * <p>Either way the vertex-induced counts follow from the edge-induced ones by {@link
 * InducedConversion}.
 *
 * <p>By subgraphs: {@link CudaSubgraphCensus}. Chosen for six vertices where the graph's degrees
 * are so small that there are fewer subgraphs than elements for 112 plans to look at.
 */
public final class CudaMotifCensus extends PlannedJob<Answer.Motifs> implements SharedJob {
  private static final int FORMULA_SIZE = 5;
  private static final int SUBGRAPH_SIZE = 6;
  private static final String FORMULAS = "formulas";

  private final CudaLibrary library;
  private final long budgetBytes;
  private final PlanCounts counts;
  private final Graph host;
  private final MotifCensus job;

  /** Plans that were made: the choice of a method may have made those that it then follows. */
  private final Map<MotifClass, MatchingPlan> made = new HashMap<>();

  /**
   * A job.
   *
   * @param budgetBytes the device's memory budget
   */
  public CudaMotifCensus(CudaLibrary library, long budgetBytes, Graph host, MotifCensus job) {
    this.library = library;
    this.budgetBytes = budgetBytes;
    this.counts = new PlanCounts(library, host, budgetBytes, job.tuning());
    this.host = host;
    this.job = job;
  }

  /** Whether motifs of that size are counted here; those of seven vertices are the CPU engine's. */
  public static boolean has(MotifCensus job) {
    return job.size() <= SUBGRAPH_SIZE;
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
    MotifMethod method = method(share, symmetric);
    Map<MotifClass, MatchingPlan> plans = new LinkedHashMap<>();
    switch (method) {
      case FORMULAS -> {
        plans.putAll(plans(symmetric, MotifSums.searched(Math.min(job.size(), FORMULA_SIZE))));
        if (job.size() == SUBGRAPH_SIZE) {
          plans.putAll(plans(symmetric, MappedMotif.others()));
        }
      }
      case PLANS -> plans.putAll(plans(symmetric, MotifClass.ofSize(job.size())));
      case SUBGRAPHS -> {}
    }
    prepared(System.nanoTime() - start);
    plan("method", method.name().toLowerCase(Locale.ROOT));
    job.tuning()
        .values()
        .forEach((choice, value) -> plan("forced-" + choice.text(), choice.text(value)));
    SortedMap<String, BigInteger> sums = new TreeMap<>();
    switch (method) {
      case FORMULAS -> addUp(lane, use, share, symmetric, plans, sums);
      case PLANS -> count(lane, use, share, symmetric, plans, sums);
      case SUBGRAPHS ->
          new CudaSubgraphCensus(library, budgetBytes, host, job.size(), job.tuning())
              .part(lane, use, share)
              .forEach(
                  (code, count) ->
                      sums.put(MotifClass.name(code), CudaSubgraphCensus.exact(count)));
    }
    return PartialAnswer.ofSums(sums);
  }

  /** The first device's choice, the job's, or what is likely to be faster. */
  private MotifMethod method(Share share, EnumerationGraph symmetric) {
    return SharedSearches.method(share)
        .map(
            method ->
                method.equals(CudaSubgraphCensus.METHOD)
                    ? MotifMethod.SUBGRAPHS
                    : method.startsWith(FORMULAS) ? MotifMethod.FORMULAS : MotifMethod.PLANS)
        .or(job::method)
        .orElseGet(() -> chosen(symmetric));
  }

  private Map<MotifClass, MatchingPlan> plans(EnumerationGraph symmetric, List<MotifClass> motifs) {
    Map<MotifClass, MatchingPlan> plans = new LinkedHashMap<>();
    for (MotifClass motif : motifs) {
      plans.put(motif, made.computeIfAbsent(motif, one -> plan(symmetric, one.pattern())));
    }
    return plans;
  }

  private static MatchingPlan plan(EnumerationGraph symmetric, Pattern pattern) {
    return PlanCounts.plan(
        symmetric, PatternMatch.count(pattern, Induced.EDGE), LabelShares.UNKNOWN);
  }

  private MotifMethod chosen(EnumerationGraph symmetric) {
    if (job.size() == FORMULA_SIZE) {
      return MotifMethod.FORMULAS;
    }
    return job.size() == SUBGRAPH_SIZE && hasFewSubgraphs(symmetric)
        ? MotifMethod.SUBGRAPHS
        : MotifMethod.PLANS;
  }

  /** There are at most {@code trees · Σ d^(k-1)} connected subgraphs, one tree spanning each. */
  private boolean hasFewSubgraphs(EnumerationGraph symmetric) {
    double subgraphs = Math.pow(2, symmetric.degrees().stars()[job.size()]);
    List<MotifClass> motifs = MotifClass.ofSize(job.size());
    long trees =
        motifs.stream().filter(motif -> motif.pattern().edgeCount() == job.size() - 1).count();
    return trees * subgraphs < cost(plans(symmetric, motifs).values());
  }

  /** Every vertex's walks are added up over all arcs. */
  private double mapsCost(EnumerationGraph symmetric) {
    double vertices = symmetric.record().get("vertices");
    return EnumeratePolicy.MAP_ELEMENTS * vertices * symmetric.record().get("arcs");
  }

  private static double cost(Collection<MatchingPlan> plans) {
    return plans.stream().mapToDouble(MatchingPlan::estimatedCost).sum();
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
    lane.control().beginPhase(Phase.COMPUTING, cost(plans.values()));
    search(lane, symmetric, plans, searches, 0, sums);
  }

  /**
   * By formulas: the pass is the first search, as long as what it begins with: wedges in pairs. Of
   * six vertices the homomorphisms are the second.
   */
  private void addUp(
      Lane lane,
      GraphUse use,
      Share share,
      EnumerationGraph symmetric,
      Map<MotifClass, MatchingPlan> plans,
      SortedMap<String, BigInteger> sums) {
    double pass = plan(symmetric, Motif.BICLIQUE_2_3.pattern()).estimatedCost();
    boolean maps = job.size() == SUBGRAPH_SIZE;
    counts.requireSums(lane, use, symmetric, plans.values(), maps);
    double[] costs =
        DoubleStream.concat(
                maps ? DoubleStream.of(pass, mapsCost(symmetric)) : DoubleStream.of(pass),
                plans.values().stream().mapToDouble(MatchingPlan::estimatedCost))
            .toArray();
    SharedSearches searches =
        new SharedSearches(share, FORMULAS + ":" + PlanCounts.fingerprint(plans.values()), costs);
    lane.control().beginPhase(Phase.COMPUTING, DoubleStream.of(costs).sum());
    Optional<SearchRoots> roots = searches.begin(0);
    if (roots.isPresent()) {
      try (EnumerationRun run = counts.openSums(lane, symmetric)) {
        run.run(pass, roots.get());
        sums.putAll(MotifSums.named(run.classCounts()));
      }
    }
    if (maps) {
      Optional<SearchRoots> mapped = searches.begin(1);
      if (mapped.isPresent()) {
        try (EnumerationRun run = counts.openMaps(lane, symmetric)) {
          run.run(costs[1], mapped.get());
          sums.putAll(MotifMaps.named(run.classCounts()));
        }
      }
    }
    search(lane, symmetric, plans, searches, maps ? 2 : 1, sums);
  }

  private void search(
      Lane lane,
      EnumerationGraph symmetric,
      Map<MotifClass, MatchingPlan> plans,
      SharedSearches searches,
      int firstPhase,
      SortedMap<String, BigInteger> sums) {
    int phase = firstPhase;
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
