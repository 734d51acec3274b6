package io.cliquestream.kernels.cpu.cover;

import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.kernels.control.StoppedException;

/**
 * Largest independent sets, hence smallest vertex covers, of sparse graphs by branch and reduce
 * (Akiba and Iwata, "Branch-and-reduce exponential/FPT algorithms in practice", 2016).
 *
 * <p>At a node of the search tree, until nothing changes: vertices of degree 0 and 1 are chosen, of
 * degree 2 chosen or folded ({@link Residue}), unconfined vertices dropped ({@link Confinement}),
 * and the linear program decides what it can ({@link LinearProgram}). The node ends when neither a
 * clique cover nor the linear program leaves room for a set that is larger than the best one. A
 * graph that has come apart is solved part by part, the smallest first, each with the bounds of the
 * others; one that has shrunk to half is copied, so that a node costs what is left. Otherwise the
 * vertex of largest degree is chosen in one branch and dropped in the other.
 *
 * <p>The reductions keep some largest set, not all of them: this counts nothing. Memory: a copy of
 * the graph for every halving on the way down. One thread.
 */
public final class CoverSearch extends CoverWalk {
  private final CoverPolicy policy;
  private final Confinement confinement;

  /** Size of the largest set known, or one less than that of the smallest one wanted. */
  private int best;

  private int[] bestSet;

  private CoverSearch(SparseGraph graph, int needed, CoverPolicy policy, CoverBudget budget) {
    super(graph, budget);
    this.policy = policy;
    this.confinement = new Confinement(residue, policy);
    this.best = needed - 1;
  }

  /**
   * What a search found.
   *
   * @param set a largest independent set, ascending, if it has as many vertices as were needed;
   *     else empty
   * @param proven whether there is no larger one; false when the nodes ran out before
   * @param nodes of the search tree
   */
  public record Outcome(int[] set, boolean proven, long nodes) {}

  /**
   * Finds a largest independent set.
   *
   * @param needed only a set of so many vertices is of use, 1 or more
   * @param mostNodes nodes of the search tree after which to give up
   * @throws StoppedException when {@code stop} says so
   */
  public static Outcome largest(
      SparseGraph graph, int needed, CoverPolicy policy, long mostNodes, StopCheck stop) {
    CoverBudget budget = new CoverBudget(stop, mostNodes);
    CoverSearch search = new CoverSearch(graph, needed, policy, budget);
    search.node();
    int[] set = search.bestSet == null ? new int[0] : search.bestSet;
    return new Outcome(set, search.ended, budget.nodes());
  }

  @Override
  int target() {
    return best + 1;
  }

  @Override
  void take() {
    improve(new int[0]);
  }

  private void improve(int[] among) {
    best = residue.chosen() + among.length;
    bestSet = residue.independentSet(among);
  }

  @Override
  void reduce() {
    do {
      int v;
      while ((v = residue.nextChanged()) >= 0) {
        switch (residue.degree(v)) {
          case 0, 1 -> residue.choose(v);
          case 2 -> residue.foldOrChoose(v);
          default -> {}
        }
      }
    } while (residue.open() > 0
        && residue.chosen() + residue.open() > best
        && (confinement.reduce(budget) || program.reduce(budget)));
  }

  @Override
  int bound() {
    int open = residue.open();
    if (open == 0 || residue.chosen() + open <= best) {
      return residue.chosen() + open;
    }
    int linear = residue.chosen() + open - (program.matched() + 1) / 2;
    return linear <= best ? linear : Math.min(linear, residue.chosen() + cliques.cliques(budget));
  }

  /** Largest sets of parts add up. */
  @Override
  void solve(int[][] parts) {
    CoverSearch[] searches = new CoverSearch[parts.length];
    int[] bounds = new int[parts.length];
    int total = residue.chosen();
    for (int i = 0; i < parts.length; i++) {
      searches[i] = new CoverSearch(residue.induced(parts[i]), 1, policy, budget);
      bounds[i] = searches[i].cliques.cliques(budget);
      total += bounds[i];
    }
    int[] among = new int[0];
    for (int i = 0; i < parts.length && total > best; i++) {
      CoverSearch part = searches[i];
      searches[i] = null;
      part.best = Math.max(0, best - (total - bounds[i]));
      part.node();
      if (!part.ended) {
        ended = false;
        return;
      }
      if (part.bestSet == null) {
        return;
      }
      total += part.best - bounds[i];
      int at = among.length;
      among = java.util.Arrays.copyOf(among, at + part.best);
      for (int v : part.bestSet) {
        among[at++] = parts[i][v];
      }
    }
    if (total > best) {
      improve(among);
    }
  }
}
