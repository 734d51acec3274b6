package io.cliquestream.kernels.change.maximal;

import io.cliquestream.kernels.change.clique.CommonSubgraph;
import io.cliquestream.kernels.change.rows.StageRows;
import io.cliquestream.kernels.change.state.StepBudget;
import io.cliquestream.kernels.cpu.bitset.BitMatrix;

/**
 * What one edge {u, v} does to the maximal cliques, in its stage of a batch.
 *
 * <p>With the edge, the maximal cliques through it are {u, v} ∪ M for the maximal cliques M of the
 * subgraph that the common neighbours induce. Without it there are instead those of {u} ∪ M and {v}
 * ∪ M that nothing else extends: a vertex that does is a neighbour of u, not of v, next to all of
 * M. No other maximal clique differs (Das, Svendsen and Tirthapura, Incremental Maintenance of
 * Maximal Cliques in a Dynamic Graph, VLDB Journal 2019). So the work follows the cliques that
 * change. For one thread.
 */
final class MaximalStage {
  static final int MOST_MEMBERS = 1 << 13;

  /** Takes the size of a clique that the edge tells apart. */
  @FunctionalInterface
  interface Found {
    /**
     * A clique.
     *
     * @param withEdge whether it is maximal where the edge is there, or where it is not
     */
    void clique(boolean withEdge, int size);
  }

  private final CommonSubgraph subgraph;
  private final MaximalSearch search;
  private final OuterNeighbors low;
  private final OuterNeighbors high;

  /** A search through a stage's rows. */
  MaximalStage(StageRows rows, StepBudget.Meter meter) {
    this.subgraph = new CommonSubgraph(rows, meter, MOST_MEMBERS);
    this.search = new MaximalSearch(meter);
    this.low = new OuterNeighbors(rows, meter);
    this.high = new OuterNeighbors(rows, meter);
  }

  /** Finds what the edge of a rank does to cliques of at least so many vertices. */
  void run(int rank, int first, int second, int least, Found found) {
    subgraph.stage(rank);
    int members = subgraph.members(first, second);
    if (members + 2 < least) {
      return;
    }
    BitMatrix matrix = subgraph.load();
    if (members > 0) {
      low.load(first, subgraph.slots(), second);
      high.load(second, subgraph.slots(), first);
    }
    search.run(
        matrix,
        (chosen, size) -> {
          found.clique(true, size + 2);
          // A vertex without an edge is none: the ends alone are no cliques.
          if (size > 0 && !low.extend(chosen, size)) {
            found.clique(false, size + 1);
          }
          if (size > 0 && !high.extend(chosen, size)) {
            found.clique(false, size + 1);
          }
        });
  }
}
