package io.cliquestream.kernels.cpu.part;

import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.cpu.CpuAlgorithms;
import io.cliquestream.kernels.cpu.kclique.CpuKCliqueCount;
import io.cliquestream.kernels.cpu.kclique.plan.KCliquePlanner;
import io.cliquestream.kernels.cpu.kclique.plan.RootCost;
import io.cliquestream.kernels.cpu.match.CpuPatternMatch;
import io.cliquestream.kernels.cpu.maxclique.CpuMaximumClique;
import io.cliquestream.kernels.cpu.maximalclique.CpuMaximalCliques;
import io.cliquestream.kernels.cpu.motif.MotifCounter;
import io.cliquestream.kernels.cpu.ranked.RankedGraph;
import io.cliquestream.kernels.cpu.ranked.RootChunks;
import io.cliquestream.kernels.cpu.schedule.CpuJobRun;
import io.cliquestream.kernels.cpu.triangle.CpuTriangleCount;
import io.cliquestream.kernels.graph.Ordering;
import io.cliquestream.kernels.graph.OrientedGraph;
import io.cliquestream.kernels.job.CliqueEstimate;
import io.cliquestream.kernels.job.CliqueListing;
import io.cliquestream.kernels.job.CoreDecomposition;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.MaximalCliques;
import io.cliquestream.kernels.job.MaximumClique;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.job.TriangleCount;
import io.cliquestream.kernels.job.TriangleMethod;
import io.cliquestream.kernels.part.Part;
import io.cliquestream.kernels.part.PartPlan;
import io.cliquestream.kernels.part.PartialAnswer;
import io.cliquestream.kernels.part.RootRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;

/** Cuts one job, along prefix sums of the estimated work of its roots. */
record PartCutter(CpuJobRun run, int wanted) {
  /** The plan; empty when the job is not cut. */
  Optional<PartPlan> cut(Job job) {
    if (run.graph().vertexCount() == 0 || !CpuAlgorithms.has(job)) {
      return Optional.empty();
    }
    return switch (job) {
      case TriangleCount count -> Optional.of(triangles(count));
      case KCliqueCount count ->
          count.largest() <= 2 ? Optional.empty() : Optional.of(kCliques(count));
      case MaximumClique search -> Optional.of(maximum(search));
      case MaximalCliques _ -> {
        OrientedGraph graph = run.oriented(Ordering.DEGENERACY);
        yield Optional.of(
            plan(job, graph.vertexCount(), CpuMaximalCliques.costs(graph, run.meter()), 1));
      }
      case MotifCensus census -> Optional.of(motifs(census));
      case PatternMatch match ->
          match.pattern().vertexCount() == 2 && !match.list()
              ? Optional.empty()
              : Optional.of(matches(match));
      case CliqueListing listing ->
          listing.k() == 1
              ? Optional.empty()
              : Optional.of(byRootCost(job, run.oriented(Ordering.DEGENERACY), 1));
      // Draws are over all roots, and the order itself tells the core numbers.
      case CliqueEstimate _, CoreDecomposition _ -> Optional.empty();
    };
  }

  /** For a part of a job that has none. */
  static IllegalArgumentException uncut(Job job) {
    return new IllegalArgumentException("a job of the kind " + job.name() + " is never cut");
  }

  /** Without coefficients: they are made of the whole sums. */
  private PartPlan triangles(TriangleCount job) {
    TriangleCount pinned =
        new TriangleCount(
            job.perVertex() || job.clustering(),
            job.perEdge(),
            false,
            Optional.of(job.ordering().orElse(Ordering.DEGREE)),
            job.method().filter(TriangleMethod.WEDGES::equals),
            job.tuning());
    OrientedGraph graph = run.oriented(pinned.ordering().orElseThrow());
    return plan(pinned, graph.vertexCount(), CpuTriangleCount.costs(graph, run.meter()), 1);
  }

  /** By the method and the order that the whole would have. */
  private PartPlan kCliques(KCliqueCount job) {
    CpuKCliqueCount.check(job);
    Ordering ordering = job.ordering().orElse(Ordering.DEGENERACY);
    OrientedGraph graph = run.oriented(ordering);
    KCliqueCount pinned = job;
    double scale = 1;
    if (job.method().isEmpty()) {
      KCliquePlanner.Plan plan =
          new KCliquePlanner(graph, run.control()).plan(Math.max(3, job.smallest()), job.largest());
      pinned = job.with(plan.method());
      scale = CpuKCliqueCount.nanos(plan) / Math.max(1, rootCost(graph));
    }
    return byRootCost(pinned, graph, scale);
  }

  private double rootCost(OrientedGraph graph) {
    double sum = 0;
    StopMeter meter = run.meter();
    for (int root = 0; root < graph.vertexCount(); root++) {
      meter.work(2);
      sum += RootCost.of(graph, root);
    }
    return sum;
  }

  private PartPlan byRootCost(Job job, OrientedGraph graph, double scale) {
    return plan(job, graph.vertexCount(), root -> RootCost.of(graph, root), scale);
  }

  private PartPlan motifs(MotifCensus census) {
    try (RankedGraph graph = RankedGraph.of(run)) {
      return plan(
          census,
          graph.vertexCount(),
          CpuAlgorithms.byFormulas(census)
              ? MotifCounter.twoSteps(graph, run.meter())
              : CpuPatternMatch.costs(graph),
          1);
    }
  }

  private PartPlan matches(PatternMatch match) {
    if (CpuPatternMatch.method(match) == CpuPatternMatch.Method.CLIQUES) {
      return byRootCost(match, run.oriented(Ordering.DEGENERACY), 1);
    }
    try (RankedGraph graph = RankedGraph.of(run)) {
      return plan(
          match,
          graph.vertexCount(),
          CpuPatternMatch.method(match) == CpuPatternMatch.Method.FORMULAS
              ? MotifCounter.twoSteps(graph, run.meter())
              : CpuPatternMatch.costs(graph),
          1);
    }
  }

  private PartPlan maximum(MaximumClique search) {
    CpuMaximumClique.Rest rest = CpuMaximumClique.reduce(search, run);
    if (rest.answer().isPresent()) {
      return new PartPlan(search, List.of(), PartSums.of(rest.answer().get()));
    }
    double[] costs = rest.costs();
    List<Part> parts = parts(search, costs.length, root -> costs[root], 1, rest.size());
    PartialAnswer initial =
        search.all()
            ? PartialAnswer.NOTHING
            : PartialAnswer.ofMaximum(
                rest.size(), PartialAnswer.NOTHING.sums(), List.of(rest.clique()));
    return new PartPlan(search, parts, initial);
  }

  private PartPlan plan(Job job, int roots, IntToDoubleFunction cost, double scale) {
    return new PartPlan(job, parts(job, roots, cost, scale, 0), PartialAnswer.NOTHING);
  }

  private List<Part> parts(
      Job job, int roots, IntToDoubleFunction cost, double scale, int orderBound) {
    RootChunks chunks = RootChunks.of(new RootRange(0, roots), cost, wanted, 0, run.meter());
    List<Part> parts = new ArrayList<>(chunks.count());
    for (int i = 0; i < chunks.count(); i++) {
      RootRange range = new RootRange(chunks.start(i), chunks.end(i));
      parts.add(new Part(job, i, range, orderBound, 0, chunks.cost(i) * scale));
    }
    return parts;
  }
}
