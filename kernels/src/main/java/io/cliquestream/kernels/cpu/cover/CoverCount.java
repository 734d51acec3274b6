package io.cliquestream.kernels.cpu.cover;

import io.cliquestream.kernels.assembly.CliqueCollector;
import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.kernels.control.StoppedException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Counts the largest independent sets of a sparse graph: by branches, which add up, and by parts,
 * whose numbers multiply.
 *
 * <p>Of the reductions of {@link CoverSearch} only the first one keeps all largest sets: a vertex
 * without neighbours is in every one of them. What makes this end all the same is that a sparse
 * graph comes apart when its vertices of large degree are decided, and that the bounds are those of
 * the largest sets, whose size is known. So a count may run to 10³⁰ in some thousand nodes. The
 * lexicographically smallest sets are joined from those of the parts ({@link SetFamily}).
 *
 * <p>Memory: a copy of the graph for every level of parts, and the parts of as many unions as sets
 * are listed. One thread.
 */
public final class CoverCount extends CoverWalk {
  private final long limit;

  /** Only sets of so many vertices are of use. */
  private int needed;

  private final SetFamily found;

  private CoverCount(SparseGraph graph, int needed, long limit, CoverBudget budget) {
    super(graph, budget);
    this.limit = limit;
    this.needed = needed;
    this.found = new SetFamily(limit);
  }

  /**
   * What a count found.
   *
   * @param sets the number of largest independent sets and the smallest ones of them; empty when
   *     the nodes ran out before
   * @param nodes of the search tree
   */
  public record Outcome(Optional<CliqueCollector> sets, long nodes) {}

  /**
   * Counts the independent sets of the largest size.
   *
   * @param size that size; no set may be larger
   * @param limit most sets listed, the lexicographically smallest ones
   * @param mostNodes nodes of the search tree after which to give up
   * @throws StoppedException when {@code stop} says so
   */
  public static Outcome of(
      SparseGraph graph, int size, long limit, long mostNodes, StopCheck stop) {
    CoverBudget budget = new CoverBudget(stop, mostNodes);
    CoverCount count = new CoverCount(graph, size, limit, budget);
    count.node();
    if (!count.ended) {
      return new Outcome(Optional.empty(), budget.nodes());
    }
    CliqueCollector sets = new CliqueCollector(limit);
    sets.addAll(count.found.size(), count.found.count(), count.found.smallest(stop));
    return new Outcome(Optional.of(sets), budget.nodes());
  }

  @Override
  void take() {
    found.add(residue.independentSet(new int[0]), List.of());
  }

  @Override
  void reduce() {
    int v;
    while ((v = residue.nextChanged()) >= 0) {
      if (residue.degree(v) == 0) {
        residue.choose(v);
      }
    }
  }

  @Override
  int target() {
    return Math.max(needed, found.size());
  }

  @Override
  int bound() {
    int open = residue.open();
    if (open == 0 || residue.chosen() + open < target()) {
      return residue.chosen() + open;
    }
    int covered = residue.chosen() + cliques.cliques(budget);
    if (covered < target()) {
      return covered;
    }
    program.match(budget);
    return Math.min(covered, residue.chosen() + open - (program.matched() + 1) / 2);
  }

  /** Sizes of parts add up and numbers multiply. */
  @Override
  void solve(int[][] parts) {
    CoverCount[] counts = new CoverCount[parts.length];
    int[] bounds = new int[parts.length];
    int total = residue.chosen();
    for (int i = 0; i < parts.length; i++) {
      Arrays.sort(parts[i]);
      bounds[i] = 1;
      if (!isClique(parts[i])) {
        counts[i] = new CoverCount(residue.induced(parts[i]), 0, limit, budget);
        bounds[i] = counts[i].cliques.cliques(budget);
      }
      total += bounds[i];
    }
    List<SetFamily.Part> families = new ArrayList<>();
    for (int i = 0; i < parts.length && total >= target(); i++) {
      CoverCount part = counts[i];
      counts[i] = null;
      if (part == null) {
        families.add(new SetFamily.Part(parts[i], null));
        continue;
      }
      part.needed = target() - (total - bounds[i]);
      part.node();
      if (!part.ended) {
        ended = false;
        return;
      }
      if (part.found.size() == 0) {
        return;
      }
      total += part.found.size() - bounds[i];
      families.add(new SetFamily.Part(parts[i], part.found));
    }
    if (total >= target()) {
      found.add(residue.independentSet(new int[0]), families);
    }
  }

  private boolean isClique(int[] part) {
    for (int v : part) {
      if (residue.degree(v) != part.length - 1) {
        return false;
      }
    }
    return true;
  }
}
