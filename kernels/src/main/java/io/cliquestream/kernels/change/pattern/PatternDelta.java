package io.cliquestream.kernels.change.pattern;

import io.cliquestream.kernels.change.ChangedEdges;
import io.cliquestream.kernels.change.VersionChange;
import io.cliquestream.kernels.change.rows.RowView;
import io.cliquestream.kernels.change.rows.StageRows;
import io.cliquestream.kernels.change.state.StepBudget;
import io.cliquestream.kernels.change.state.StepForecast;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * How many more matches of some patterns there are: for each changed edge, in its stage, those that
 * hold it; and for vertex-induced ones those that hold both its ends while it is not there.
 */
final class PatternDelta {
  private static final int GRAIN = 8;
  private static final int PARALLEL = 32;

  private final List<AnchoredPlans> plans;
  private final VersionChange change;
  private final StepBudget budget;
  private final BigInteger[] more;

  PatternDelta(List<AnchoredPlans> plans, VersionChange change, StepBudget budget) {
    this.plans = plans;
    this.change = change;
    this.budget = budget;
    this.more = new BigInteger[plans.size()];
    Arrays.fill(more, BigInteger.ZERO);
  }

  /** Counts; by pattern, in the order of the plans. */
  BigInteger[] run() {
    for (ChangedEdges edges : List.of(change.deleted(), change.inserted())) {
      edges.forParts(PARALLEL, GRAIN, (from, to) -> part(edges, from, to));
    }
    return more;
  }

  private void part(ChangedEdges edges, int from, int to) {
    StepBudget.Meter meter = budget.meter();
    StageRows rows = edges.stages();
    RowView view = edges.rows();
    IntUnaryOperator labels = change.labels(view);
    AnchoredSearches[] searches = new AnchoredSearches[plans.size()];
    for (int i = 0; i < searches.length; i++) {
      searches[i] = new AnchoredSearches(plans.get(i), rows, view, meter, labels);
    }
    for (int rank = from; rank < to; rank++) {
      int low = edges.low(rank);
      int high = edges.high(rank);
      rows.stage(rank, true);
      for (AnchoredSearches search : searches) {
        search.count(low, high, true);
      }
      rows.stage(rank, false);
      for (AnchoredSearches search : searches) {
        search.count(low, high, false);
      }
    }
    meter.tell();
    synchronized (more) {
      for (int i = 0; i < searches.length; i++) {
        BigInteger difference = searches[i].total(true).subtract(searches[i].total(false));
        more[i] = edges.inserted() ? more[i].add(difference) : more[i].subtract(difference);
      }
    }
  }

  /** Expected steps: each position bound beyond the edge multiplies by a part of a degree. */
  static double predict(List<AnchoredPlans> plans, VersionChange change) {
    int depth = 2;
    int searches = 0;
    for (AnchoredPlans each : plans) {
      depth = Math.max(depth, each.depth());
      searches += each.count();
    }
    return searches * StepForecast.sum(change, 1 + 0.6 * (depth - 2));
  }
}
