package io.cliquestream.kernels.pattern;

import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.job.PlanChoice.Restriction;
import java.util.ArrayList;
import java.util.List;

/**
 * How to find every match of a pattern once; plain data that any engine can execute.
 *
 * <p>Positions 0, 1, … are bound to graph vertices one after the other; vertices are compared by
 * rank. Bit sets are over positions. After a position is bound, the {@link SetStep}s of that level
 * give the candidate sets that later positions need; partial sets are computed once and shared.
 * Positions from {@code enumerated} on are never bound: their number is the sum of {@code terms}.
 *
 * @param pattern what is matched
 * @param induced whether other edges are allowed
 * @param order the pattern's vertex at each position
 * @param bounds for each position the earlier positions whose vertex must have a larger rank
 * @param enumerated positions that are bound one by one, 1 or more
 * @param sets all candidate sets, ascending by level; a set's id is its index
 * @param candidates for each enumerated position the set it is taken from; -1 for position 0
 * @param sizes what is counted when the last enumerated position is bound; empty when listing
 * @param terms the number of ways to fill the other positions; empty when listing
 * @param divisor how often the terms count each match
 * @param automorphisms of the pattern
 * @param estimatedCost the cost model's figure, in set elements looked at
 * @param given whether the job fixed a part of the plan, which is then to be followed
 */
public record MatchingPlan(
    Pattern pattern,
    Induced induced,
    List<Integer> order,
    List<Integer> bounds,
    int enumerated,
    List<SetStep> sets,
    List<Integer> candidates,
    List<Size> sizes,
    List<Term> terms,
    long divisor,
    int automorphisms,
    double estimatedCost,
    boolean given) {

  /** Stands for "no source" and "every vertex". */
  public static final int NONE = -1;

  /**
   * The set of vertices adjacent to some bound positions, not adjacent to others, of smaller rank
   * than others still.
   *
   * @param level the position after whose binding the set is computed
   * @param adjacent positions that must be adjacent
   * @param absent positions that must not be adjacent
   * @param below positions whose vertex must have a larger rank
   * @param source the set for the same positions without {@code level}, or {@link #NONE}: start
   *     from the neighbours of {@code level}
   * @param materialized whether members are needed, or only how many there are
   * @param label that all members have, or {@link Pattern#ANY_LABEL}; its source's too
   */
  public record SetStep(
      int level,
      int adjacent,
      int absent,
      int below,
      int source,
      boolean materialized,
      int label) {}

  /**
   * The number of unused members of a set.
   *
   * @param set index among the sets of the plan
   * @param below further positions whose vertex must have a larger rank
   * @param exclusions bound positions whose vertex may be in the set but is used
   */
  public record Size(int set, int below, List<Exclusion> exclusions) {}

  /**
   * A bound position that is in a set when it is adjacent to all of {@code adjacent}.
   *
   * @param position index in the order
   * @param adjacent bit set of positions; empty when it is always in the set
   */
  public record Exclusion(int position, int adjacent) {}

  /**
   * A coefficient times a product of {@link #sizes}, given by index.
   *
   * @param coefficient of either sign
   * @param sizes indexes into {@link #sizes}; one may stand there more than once
   */
  public record Term(long coefficient, List<Integer> sizes) {}

  /** {@return what breaks the pattern's symmetries: the bounds, by the pattern's vertices} */
  public List<Restriction> restrictions() {
    List<Restriction> restrictions = new ArrayList<>();
    for (int position = 0; position < bounds.size(); position++) {
      for (int rest = bounds.get(position); rest != 0; rest &= rest - 1) {
        int earlier = order.get(Integer.numberOfTrailingZeros(rest));
        restrictions.add(new Restriction(earlier, order.get(position)));
      }
    }
    return restrictions;
  }

  /** {@return the plan for a person: one line for each position, then the closing formula} */
  public String explain() {
    return new PlanText(this).toString();
  }
}
