package io.cliquestream.kernels.reference;

import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.job.PlanChoice;
import io.cliquestream.kernels.job.PlanChoice.Restriction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;

/** Plans that a job may give for a pattern. */
public final class GivenPlans {
  private GivenPlans() {}

  /** Every order of a pattern's vertices in which each is adjacent to one before it. */
  public static List<List<Integer>> connectedOrders(Pattern pattern) {
    List<List<Integer>> orders = new ArrayList<>();
    extend(pattern, new ArrayList<>(), 0, orders);
    return orders;
  }

  private static void extend(
      Pattern pattern, List<Integer> order, int bound, List<List<Integer>> orders) {
    if (order.size() == pattern.vertexCount()) {
      orders.add(List.copyOf(order));
      return;
    }
    for (int v = 0; v < pattern.vertexCount(); v++) {
      if ((bound >> v & 1) == 0 && (bound == 0 || (pattern.row(v) & bound) != 0)) {
        order.add(v);
        extend(pattern, order, bound | 1 << v, orders);
        order.removeLast();
      }
    }
  }

  /**
   * Some orders with restrictions along them that keep every match once: conditions between random
   * positions are added as long as one is missing, then those that are not needed are taken away,
   * with luck; a pattern without symmetry gives none.
   */
  public static List<PlanChoice> validRestrictions(Pattern pattern, Random random, int wanted) {
    List<List<Integer>> orders = connectedOrders(pattern);
    List<PlanChoice> found = new ArrayList<>();
    for (int attempt = 0; attempt < 60 * wanted && found.size() < wanted; attempt++) {
      List<Integer> order = orders.get(random.nextInt(orders.size()));
      List<Restriction> restrictions = new ArrayList<>();
      OptionalInt times = PlanChoice.found(pattern, restrictions);
      while (times.orElse(2) > 1 && restrictions.size() < 12) {
        int later = 1 + random.nextInt(order.size() - 1);
        int earlier = random.nextInt(later);
        restrictions.add(new Restriction(order.get(earlier), order.get(later)));
        times = PlanChoice.found(pattern, restrictions);
      }
      if (times.equals(OptionalInt.of(1)) && !restrictions.isEmpty()) {
        Optional<List<Restriction>> given = Optional.of(restrictions);
        found.add(new PlanChoice(random.nextBoolean() ? order : List.of(), given));
      }
    }
    return found;
  }
}
