package io.cliquestream.kernels.survey;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.cpu.kclique.plan.KCliqueForecast;
import io.cliquestream.kernels.cpu.kclique.plan.KCliquePlanner;
import io.cliquestream.kernels.cpu.maxclique.MaximumForecast;
import io.cliquestream.kernels.cpu.maximalclique.MaximalForecast;
import io.cliquestream.kernels.cpu.motif.MotifCounter;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.Ordering;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.CliqueListing;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.MaximalCliques;
import io.cliquestream.kernels.job.MaximumClique;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.pattern.MatchingPlan;
import io.cliquestream.kernels.pattern.PlanExplanation;
import java.util.Arrays;

/**
 * What a sample says of one job on one graph; each sample is taken once, when the first engine's
 * time asks for it. Used by one thread.
 */
final class JobSample {
  private final PreparedGraph prepared;
  private final Job job;
  private final JobControl control;
  private KCliqueForecast kCliques;
  private MaximalForecast maximal;
  private MaximumForecast maximum;
  private MatchForecast matches;
  private Listing listed;
  private PlanExplanation plans;

  JobSample(PreparedGraph prepared, Job job, JobControl control) {
    this.prepared = prepared;
    this.job = job;
    this.control = control;
  }

  Job job() {
    return job;
  }

  Graph graph() {
    return prepared.graph();
  }

  /** Work of a count of cliques of more than three vertices. */
  KCliqueForecast kCliques(KCliqueCount count) {
    if (kCliques == null) {
      kCliques =
          KCliqueForecast.of(
              prepared.oriented(count.ordering().orElse(Ordering.DEGENERACY), control),
              control,
              Math.max(3, count.smallest()),
              count.largest());
    }
    return kCliques;
  }

  /**
   * Work of an enumeration of maximal cliques. One that lists all of them has none of the counts of
   * joins, so it has a sample of its own.
   */
  MaximalForecast maximal(MaximalCliques cliques) {
    if (maximal == null) {
      var graph = prepared.oriented(Ordering.DEGENERACY, control);
      maximal = MaximalForecast.of(graph, control, cliques.minimumSize(), false);
      if (cliques.list() && maximal.cliques() <= cliques.limit()) {
        maximal = MaximalForecast.of(graph, control, cliques.minimumSize(), true);
      }
    }
    return maximal;
  }

  /** Work of a search for maximum cliques. */
  MaximumForecast maximum(MaximumClique search) {
    if (maximum == null) {
      maximum = MaximumForecast.of(prepared, search, control);
    }
    return maximum;
  }

  /**
   * What a list of all cliques of one size is.
   *
   * @param steps a row of candidates looked at each
   * @param cliques of that size
   */
  record Listing(double steps, double cliques) {}

  /** Work of a listing of cliques of three vertices or more. */
  Listing listing(CliqueListing listing) {
    if (listed == null) {
      KCliquePlanner planner =
          new KCliquePlanner(prepared.oriented(Ordering.DEGENERACY, control), control);
      double steps = planner.plan(listing.k(), listing.k()).orientationSteps();
      // Not the difference to the steps for one vertex more: those leave out what cannot grow so
      // far.
      listed = new Listing(steps, planner.cliques(listing.k()));
    }
    return listed;
  }

  /** The plans of a census or a match. */
  PlanExplanation plans() {
    if (plans == null) {
      // A census by formulas follows no plan; those that it replaces say what it takes at most.
      Job planned = job instanceof MotifCensus census ? new MotifCensus(census.size()) : job;
      plans = PlanExplanation.of(prepared.graph(), prepared.labels(), planned, control);
    }
    return plans;
  }

  /** Elements that all plans look at, by their cost model. */
  double planElements() {
    return plans().plans().stream().mapToDouble(MatchingPlan::estimatedCost).sum();
  }

  /** Steps of a census of up to four vertices by formulas. */
  double stepsOfFour() {
    return MotifCounter.stepsOfFour(
        prepared.graph(), prepared.oriented(Ordering.DEGREE, control), new StopMeter(control));
  }

  /** Whether the labels that a pattern names are known. */
  boolean isKnown(PatternMatch match) {
    return !match.pattern().isLabelled() || prepared.labels().isPresent();
  }

  /** Work of a match along its plan; without the labels that it names, that of all labels. */
  MatchForecast match(PatternMatch match) {
    if (matches == null) {
      int[] any = new int[match.pattern().vertexCount()];
      Arrays.fill(any, Pattern.ANY_LABEL);
      matches =
          MatchForecast.of(
              prepared,
              isKnown(match) ? match : match.with(match.pattern().withLabels(any)),
              control);
    }
    return matches;
  }

  /** The sum of squared degrees. */
  double squaredDegrees() {
    Graph graph = prepared.graph();
    double sum = 0;
    for (int v = 0; v < graph.vertexCount(); v++) {
      if (v % (1 << 14) == 0) {
        control.checkStopped();
      }
      double degree = graph.degree(v);
      sum += degree * degree;
    }
    return sum;
  }
}
