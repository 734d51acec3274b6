package io.cliquestream.worker.translation;

import io.cliquestream.contract.Bounds;
import io.cliquestream.kernels.graph.Ordering;
import io.cliquestream.kernels.job.BreadthFirst;
import io.cliquestream.kernels.job.CliqueListing;
import io.cliquestream.kernels.job.CliqueSearch;
import io.cliquestream.kernels.job.GreedyHeuristic;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.KCliqueMethod;
import io.cliquestream.kernels.job.KCliqueTuning;
import io.cliquestream.kernels.job.MaximalCliques;
import io.cliquestream.kernels.job.MaximumClique;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.job.MotifMethod;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.job.PlanChoice;
import io.cliquestream.kernels.job.TriangleCount;
import io.cliquestream.kernels.job.TriangleMethod;
import io.cliquestream.kernels.job.TriangleTuning;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.SymmetryBreaking;
import io.cliquestream.worker.failure.WorkerException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Turns the algorithm of a request into a job of the compute library, or says what is wrong. */
public final class JobRequests {
  /** Largest clique size that a request may name. */
  public static final int MAXIMUM_K = 1_000_000;

  private JobRequests() {}

  /**
   * The job that a request asks for.
   *
   * @throws WorkerException ALGORITHM_UNKNOWN or OPTION_INVALID
   * @throws io.cliquestream.kernels.failure.ComputeException OPTION_INVALID or PATTERN_INVALID
   */
  public static Job job(JobRequest request) {
    return switch (request.getAlgorithmCase()) {
      case TRIANGLE_COUNT -> triangles(request.getTriangleCount());
      case K_CLIQUE_COUNT -> kCliques(request.getKCliqueCount());
      case MAXIMUM_CLIQUE -> maximumClique(request.getMaximumClique());
      case MAXIMAL_CLIQUES -> maximalCliques(request.getMaximalCliques());
      case MOTIF_CENSUS -> motifCensus(request.getMotifCensus());
      case PATTERN_MATCH -> patternMatch(request.getPatternMatch());
      case CLIQUE_LISTING ->
          new CliqueListing(
              bounded("k", request.getCliqueListing().getK()),
              limit(request.getCliqueListing().getLimit()));
      case ALGORITHM_NOT_SET ->
          throw new WorkerException(
              FailureCode.FAILURE_CODE_ALGORITHM_UNKNOWN,
              "the request names no algorithm that this worker knows");
    };
  }

  private static Job triangles(io.cliquestream.v1.TriangleCount request) {
    Optional<TriangleMethod> method =
        switch (request.getMethod()) {
          case TRIANGLE_METHOD_CHOSEN -> Optional.empty();
          case TRIANGLE_METHOD_WEDGES -> Optional.of(TriangleMethod.WEDGES);
          case TRIANGLE_METHOD_MERGE -> Optional.of(TriangleMethod.MERGE);
          case TRIANGLE_METHOD_HASH -> Optional.of(TriangleMethod.HASH);
          case TRIANGLE_METHOD_HASH_IN_DEGREE -> Optional.of(TriangleMethod.HASH_IN_DEGREE);
          case TRIANGLE_METHOD_HASH_COLLECTIVE -> Optional.of(TriangleMethod.HASH_COLLECTIVE);
          case UNRECOGNIZED -> throw unknown("method", request.getMethodValue());
        };
    return new TriangleCount(
        request.getPerVertex(),
        request.getPerEdge(),
        request.getClustering(),
        ordering(request.getOrdering()),
        method,
        TriangleTuning.of(unsigned(request.getTuningMap())));
  }

  private static Job kCliques(io.cliquestream.v1.KCliqueCount request) {
    Optional<KCliqueMethod> method =
        switch (request.getMethod()) {
          case K_CLIQUE_METHOD_CHOSEN -> Optional.empty();
          case K_CLIQUE_METHOD_ORIENTATION -> Optional.of(KCliqueMethod.ORIENTATION);
          case K_CLIQUE_METHOD_PIVOTING -> Optional.of(KCliqueMethod.PIVOTING);
          case UNRECOGNIZED -> throw unknown("method", request.getMethodValue());
        };
    int smallest = request.getAllK() ? 1 : bounded("k", request.getSmallestK());
    int largest =
        request.getAllK()
            ? KCliqueCount.ALL
            : request.getLargestK() == 0 ? smallest : bounded("k", request.getLargestK());
    return new KCliqueCount(
        smallest,
        largest,
        request.getPerVertex(),
        request.getPerEdge(),
        method,
        ordering(request.getOrdering()),
        KCliqueTuning.of(unsigned(request.getTuningMap())));
  }

  private static Job maximumClique(io.cliquestream.v1.MaximumClique request) {
    Optional<GreedyHeuristic> heuristic =
        switch (request.getHeuristic()) {
          case GREEDY_HEURISTIC_CHOSEN -> Optional.empty();
          case GREEDY_HEURISTIC_NONE -> Optional.of(GreedyHeuristic.NONE);
          case GREEDY_HEURISTIC_SINGLE_RUN_DEGREE -> Optional.of(GreedyHeuristic.SINGLE_RUN_DEGREE);
          case GREEDY_HEURISTIC_SINGLE_RUN_CORE -> Optional.of(GreedyHeuristic.SINGLE_RUN_CORE);
          case GREEDY_HEURISTIC_MULTI_RUN_DEGREE -> Optional.of(GreedyHeuristic.MULTI_RUN_DEGREE);
          case GREEDY_HEURISTIC_MULTI_RUN_CORE -> Optional.of(GreedyHeuristic.MULTI_RUN_CORE);
          case UNRECOGNIZED -> throw unknown("heuristic", request.getHeuristicValue());
        };
    Optional<CliqueSearch> search =
        switch (request.getSearch()) {
          case CLIQUE_SEARCH_CHOSEN -> Optional.empty();
          case CLIQUE_SEARCH_DEPTH_FIRST -> Optional.of(CliqueSearch.DEPTH_FIRST);
          case CLIQUE_SEARCH_BREADTH_FIRST -> Optional.of(CliqueSearch.BREADTH_FIRST);
          case CLIQUE_SEARCH_VERTEX_COVER -> Optional.of(CliqueSearch.VERTEX_COVER);
          case CLIQUE_SEARCH_SYMMETRY -> Optional.of(CliqueSearch.SYMMETRY);
          case UNRECOGNIZED -> throw unknown("search", request.getSearchValue());
        };
    return new MaximumClique(
        request.getAll(),
        limit(request.getLimit()),
        heuristic,
        search,
        breadthFirst(request.getBreadthFirst()));
  }

  private static BreadthFirst breadthFirst(io.cliquestream.v1.BreadthFirstSearch request) {
    return new BreadthFirst(
        Integer.toUnsignedLong(request.getSeeds()),
        switch (request.getOrientation()) {
          case CLIQUE_ORIENTATION_DEGREE -> BreadthFirst.Orientation.DEGREE;
          case CLIQUE_ORIENTATION_INDEX -> BreadthFirst.Orientation.INDEX;
          case UNRECOGNIZED -> throw unknown("orientation", request.getOrientationValue());
        },
        switch (request.getSubLists()) {
          case SUB_LIST_ORDER_RISING_DEGREE -> BreadthFirst.SubLists.RISING_DEGREE;
          case SUB_LIST_ORDER_FALLING_DEGREE -> BreadthFirst.SubLists.FALLING_DEGREE;
          case UNRECOGNIZED -> throw unknown("order of sub-lists", request.getSubListsValue());
        },
        request.getCoreBounds(),
        Integer.toUnsignedLong(request.getWindow()),
        switch (request.getWindowOrder()) {
          case WINDOW_ORDER_DESCENDING -> BreadthFirst.WindowOrder.DESCENDING;
          case WINDOW_ORDER_ASCENDING -> BreadthFirst.WindowOrder.ASCENDING;
          case WINDOW_ORDER_INDEX -> BreadthFirst.WindowOrder.INDEX;
          case UNRECOGNIZED -> throw unknown("window order", request.getWindowOrderValue());
        },
        request.getWindowsAtOnce(),
        Integer.toUnsignedLong(request.getColorFrom()));
  }

  private static Job maximalCliques(io.cliquestream.v1.MaximalCliques request) {
    int minimum =
        request.getMinimumSize() == 0 ? 1 : bounded("minimum size", request.getMinimumSize());
    return new MaximalCliques(minimum, request.getList(), limit(request.getLimit()));
  }

  private static Job motifCensus(io.cliquestream.v1.MotifCensus request) {
    Optional<MotifMethod> method =
        switch (request.getMethod()) {
          case MOTIF_METHOD_CHOSEN -> Optional.empty();
          case MOTIF_METHOD_FORMULAS -> Optional.of(MotifMethod.FORMULAS);
          case MOTIF_METHOD_PLANS -> Optional.of(MotifMethod.PLANS);
          case MOTIF_METHOD_SUBGRAPHS -> Optional.of(MotifMethod.SUBGRAPHS);
          case UNRECOGNIZED -> throw unknown("method", request.getMethodValue());
        };
    return new MotifCensus(bounded("motif size", request.getSize()), method);
  }

  private static Job patternMatch(io.cliquestream.v1.PatternMatch request) {
    int[] ends =
        request.getEdgesList().stream()
            .flatMapToInt(edge -> java.util.stream.IntStream.of(edge.getFrom(), edge.getTo()))
            .toArray();
    Induced induced =
        switch (request.getInduced()) {
          case INDUCED_BY_EDGES -> Induced.EDGE;
          case INDUCED_BY_VERTICES -> Induced.VERTEX;
          case UNRECOGNIZED -> throw unknown("induced", request.getInducedValue());
        };
    return new PatternMatch(
        Pattern.of(ends),
        induced,
        request.getList(),
        limit(request.getLimit()),
        plan(request.getPlan()));
  }

  private static PlanChoice plan(io.cliquestream.v1.PlanChoice request) {
    List<PlanChoice.Restriction> given =
        request.getRestrictionsList().stream()
            .map(pair -> new PlanChoice.Restriction(pair.getLarger(), pair.getSmaller()))
            .toList();
    Optional<List<PlanChoice.Restriction>> restrictions =
        switch (request.getSymmetry()) {
          case SYMMETRY_BREAKING_CHOSEN -> Optional.empty();
          case SYMMETRY_BREAKING_NONE -> Optional.of(List.of());
          case SYMMETRY_BREAKING_GIVEN -> Optional.of(given);
          case UNRECOGNIZED -> throw unknown("symmetry", request.getSymmetryValue());
        };
    boolean named = request.getSymmetry() == SymmetryBreaking.SYMMETRY_BREAKING_GIVEN;
    if (named == given.isEmpty()) {
      throw invalid("restrictions go with the symmetry breaking 'given', and it with them");
    }
    return new PlanChoice(request.getOrderList(), restrictions);
  }

  private static Optional<Ordering> ordering(io.cliquestream.v1.Ordering ordering) {
    return switch (ordering) {
      case ORDERING_CHOSEN -> Optional.empty();
      case ORDERING_DEGREE -> Optional.of(Ordering.DEGREE);
      case ORDERING_DEGENERACY -> Optional.of(Ordering.DEGENERACY);
      case UNRECOGNIZED -> throw invalid("the ordering is none that this worker knows");
    };
  }

  private static Map<String, Long> unsigned(Map<String, Integer> tuning) {
    Map<String, Long> values = new TreeMap<>();
    tuning.forEach((name, value) -> values.put(name, Integer.toUnsignedLong(value)));
    return values;
  }

  private static int bounded(String what, int unsigned) {
    if (unsigned < 0 || unsigned > MAXIMUM_K) {
      throw invalid(
          what + " is " + Integer.toUnsignedString(unsigned) + "; the bound is " + MAXIMUM_K);
    }
    return unsigned;
  }

  private static long limit(long limit) {
    if (limit < 0) {
      throw invalid("the limit " + Long.toUnsignedString(limit) + " is beyond 2^63 - 1");
    }
    return limit == 0 ? Bounds.DEFAULT_LIST_LIMIT : limit;
  }

  private static WorkerException unknown(String what, int value) {
    return invalid(what + " " + value + " is none that this worker knows");
  }

  private static WorkerException invalid(String message) {
    return new WorkerException(FailureCode.FAILURE_CODE_OPTION_INVALID, message);
  }
}
