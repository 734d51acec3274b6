package io.cliquestream.kernels.survey;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.cpu.kclique.plan.KCliqueForecast;
import io.cliquestream.kernels.cpu.maxclique.MaximumForecast;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.CliqueEstimate;
import io.cliquestream.kernels.job.CliqueListing;
import io.cliquestream.kernels.job.CoreDecomposition;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.MaximalCliques;
import io.cliquestream.kernels.job.MaximumClique;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.job.MotifMethod;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.job.TriangleCount;
import io.cliquestream.kernels.pattern.Motif;
import java.util.EnumSet;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * What a job would take on a GPU, by the host's model of one H200, whether there is a GPU or not:
 * one that has computed before and does not hold the graph. There is a time where recorded times
 * could be held against the model ({@link DeviceRates}).
 *
 * @param seconds from the graph in the host's memory to the answer
 * @param basis what the time rests on, or why there is none
 */
public record DeviceEstimate(OptionalDouble seconds, String basis) {
  private static final DeviceRates COSTS = DeviceRates.DEFAULT;
  private static final String MODEL = "the host's model of one H200";

  /** Edge-induced patterns of five vertices that the census of five counts on its way. */
  private static final Set<Motif> IN_CENSUS = EnumSet.of(Motif.CYCLE_5, Motif.HOUSE);

  /**
   * Estimates a job.
   *
   * @param prepared the graph; its degeneracy order is built if it is not there
   * @param job what would be computed
   * @param control may stop the estimate
   * @return what the job would take on a GPU
   * @throws io.cliquestream.kernels.control.StoppedException when {@code control} ended it
   */
  public static DeviceEstimate of(PreparedGraph prepared, Job job, JobControl control) {
    return of(new JobSample(prepared, job, control));
  }

  static DeviceEstimate of(JobSample sample) {
    long edges = sample.graph().edgeCount();
    double start = KCliqueForecast.deviceStartNanos(edges);
    return switch (sample.job()) {
      case TriangleCount count when count.method().isEmpty() -> triangles(edges);
      case TriangleCount _ -> none("this method has no recorded model");
      case KCliqueCount count when count.largest() <= 3 -> triangles(edges);
      case KCliqueCount count -> predicted(sample.kCliques(count).deviceNanos(edges), MODEL);
      case MotifCensus census when isBySums(census) && census.size() <= 5 ->
          predicted(start + censusNanos(sample, census.size()), MODEL);
      case MotifCensus _ -> none("a census of this size or method has one recorded time at most");
      case PatternMatch match when match.list() ->
          list(
              start,
              Math.min((double) match.limit(), sample.match(match).bindings()),
              match.pattern().vertexCount());
      case PatternMatch match when isInCensus(match) ->
          predicted(
              start + censusNanos(sample, match.pattern().vertexCount()),
              "at most, as the census of its size: " + MODEL);
      case PatternMatch _ ->
          none("no recorded times of such a pattern that a model could be held against");
      case CliqueListing listing ->
          list(start, Math.min((double) listing.limit(), cliques(sample, listing)), listing.k());
      case CliqueEstimate _ -> none("it has no kernels for this job");
      case CoreDecomposition _ ->
          none("no recorded times of a peel that a model could be held against");
      case MaximalCliques _ when edges == 0 -> predicted(start, MODEL);
      case MaximalCliques cliques when cliques.list() ->
          predicted(
              start
                  + COSTS.list()
                  + Math.min((double) cliques.limit(), sample.maximal(cliques).cliques())
                      * COSTS.listedMaximal(),
              "an order of magnitude, by the cliques that a sample of roots finds: " + MODEL);
      case MaximalCliques cliques ->
          predicted(
              start + COSTS.maximal() + sample.maximal(cliques).cliques() * COSTS.maximalClique(),
              "the cliques that a sample of roots finds: " + MODEL);
      case MaximumClique search when search.isBreadthFirst() ->
          none("the breadth-first search is predicted by nothing");
      case MaximumClique search -> maximum(sample.maximum(search), start);
    };
  }

  private static DeviceEstimate predicted(double nanos, String basis) {
    return new DeviceEstimate(OptionalDouble.of(nanos / 1e9), basis);
  }

  private static DeviceEstimate none(String why) {
    return new DeviceEstimate(OptionalDouble.empty(), "no prediction before it runs: " + why);
  }

  /** The kernels find rows faster than the host gives them out. */
  private static DeviceEstimate list(double start, double rows, int vertices) {
    return predicted(
        start + COSTS.list() + rows * (COSTS.listedRow() + vertices * COSTS.listedVertex()),
        "what its rows take, as JSON: " + MODEL);
  }

  private static double cliques(JobSample sample, CliqueListing listing) {
    return switch (listing.k()) {
      case 1 -> sample.graph().vertexCount();
      case 2 -> sample.graph().edgeCount();
      default -> sample.listing(listing).cliques();
    };
  }

  private static DeviceEstimate triangles(long edges) {
    return predicted(KCliqueForecast.deviceStartNanos(0) + edges * COSTS.triangleEdge(), MODEL);
  }

  /** A census of three vertices is triangles and degrees. */
  private static double censusNanos(JobSample sample, int size) {
    double edges = sample.graph().edgeCount();
    return switch (size) {
      case 5 ->
          COSTS.census()
              + edges * COSTS.census5Edge()
              + sample.squaredDegrees() * COSTS.census5Wedge();
      case 4 ->
          COSTS.census()
              + edges * COSTS.census4Edge()
              + sample.squaredDegrees() * COSTS.census4Wedge();
      default -> COSTS.census();
    };
  }

  private static boolean isBySums(MotifCensus census) {
    return census.method().isEmpty()
        || census.method().get() == (census.size() == 5 ? MotifMethod.FORMULAS : MotifMethod.PLANS);
  }

  private static boolean isInCensus(PatternMatch match) {
    return match.induced() == Induced.EDGE
        && match.plan().isCompiled()
        && !match.pattern().isLabelled()
        && Motif.of(match.pattern())
            .filter(motif -> match.pattern().vertexCount() <= 4 || IN_CENSUS.contains(motif))
            .isPresent();
  }

  /** What is solved as a whole is the work of one thread of the host, after a while. */
  private static DeviceEstimate maximum(MaximumForecast forecast, double start) {
    boolean whole =
        forecast.end() == MaximumForecast.End.COVER
            || forecast.end() == MaximumForecast.End.SYMMETRY;
    if (whole) {
      return predicted(
          start + COSTS.lookAfter() + HostTime.searchNanos(forecast),
          "at most: what the host looks at as a whole, after " + MODEL + " had its turn");
    }
    return predicted(
        start
            + COSTS.maximum()
            + forecast.nodes() * COSTS.branch()
            + forecast.words() * COSTS.boundWord(),
        (forecast.magnitude() ? "an order of magnitude: " : "") + MODEL);
  }
}
