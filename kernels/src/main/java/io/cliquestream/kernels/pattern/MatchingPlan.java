package io.cliquestream.kernels.pattern;

import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.Pattern;
import java.util.List;
import java.util.StringJoiner;

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
    double estimatedCost) {

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
   */
  public record SetStep(
      int level, int adjacent, int absent, int below, int source, boolean materialized) {}

  /**
   * The number of unused members of a set.
   *
   * @param below further positions whose vertex must have a larger rank
   * @param exclusions bound positions whose vertex may be in the set but is used
   */
  public record Size(int set, int below, List<Exclusion> exclusions) {}

  /**
   * A bound position that is in a set when it is adjacent to all of {@code adjacent}.
   *
   * @param adjacent bit set of positions; empty when it is always in the set
   */
  public record Exclusion(int position, int adjacent) {}

  /** A coefficient times a product of {@link #sizes}, given by index. */
  public record Term(long coefficient, List<Integer> sizes) {}

  /** The plan for a person: one line for each position, then the closing formula. */
  public String explain() {
    StringBuilder text = new StringBuilder();
    text.append("match ").append(pattern).append(", ");
    text.append(induced == Induced.EDGE ? "edge-induced" : "vertex-induced");
    text.append(", ").append(automorphisms).append(" automorphisms\n");
    for (int position = 0; position < enumerated; position++) {
      text.append("  v").append(position).append(" = pattern vertex ").append(order.get(position));
      text.append(": ");
      if (candidates.get(position) == NONE) {
        text.append("every vertex");
      } else {
        text.append('s').append(candidates.get(position));
        if (bounds.get(position) != 0) {
          text.append(" below ").append(vertices(bounds.get(position), ", "));
        }
      }
      text.append('\n');
      for (int id = 0; id < sets.size(); id++) {
        if (sets.get(id).level() == position) {
          text.append("    ").append(explain(id)).append('\n');
        }
      }
    }
    if (!terms.isEmpty()) {
      text.append("  add ");
      StringJoiner sum = new StringJoiner(" + ");
      terms.forEach(term -> sum.add(explain(term)));
      text.append(sum);
      for (int i = enumerated; i < order.size(); i++) {
        text.append(i == enumerated ? " for pattern vertex " : ", ").append(order.get(i));
      }
      if (divisor != 1) {
        text.append("; divide the total by ").append(divisor);
      }
      text.append('\n');
    }
    return text.toString();
  }

  private String explain(int id) {
    SetStep step = sets.get(id);
    boolean extended = step.source() != NONE;
    StringBuilder text = new StringBuilder("s" + id + " = ");
    boolean grows = (step.adjacent() >> step.level() & 1) != 0;
    if (extended) {
      text.append('s').append(step.source()).append(grows ? " ∩ " : " \\ ");
    }
    text.append("N(v").append(step.level()).append(')');
    if (!extended && step.absent() != 0) {
      text.append(" \\ N of ").append(vertices(step.absent(), ", "));
    }
    if (step.below() != 0) {
      text.append(" below ").append(vertices(step.below(), ", "));
    }
    return text.append(step.materialized() ? "" : " (size only)").toString();
  }

  private String explain(Term term) {
    StringJoiner product = new StringJoiner("·");
    if (term.coefficient() != 1) {
      product.add(Long.toString(term.coefficient()));
    }
    for (int index : term.sizes()) {
      Size size = sizes.get(index);
      String below = size.below() == 0 ? "" : " below " + vertices(size.below(), ", ");
      product.add("|s" + size.set() + below + "|");
    }
    return product.toString();
  }

  private static String vertices(int positions, String separator) {
    StringJoiner names = new StringJoiner(separator);
    for (int rest = positions; rest != 0; rest &= rest - 1) {
      names.add("v" + Integer.numberOfTrailingZeros(rest));
    }
    return names.toString();
  }
}
