package io.cliquestream.kernels.change.pattern;

import io.cliquestream.kernels.change.rows.RowView;
import io.cliquestream.kernels.change.rows.StageRows;
import io.cliquestream.kernels.change.state.StepBudget;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/** The searches of one pattern through an edge, for one thread. */
final class AnchoredSearches {
  private record Both(AnchoredSearch forward, AnchoredSearch backward) {}

  private final StageRows rows;
  private final List<Both> adjacent;
  private final List<Both> apart;
  private final List<AnchoredPlans.Both> adjacentPlans;
  private final List<AnchoredPlans.Both> apartPlans;

  AnchoredSearches(
      AnchoredPlans plans,
      StageRows rows,
      RowView view,
      StepBudget.Meter meter,
      IntUnaryOperator labels) {
    this.rows = rows;
    this.adjacentPlans = plans.plans(true);
    this.apartPlans = plans.plans(false);
    this.adjacent = searches(adjacentPlans, rows, view, meter, labels);
    this.apart = searches(apartPlans, rows, view, meter, labels);
  }

  private static List<Both> searches(
      List<AnchoredPlans.Both> plans,
      StageRows rows,
      RowView view,
      StepBudget.Meter meter,
      IntUnaryOperator labels) {
    List<Both> searches = new ArrayList<>();
    for (AnchoredPlans.Both both : plans) {
      searches.add(
          new Both(
              new AnchoredSearch(both.forward(), rows, view, meter, labels),
              new AnchoredSearch(both.backward(), rows, view, meter, labels)));
    }
    return searches;
  }

  /** Counts the matches through two slots; the rows are at their stage. */
  void count(int first, int second, boolean edges) {
    boolean swap = rows.bound(first) > rows.bound(second);
    for (Both both : edges ? adjacent : apart) {
      if (swap) {
        both.backward.count(second, first);
      } else {
        both.forward.count(first, second);
      }
    }
  }

  /** Takes a match. */
  @FunctionalInterface
  interface Found {
    /** Slots by vertex of the pattern; not the receiver's to keep. */
    void match(int[] byVertex);
  }

  /** Gives the matches through two slots to a receiver; the rows are at their stage. */
  void list(int first, int second, boolean edges, int[] byVertex, Found found) {
    boolean swap = rows.bound(first) > rows.bound(second);
    List<Both> searches = edges ? adjacent : apart;
    List<AnchoredPlans.Both> plans = edges ? adjacentPlans : apartPlans;
    for (int i = 0; i < searches.size(); i++) {
      var plan = swap ? plans.get(i).backward() : plans.get(i).forward();
      AnchoredSearch.Found each =
          matched -> {
            for (int position = 0; position < matched.length; position++) {
              byVertex[plan.order().get(position)] = matched[position];
            }
            found.match(byVertex);
          };
      if (swap) {
        searches.get(i).backward.list(second, first, each);
      } else {
        searches.get(i).forward.list(first, second, each);
      }
    }
  }

  /** Matches counted so far through edges, or through pairs that are none. */
  BigInteger total(boolean edges) {
    BigInteger total = BigInteger.ZERO;
    for (Both both : edges ? adjacent : apart) {
      total = total.add(both.forward.total()).add(both.backward.total());
    }
    return total;
  }
}
