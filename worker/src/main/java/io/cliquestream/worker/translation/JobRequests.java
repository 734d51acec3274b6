package io.cliquestream.worker.translation;

import io.cliquestream.contract.Bounds;
import io.cliquestream.kernels.graph.Ordering;
import io.cliquestream.kernels.job.BreadthFirst;
import io.cliquestream.kernels.job.CliqueEstimate;
import io.cliquestream.kernels.job.CliqueListing;
import io.cliquestream.kernels.job.CliqueSearch;
import io.cliquestream.kernels.job.CoreDecomposition;
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
import io.cliquestream.kernels.job.PlanChoice.EnumerationTuning;
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
      case CLIQUE_ESTIMATE -> estimate(request.getCliqueEstimate());
      case CORE_DECOMPOSITION ->
          new CoreDecomposition(request.getCoreDecomposition().getPerVertex());
      case ALGORITHM_NOT_SET ->
          throw new WorkerException(
              FailureCode.FAILURE_CODE_ALGORITHM_UNKNOWN,
              "the request names no algorithm that this worker knows");
    };
  }

  private static Job triangles(io.cliquestream.v1.TriangleCount request) {
    return new TriangleCount(
        request.getPerVertex(),
        request.getPerEdge(),
        request.getClustering(),
        chosen(Ordering.values(), request.getOrderingValue(), "ordering"),
        chosen(TriangleMethod.values(), request.getMethodValue(), "method"),
        TriangleTuning.of(unsigned(request.getTuningMap())));
  }

  private static Job kCliques(io.cliquestream.v1.KCliqueCount request) {
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
        chosen(KCliqueMethod.values(), request.getMethodValue(), "method"),
        chosen(Ordering.values(), request.getOrderingValue(), "ordering"),
        KCliqueTuning.of(unsigned(request.getTuningMap())));
  }

  private static Job estimate(io.cliquestream.v1.CliqueEstimate request) {
    int smallest = bounded("k", request.getSmallestK());
    // Beyond 2^31 the number of samples is negative here, and refused as out of its bounds.
    return new CliqueEstimate(
        smallest,
        request.getLargestK() == 0 ? smallest : bounded("k", request.getLargestK()),
        request.getSamples() == 0 ? CliqueEstimate.USUAL_SAMPLES : request.getSamples(),
        request.getConfidence() == 0 ? CliqueEstimate.USUAL_CONFIDENCE : request.getConfidence(),
        request.getSeed());
  }

  private static Job maximumClique(io.cliquestream.v1.MaximumClique request) {
    return new MaximumClique(
        request.getAll(),
        limit(request.getLimit()),
        chosen(GreedyHeuristic.values(), request.getHeuristicValue(), "heuristic"),
        chosen(CliqueSearch.values(), request.getSearchValue(), "search"),
        breadthFirst(request.getBreadthFirst()));
  }

  private static BreadthFirst breadthFirst(io.cliquestream.v1.BreadthFirstSearch request) {
    return new BreadthFirst(
        Integer.toUnsignedLong(request.getSeeds()),
        one(BreadthFirst.Orientation.values(), request.getOrientationValue(), "orientation"),
        one(BreadthFirst.SubLists.values(), request.getSubListsValue(), "order of sub-lists"),
        request.getCoreBounds(),
        Integer.toUnsignedLong(request.getWindow()),
        one(BreadthFirst.WindowOrder.values(), request.getWindowOrderValue(), "window order"),
        request.getWindowsAtOnce(),
        Integer.toUnsignedLong(request.getColorFrom()),
        !request.getNoPruning());
  }

  private static Job maximalCliques(io.cliquestream.v1.MaximalCliques request) {
    int minimum =
        request.getMinimumSize() == 0 ? 1 : bounded("minimum size", request.getMinimumSize());
    return new MaximalCliques(minimum, request.getList(), limit(request.getLimit()));
  }

  private static Job motifCensus(io.cliquestream.v1.MotifCensus request) {
    return new MotifCensus(
        bounded("motif size", request.getSize()),
        chosen(MotifMethod.values(), request.getMethodValue(), "method"),
        EnumerationTuning.of(unsigned(request.getTuningMap())));
  }

  private static Job patternMatch(io.cliquestream.v1.PatternMatch request) {
    int[] ends =
        request.getEdgesList().stream()
            .flatMapToInt(edge -> java.util.stream.IntStream.of(edge.getFrom(), edge.getTo()))
            .toArray();
    return new PatternMatch(
        Pattern.of(ends),
        one(Induced.values(), request.getInducedValue(), "induced"),
        request.getList(),
        limit(request.getLimit()),
        plan(request.getPlan()),
        EnumerationTuning.of(unsigned(request.getTuningMap())));
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
      throw WorkerException.optionInvalid(
          "restrictions go with the symmetry breaking 'given', and it with them");
    }
    return new PlanChoice(request.getOrderList(), restrictions);
  }

  /** The library's constants stand in the contract's order, which a test holds. */
  private static <E> E one(E[] constants, int number, String what) {
    if (number < 0 || number >= constants.length) {
      throw unknown(what, number);
    }
    return constants[number];
  }

  /** The same where the contract's number 0 leaves the choice to the engine. */
  private static <E> Optional<E> chosen(E[] constants, int number, String what) {
    if (number < 0 || number > constants.length) {
      throw unknown(what, number);
    }
    return number == 0 ? Optional.empty() : Optional.of(constants[number - 1]);
  }

  private static Map<String, Long> unsigned(Map<String, Integer> tuning) {
    Map<String, Long> values = new TreeMap<>();
    tuning.forEach((name, value) -> values.put(name, Integer.toUnsignedLong(value)));
    return values;
  }

  private static int bounded(String what, int unsigned) {
    if (unsigned < 0 || unsigned > Bounds.CLIQUE_VERTICES) {
      throw WorkerException.optionInvalid(
          what
              + " is "
              + Integer.toUnsignedString(unsigned)
              + "; the bound is "
              + Bounds.CLIQUE_VERTICES);
    }
    return unsigned;
  }

  private static long limit(long limit) {
    if (limit < 0) {
      throw WorkerException.optionInvalid(
          "the limit " + Long.toUnsignedString(limit) + " is beyond 2^63 - 1");
    }
    return limit == 0 ? Bounds.DEFAULT_LIST_LIMIT : limit;
  }

  private static WorkerException unknown(String what, int value) {
    return WorkerException.optionInvalid(what + " " + value + " is none that this worker knows");
  }
}
