package io.cliquestream.kernels.pattern;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.Options;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.job.PlanChoice;
import io.cliquestream.kernels.job.PlanChoice.Restriction;
import java.util.List;

/**
 * Finds the cheapest {@link MatchingPlan} for a pattern.
 *
 * <p>Every connected order of the pattern's vertices is tried, one of each class of orders that an
 * automorphism maps onto each other. The cost model multiplies expected candidates level by level,
 * as GraphPi (Shi et al., SC'20) does, with the degree of a vertex met over an edge and the closure
 * of wedges. An order that a job gives is the only one tried; restrictions that it gives leave
 * those orders that bind the first vertex of each before the second.
 */
public final class PlanCompiler {
  private final Pattern pattern;
  private final Induced induced;
  private final boolean counting;
  private final PlanChoice choice;
  private final GraphSample statistics;
  private final AutomorphismGroup automorphisms;
  private final int[] order;

  /** Positions at the front of the order that are given, not searched for. */
  private int anchors;

  private MatchingPlan best;

  private PlanCompiler(
      Pattern pattern,
      Induced induced,
      boolean counting,
      PlanChoice choice,
      GraphSample statistics) {
    this.pattern = pattern;
    this.induced = induced;
    this.counting = counting;
    this.choice = choice;
    this.statistics = statistics;
    this.automorphisms = AutomorphismGroup.of(pattern);
    this.order = new int[pattern.vertexCount()];
  }

  /**
   * The plan of a job.
   *
   * @param job pattern, restrictions and what is wanted of the matches
   * @param statistics of the graph, which rank the orders
   * @return the cheapest by the statistics that the job's {@code plan} allows; counts unless the
   *     job lists
   * @throws ComputeException OPTION_INVALID when no connected order fits the job's restrictions
   */
  public static MatchingPlan of(PatternMatch job, GraphSample statistics) {
    return known(job.pattern(), job.induced(), !job.list(), job.plan(), List.of(), statistics);
  }

  /**
   * {@return the plan that counts matches}
   *
   * @param pattern what is looked for
   * @param induced whether further edges among a match's vertices are allowed
   * @param statistics of the graph, which rank the orders
   */
  public static MatchingPlan counting(Pattern pattern, Induced induced, GraphSample statistics) {
    return known(pattern, induced, true, PlanChoice.COMPILED, List.of(), statistics);
  }

  /**
   * {@return the plan that binds every vertex of every match}
   *
   * @param pattern what is looked for
   * @param induced whether further edges among a match's vertices are allowed
   * @param statistics of the graph, which rank the orders
   */
  public static MatchingPlan listing(Pattern pattern, Induced induced, GraphSample statistics) {
    return known(pattern, induced, false, PlanChoice.COMPILED, List.of(), statistics);
  }

  /**
   * The plan that goes on from two vertices of the pattern that are bound already, adjacent or not.
   * It tells apart what an automorphism that leaves both where they are does not map onto each
   * other; a pattern of these two alone is bound as a whole.
   *
   * @param pattern what is looked for
   * @param induced whether further edges among a match's vertices are allowed
   * @param first vertex of the pattern, bound first
   * @param second another one, bound next
   * @param counting whether the last vertices are counted, or every vertex is bound
   * @param statistics of the graph, which rank the orders
   * @return begins with the two
   */
  public static MatchingPlan anchored(
      Pattern pattern,
      Induced induced,
      int first,
      int second,
      boolean counting,
      GraphSample statistics) {
    List<Integer> anchors = List.of(first, second);
    return known(pattern, induced, counting, PlanChoice.COMPILED, anchors, statistics);
  }

  private static MatchingPlan known(
      Pattern pattern,
      Induced induced,
      boolean counting,
      PlanChoice choice,
      List<Integer> anchors,
      GraphSample statistics) {
    return PlanCache.SHARED.get(
        new PlanCache.Key(pattern, induced, counting, choice, anchors, statistics),
        () -> new PlanCompiler(pattern, induced, counting, choice, statistics).compile(anchors));
  }

  private MatchingPlan compile(List<Integer> anchored) {
    AutomorphismGroup left = automorphisms;
    int used = 0;
    for (int vertex : anchored) {
      order[anchors++] = vertex;
      used |= 1 << vertex;
      left = left.stabilizer(vertex);
    }
    if (choice.order().isEmpty()) {
      extend(anchors, used, left);
    } else {
      for (int i = 0; i < order.length; i++) {
        order[i] = choice.order().get(i);
      }
      consider();
    }
    Options.require(
        best != null,
        "no connected order of "
            + pattern
            + " binds the first vertex of every given restriction before the second");
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
      if ((used >> v & 1) == 0 && connected && (tried >> v & 1) == 0 && isAllowed(v, used)) {
        // Other members of the orbit would give the same plan under other names, unless the job's
        // restrictions tell them apart.
        tried |= isRestricted() ? 1 << v : stabilizer.orbit(v);
        order[position] = v;
        extend(
            position + 1,
            used | 1 << v,
            stabilizer.size() == 1 ? stabilizer : stabilizer.stabilizer(v));
      }
    }
  }

  private boolean isRestricted() {
    return choice.restrictions().filter(given -> !given.isEmpty()).isPresent();
  }

  private boolean isAllowed(int vertex, int used) {
    for (Restriction restriction : choice.restrictions().orElse(List.of())) {
      if (restriction.smaller() == vertex && (used >> restriction.larger() & 1) == 0) {
        return false;
      }
    }
    return true;
  }

  /**
   * Weighs the plan for the complete order. When counting edge-induced matches, as many last
   * vertices as are pairwise not adjacent are left to the formula: on a hub that is what saves
   * whole powers of its degree, and averages cannot be trusted to say so. Fewer where the job's
   * restrictions among them tell matches apart.
   */
  private void consider() {
    int least = Math.max(1, anchors);
    int enumerated = Math.max(least, order.length - (counting ? 1 : 0));
    if (counting && induced == Induced.EDGE && enumerated < order.length) {
      int suffix = 1 << order[enumerated];
      while (enumerated > least && (pattern.row(order[enumerated - 1]) & suffix) == 0) {
        suffix |= 1 << order[enumerated - 1];
        enumerated--;
      }
    }
    PlanBuilder builder = builder(enumerated);
    while (!builder.isUniform()) {
      builder = builder(++enumerated);
    }
    MatchingPlan plan = builder.build();
    if (best == null || plan.estimatedCost() < best.estimatedCost()) {
      best = plan;
    }
  }

  private PlanBuilder builder(int enumerated) {
    AutomorphismGroup group = automorphisms;
    for (int anchor = 0; anchor < anchors; anchor++) {
      group = group.stabilizer(order[anchor]);
    }
    return new PlanBuilder(pattern, induced, order, enumerated, anchors, group, choice, statistics);
  }
}
