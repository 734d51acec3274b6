package io.cliquestream.kernels.survey;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.cpu.kclique.plan.KCliqueForecast;
import io.cliquestream.kernels.engine.Engine;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.GraphMemory;
import io.cliquestream.kernels.graph.GraphShape;
import io.cliquestream.kernels.graph.Ordering;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.CliqueEstimate;
import io.cliquestream.kernels.job.CliqueListing;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.JobBytes;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.MaximalCliques;
import io.cliquestream.kernels.job.MaximumClique;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.job.MotifMethod;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.job.TriangleCount;
import io.cliquestream.kernels.pattern.MatchingPlan;
import io.cliquestream.kernels.pattern.Motif;
import io.cliquestream.kernels.pattern.PlanExplanation;
import java.util.OptionalDouble;

/**
 * What a job would take on the host's threads, before it runs. Times are predictions of planners
 * from samples, or upper bounds from the graph's shape; a search whose length nobody can predict
 * has none. Memory is an upper bound.
 *
 * @param seconds of the job itself on all threads, reading the graph not included
 * @param basis what the time rests on, or why there is none
 * @param jobBytes most memory while it runs
 * @param graphBytes of the graph and the orientation that it needs
 */
public record JobEstimate(
    OptionalDouble seconds, String basis, JobBytes jobBytes, long graphBytes) {
  /** Processor time of ordering and orienting an edge. */
  private static final double EDGE_NANOS = 27;

  /** Of a step of a merge of two rows. */
  private static final double STEP_NANOS = 4;

  /** Of an element of a set that a matching plan looks at. */
  private static final double ELEMENT_NANOS = 1;

  /** Of drawing a vertex of a path. */
  private static final double SAMPLE_NANOS = 200;

  private record Time(OptionalDouble seconds, String basis) {}

  /**
   * Estimates a job; takes a sample, so some hundred milliseconds at most beyond the orientation.
   *
   * @param engine whose memory is asked for
   * @param threads of the host
   * @throws io.cliquestream.kernels.control.StoppedException when {@code control} ended it
   */
  public static JobEstimate of(
      PreparedGraph prepared, Job job, Engine engine, int threads, JobControl control) {
    Graph graph = prepared.graph();
    GraphShape shape = GraphShape.of(graph);
    Time time = time(prepared, job, shape, threads, control);
    long memory =
        GraphMemory.graphBytes(shape.vertices(), shape.edges())
            + GraphMemory.orientationBytes(shape.vertices(), shape.edges(), Ordering.DEGENERACY);
    return new JobEstimate(
        time.seconds, time.basis, engine.hostBytes(shape, job, Long.MAX_VALUE), memory);
  }

  /**
   * What a job would take on a GPU, by the host's model of one H200, whether there is a GPU or not;
   * empty but for k-cliques of four vertices or more, whose sample tells it.
   */
  public static OptionalDouble deviceSeconds(PreparedGraph prepared, Job job, JobControl control) {
    return job instanceof KCliqueCount count && count.largest() > 3
        ? OptionalDouble.of(
            forecast(prepared, count, control).deviceNanos(prepared.graph().edgeCount()) / 1e9)
        : OptionalDouble.empty();
  }

  private static KCliqueForecast forecast(
      PreparedGraph prepared, KCliqueCount count, JobControl control) {
    return KCliqueForecast.of(
        prepared.oriented(count.ordering().orElse(Ordering.DEGENERACY), control),
        control,
        Math.max(3, count.smallest()),
        count.largest());
  }

  private static Time time(
      PreparedGraph prepared, Job job, GraphShape shape, int threads, JobControl control) {
    double orientation = shape.edges() * EDGE_NANOS;
    double merges = (double) shape.edges() * shape.degeneracyBound() * STEP_NANOS / threads;
    return switch (job) {
      case TriangleCount _ -> bound(orientation + merges);
      case KCliqueCount count when count.largest() <= 3 -> bound(orientation + merges);
      case KCliqueCount count -> {
        KCliqueForecast forecast = forecast(prepared, count, control);
        double nanos = orientation + forecast.hostNanos(threads);
        yield new Time(
            OptionalDouble.of(nanos / 1e9),
            forecast.magnitude()
                ? "an order of magnitude: the sample of roots found no end"
                : "a sample of roots");
      }
      case MotifCensus census when isByFormulas(census) ->
          census.size() == 3
              ? bound(orientation + 2 * merges)
              : formulas(prepared, job, threads, control);
      case MotifCensus _ -> plans(prepared, job, threads, control);
      case PatternMatch match when isByFormulas(match) -> formulas(prepared, job, threads, control);
      case PatternMatch match when match.list() ->
          new Time(OptionalDouble.empty(), "a listing ends at its limit");
      case PatternMatch match when match.pattern().isLabelled() ->
          new Time(
              plans(prepared, job, threads, control).seconds,
              "at most: the cost model of its plan, which knows no labels");
      case PatternMatch _ -> plans(prepared, job, threads, control);
      case CliqueListing _ -> new Time(OptionalDouble.empty(), "a listing ends at its limit");
      case CliqueEstimate estimate -> bound(orientation + estimateNanos(estimate, shape, threads));
      case MaximumClique _, MaximalCliques _ ->
          new Time(OptionalDouble.empty(), "nobody can predict this search from a sample");
    };
  }

  /** A step for each edge below a root and each size, and the samples; both passes alike. */
  private static double estimateNanos(CliqueEstimate job, GraphShape shape, int threads) {
    double levels = Math.min(job.largest(), shape.degeneracyBound() + 1);
    double paths = (double) shape.edges() * shape.degeneracyBound() * STEP_NANOS * levels;
    double samples =
        (double) job.samples() * (job.largest() - job.smallest() + 1) * SAMPLE_NANOS * levels;
    return (2 * paths + samples) / threads;
  }

  private static boolean isByFormulas(MotifCensus census) {
    boolean formulas = !Motif.ofSize(census.size()).isEmpty();
    return formulas && census.method().orElse(MotifMethod.FORMULAS) == MotifMethod.FORMULAS;
  }

  private static boolean isByFormulas(PatternMatch match) {
    return !match.list()
        && match.plan().isCompiled()
        && !match.pattern().isLabelled()
        && Motif.of(match.pattern()).isPresent();
  }

  private static Time bound(double nanos) {
    return new Time(OptionalDouble.of(nanos / 1e9), "at most, from edges and degrees");
  }

  /**
   * Formulas are there for what plans take longer for: they enumerate the smaller part of what a
   * plan does.
   */
  private static Time formulas(PreparedGraph prepared, Job job, int threads, JobControl control) {
    return new Time(
        plans(prepared, job, threads, control).seconds,
        "at most, as a rule: formulas, by the cost model of the plans that they replace");
  }

  private static Time plans(PreparedGraph prepared, Job job, int threads, JobControl control) {
    double cost =
        PlanExplanation.of(prepared.graph(), job, control).plans().stream()
            .mapToDouble(MatchingPlan::estimatedCost)
            .sum();
    return new Time(
        OptionalDouble.of(cost * ELEMENT_NANOS / threads / 1e9), "the cost model of its plans");
  }
}
