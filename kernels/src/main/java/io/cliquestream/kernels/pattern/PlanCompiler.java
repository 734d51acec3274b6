package io.cliquestream.kernels.pattern;

import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.Pattern;

/**
 * Finds the cheapest {@link MatchingPlan} for a pattern.
 *
 * <p>Every connected order of the pattern's vertices is tried, one of each class of orders that an
 * automorphism maps onto each other. The cost model multiplies expected candidates level by level,
 * as GraphPi (Shi et al., SC'20) does, with the degree of a vertex met over an edge and the closure
 * of wedges.
 */
public final class PlanCompiler {
  private final Pattern pattern;
  private final Induced induced;
  private final boolean counting;
  private final GraphStatistics statistics;
  private final AutomorphismGroup automorphisms;
  private final int[] order;
  private MatchingPlan best;

  private PlanCompiler(
      Pattern pattern, Induced induced, boolean counting, GraphStatistics statistics) {
    this.pattern = pattern;
    this.induced = induced;
    this.counting = counting;
    this.statistics = statistics;
    this.automorphisms = AutomorphismGroup.of(pattern);
    this.order = new int[pattern.vertexCount()];
  }

  /** The plan that counts matches. */
  public static MatchingPlan counting(
      Pattern pattern, Induced induced, GraphStatistics statistics) {
    return new PlanCompiler(pattern, induced, true, statistics).compile();
  }

  /** The plan that binds every vertex of every match. */
  public static MatchingPlan listing(Pattern pattern, Induced induced, GraphStatistics statistics) {
    return new PlanCompiler(pattern, induced, false, statistics).compile();
  }

  private MatchingPlan compile() {
    extend(0, 0, automorphisms);
    return best;
  }

  private void extend(int position, int used, AutomorphismGroup stabilizer) {
    if (position == order.length) {
      consider();
      return;
    }
    int tried = 0;
    for (int v = 0; v < order.length; v++) {
      boolean connected = position == 0 || (pattern.row(v) & used) != 0;
      if ((used >> v & 1) == 0 && connected && (tried >> v & 1) == 0) {
        // Other members of the orbit would give the same plan under other names.
        tried |= stabilizer.orbit(v);
        order[position] = v;
        extend(
            position + 1,
            used | 1 << v,
            stabilizer.size() == 1 ? stabilizer : stabilizer.stabilizer(v));
      }
    }
  }

  /**
   * Weighs the plan for the complete order. When counting edge-induced matches, as many last
   * vertices as are pairwise not adjacent are left to the formula: on a hub that is what saves
   * whole powers of its degree, and averages cannot be trusted to say so.
   */
  private void consider() {
    int enumerated = order.length - (counting ? 1 : 0);
    if (counting && induced == Induced.EDGE) {
      int suffix = 1 << order[enumerated];
      while (enumerated > 1 && (pattern.row(order[enumerated - 1]) & suffix) == 0) {
        suffix |= 1 << order[enumerated - 1];
        enumerated--;
      }
    }
    MatchingPlan plan =
        new PlanBuilder(pattern, induced, order, enumerated, automorphisms, statistics).build();
    if (best == null || plan.estimatedCost() < best.estimatedCost()) {
      best = plan;
    }
  }
}
