package io.cliquestream.kernels.survey;

import io.cliquestream.kernels.cpu.kclique.plan.KCliqueForecast;
import io.cliquestream.kernels.cpu.kclique.search.KCliquePolicy;
import io.cliquestream.kernels.cpu.maxclique.MaximumForecast;
import io.cliquestream.kernels.cpu.maximalclique.MaximalForecast;
import io.cliquestream.kernels.graph.GraphShape;
import io.cliquestream.kernels.job.CliqueEstimate;
import io.cliquestream.kernels.job.CliqueListing;
import io.cliquestream.kernels.job.CoreDecomposition;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.MaximalCliques;
import io.cliquestream.kernels.job.MaximumClique;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.job.MotifMethod;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.job.TriangleCount;
import io.cliquestream.kernels.pattern.Motif;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The time of a job on the host's threads.
 *
 * @param seconds of the job itself, reading the graph not included
 * @param basis what it rests on, or why there is none
 * @param found what a list would hold without its limit; empty where nothing is listed
 */
record HostTime(OptionalDouble seconds, String basis, OptionalDouble found) {
  private static final HostCosts COSTS = HostCosts.DEFAULT;

  private HostTime(OptionalDouble seconds, String basis) {
    this(seconds, basis, OptionalDouble.empty());
  }

  private HostTime listing(double all) {
    return new HostTime(seconds, basis, OptionalDouble.of(all));
  }

  static HostTime of(JobSample sample, GraphShape shape, int threads) {
    double orientation = shape.edges() * COSTS.edge();
    double merges = (double) shape.edges() * shape.degeneracyBound() * COSTS.step() / threads;
    return switch (sample.job()) {
      case TriangleCount _ -> bound(orientation + merges);
      case KCliqueCount count when count.largest() <= 3 -> bound(orientation + merges);
      case KCliqueCount count -> kCliques(sample.kCliques(count), orientation, threads);
      case MotifCensus census when isByFormulas(census) ->
          census.size() <= 4 ? ofFour(sample, orientation, threads) : formulas(sample, threads);
      case MotifCensus census when census.method().equals(Optional.of(MotifMethod.SUBGRAPHS)) ->
          new HostTime(
              OptionalDouble.empty(),
              "the CPU engine visits no subgraphs one by one and refuses it");
      case MotifCensus _ -> plans(sample, threads);
      case PatternMatch match when isByFormulas(match) ->
          match.pattern().vertexCount() <= 4
              ? ofFour(sample, orientation, threads)
              : formulas(sample, threads);
      case PatternMatch match when match.list() -> matches(sample, match, orientation, threads);
      case PatternMatch match when isClique(match) ->
          kCliques(
              sample.kCliques(KCliqueCount.of(match.pattern().vertexCount())),
              orientation,
              threads);
      case PatternMatch match ->
          of(
              orientation + sample.match(match).elements() * COSTS.element() / threads,
              sample.isKnown(match)
                  ? "a sample of its search"
                  : "at most: a sample of the search for any labels");
      case CliqueListing listing -> listing(sample, listing, shape, orientation, threads);
      case CliqueEstimate estimate -> bound(orientation + estimateNanos(estimate, shape, threads));
      case CoreDecomposition decomposition ->
          bound(
              shape.edges() * COSTS.peeledEdge()
                  + (decomposition.perVertex() ? shape.vertices() * COSTS.row(1) : 0));
      case MaximumClique search when search.isBreadthFirst() ->
          new HostTime(
              OptionalDouble.empty(), "the CPU engine has no breadth-first search and refuses it");
      case MaximumClique search -> maximum(sample.maximum(search), search, shape, threads);
      case MaximalCliques cliques when shape.edges() == 0 ->
          cliques.list()
              ? bound(shape.vertices() * (1 + COSTS.row(1))).listing((double) shape.vertices())
              : bound((double) shape.vertices());
      case MaximalCliques cliques ->
          maximal(sample.maximal(cliques), cliques, orientation, threads);
    };
  }

  private static HostTime of(double nanos, String basis) {
    return new HostTime(OptionalDouble.of(nanos / 1e9), basis);
  }

  private static HostTime bound(double nanos) {
    return of(nanos, "at most, from edges and degrees");
  }

  private static HostTime kCliques(KCliqueForecast forecast, double orientation, int threads) {
    return of(
        orientation + forecast.hostNanos(threads),
        forecast.magnitude()
            ? "an order of magnitude: the sample of roots found no end"
            : "a sample of roots");
  }

  private static HostTime maximal(
      MaximalForecast forecast, MaximalCliques job, double orientation, int threads) {
    double search =
        forecast.listElements() * COSTS.listElement() + forecast.words() * COSTS.enumerationWord();
    double rows =
        job.list()
            ? Math.min((double) job.limit(), forecast.cliques())
                * COSTS.row(forecast.vertices() / Math.max(1, forecast.cliques()))
            : 0;
    HostTime time =
        of(
            orientation + search / threads + rows,
            (forecast.magnitude()
                    ? "an order of magnitude: a sample of %d roots, the largest by random descents"
                    : "a sample of %d roots")
                .formatted(forecast.roots()));
    return job.list() ? time.listing(forecast.cliques()) : time;
  }

  /** Time of one thread of the search alone, without what comes before it. */
  static double searchNanos(MaximumForecast forecast) {
    return splitNanos(forecast)
        + forecast.cells() * COSTS.cell()
        + forecast.coverVertices() * COSTS.coverVertex()
        + forecast.nodes() * COSTS.branch()
        + forecast.words() * COSTS.boundWord();
  }

  /** One thread looks for symmetries. */
  private static double splitNanos(MaximumForecast forecast) {
    double survivors = forecast.survivors();
    return forecast.end() == MaximumForecast.End.SYMMETRY
        ? survivors * survivors * COSTS.splitPair()
        : 0;
  }

  private static HostTime maximum(
      MaximumForecast forecast, MaximumClique job, GraphShape shape, int threads) {
    double split = splitNanos(forecast);
    double before =
        shape.edges() * COSTS.boundEdge() + forecast.survivors() * COSTS.survivor() + split;
    String found = "the clique of %d vertices that is found first".formatted(forecast.size());
    String basis =
        switch (forecast.end()) {
          case BOUNDS -> "at most, from edges: bounds alone prove " + found;
          case COVER -> "a vertex cover of the complement, against " + found;
          case SYMMETRY ->
              (forecast.magnitude() ? "an order of magnitude: " : "")
                  + "%d parts by symmetry, against ".formatted(forecast.sampled())
                  + found;
          case ROOTS ->
              (forecast.magnitude()
                          ? "an order of magnitude: random descents below %d roots"
                          : "a sample of %d roots")
                      .formatted(forecast.sampled())
                  + ", with "
                  + found
                  + " as the bound";
        };
    return of(
        before + (searchNanos(forecast) - split) / threads,
        job.all() && forecast.end() == MaximumForecast.End.ROOTS
            ? basis + "; where all are counted as a whole, other than that"
            : basis);
  }

  private static HostTime listing(
      JobSample sample, CliqueListing job, GraphShape shape, double orientation, int threads) {
    if (job.k() <= 2) {
      long all = job.k() == 1 ? shape.vertices() : shape.edges();
      double rows = Math.min(job.limit(), all);
      return bound((job.k() == 1 ? 0 : orientation) + rows * COSTS.row(job.k()))
          .listing((double) all);
    }
    JobSample.Listing all = sample.listing(job);
    return listed(
        orientation,
        all.steps() * KCliquePolicy.STEP_NANOS / threads,
        all.cliques(),
        job.limit(),
        job.k());
  }

  private static HostTime matches(
      JobSample sample, PatternMatch job, double orientation, int threads) {
    MatchForecast search = sample.match(job);
    HostTime all =
        listed(
            orientation,
            search.elements() * COSTS.element() / threads,
            search.bindings(),
            job.limit(),
            job.pattern().vertexCount());
    return new HostTime(
        all.seconds,
        all.basis + ", by a sample of its search" + (sample.isKnown(job) ? "" : " for any labels"),
        all.found);
  }

  /** A list that ends at its limit, and the part of the search that reaches it. */
  private static HostTime listed(
      double before, double search, double all, long limit, int vertices) {
    double rows = Math.min((double) limit, all);
    double share = all > limit ? limit / all : 1;
    return of(
            before + search * share + rows * COSTS.row(vertices),
            share < 1
                ? String.format(
                    Locale.ROOT, "an order of magnitude: its limit among some %.1g", all)
                : "at most: the whole search and its list")
        .listing(all);
  }

  /** A step for each edge below a root and each size, and the samples; both passes alike. */
  private static double estimateNanos(CliqueEstimate job, GraphShape shape, int threads) {
    double levels = Math.min(job.largest(), shape.degeneracyBound() + 1);
    double paths = (double) shape.edges() * shape.degeneracyBound() * COSTS.step() * levels;
    double samples =
        (double) job.samples() * (job.largest() - job.smallest() + 1) * COSTS.drawn() * levels;
    return (2 * paths + samples) / threads;
  }

  private static boolean isByFormulas(MotifCensus census) {
    boolean formulas = !Motif.ofSize(census.size()).isEmpty();
    return formulas && census.method().orElse(MotifMethod.FORMULAS) == MotifMethod.FORMULAS;
  }

  /** Counted along an orientation. */
  private static boolean isClique(PatternMatch match) {
    return !match.list()
        && match.plan().isCompiled()
        && !match.pattern().isLabelled()
        && match.pattern().isComplete();
  }

  private static boolean isByFormulas(PatternMatch match) {
    return !match.list()
        && match.plan().isCompiled()
        && !match.pattern().isLabelled()
        && Motif.of(match.pattern()).isPresent();
  }

  private static HostTime ofFour(JobSample sample, double orientation, int threads) {
    return of(
        2 * orientation + sample.stepsOfFour() * COSTS.motifStep() / threads,
        "from the wedges of a census of four vertices");
  }

  /**
   * Formulas are there for what plans take longer for: they enumerate the smaller part of what a
   * plan does.
   */
  private static HostTime formulas(JobSample sample, int threads) {
    return new HostTime(
        plans(sample, threads).seconds,
        "at most, as a rule: formulas, by the cost model of the plans that they replace");
  }

  private static HostTime plans(JobSample sample, int threads) {
    return of(sample.planElements() * COSTS.element() / threads, "the cost model of its plans");
  }
}
