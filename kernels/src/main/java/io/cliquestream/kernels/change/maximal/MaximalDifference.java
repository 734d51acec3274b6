package io.cliquestream.kernels.change.maximal;

import io.cliquestream.kernels.change.ChangedEdges;
import io.cliquestream.kernels.change.clique.CommonSubgraph;
import io.cliquestream.kernels.change.rows.ChangedArcs;
import io.cliquestream.kernels.change.rows.IntBuffer;
import io.cliquestream.kernels.change.rows.RowView;
import io.cliquestream.kernels.change.rows.StageRows;
import io.cliquestream.kernels.change.state.StepBudget;
import java.util.Arrays;

/**
 * The maximal cliques of a graph A that are none of a graph B, each once, where A and B differ in
 * few edges: with A the newer version those that appeared, with A the older one those that
 * vanished. Nothing is kept of them, however many there are.
 *
 * <p>Such a clique K either holds an edge that only A has; then it is {u, v} ∪ M for such an edge
 * and a maximal clique M among the common neighbours in A, and it is reported at its edge of lowest
 * rank. Or all its edges are in B too, and there a vertex w extends it that in A lacks an edge {w,
 * x} to one of its members: then K is {x} ∪ M, with M a maximal clique in A among the vertices that
 * are next to w in B and to x in A, such that nothing else extends it in A. The same K may be met
 * at several such edges; it is reported at that of the lowest rank. For one thread.
 */
public final class MaximalDifference {
  /** Takes a clique. */
  @FunctionalInterface
  public interface Found {
    /**
     * A clique of A.
     *
     * @param slots ascending; not the receiver's to keep
     * @param rank the edge that made the difference
     * @param own whether that is an edge that only A has, or one that only B has
     */
    void clique(int[] slots, int size, int rank, boolean own);
  }

  private final RowView other;
  private final ChangedArcs ownArcs;
  private final ChangedArcs otherArcs;
  private final int least;
  private final StageRows rows;
  private final StageRows otherRows;
  private final StepBudget.Meter meter;
  private final CommonSubgraph subgraph;
  private final MaximalSearch search;
  private final OuterNeighbors outer;
  private final IntBuffer members = new IntBuffer();
  private final IntBuffer scratch = new IntBuffer();
  private int[] clique = new int[16];

  /**
   * A search.
   *
   * @param own A's edges that B lacks
   * @param other B's edges that A lacks
   * @param least fewest vertices of a clique
   */
  public MaximalDifference(
      ChangedEdges own, ChangedEdges other, int least, StepBudget.Meter meter) {
    this.other = other.rows();
    this.ownArcs = own.arcs();
    this.otherArcs = other.arcs();
    this.least = least;
    this.meter = meter;
    this.rows = StageRows.of(own.rows());
    this.otherRows = StageRows.of(other.rows());
    this.subgraph = new CommonSubgraph(rows, meter, MaximalStage.MOST_MEMBERS);
    this.search = new MaximalSearch(meter);
    this.outer = new OuterNeighbors(rows, meter);
  }

  /** Finds the cliques through an edge that only A has. */
  public void own(int rank, int low, int high, Found found) {
    if (subgraph.members(low, high) + 2 < least) {
      return;
    }
    search.run(
        subgraph.load(),
        (chosen, size) -> {
          if (size + 2 >= least) {
            take(chosen, size);
            clique[size] = low;
            clique[size + 1] = high;
            Arrays.sort(clique, 0, size + 2);
            if (isLowestOwn(size + 2, rank)) {
              found.clique(clique, size + 2, rank, true);
            }
          }
        });
  }

  /** Finds the cliques that an edge, which only B has, extends there. */
  public void other(int rank, int low, int high, Found found) {
    extended(rank, low, high, found);
    extended(rank, high, low, found);
  }

  /** Those that hold {@code inside} and are extended by {@code outside}. */
  private void extended(int rank, int inside, int outside, Found found) {
    otherRows.read(outside, members);
    meter.work(16L + members.length());
    rows.intersect(members, inside, scratch, members);
    int size = members.length();
    if (size == 0 || size + 1 < least) {
      return;
    }
    subgraph.use(members);
    outer.load(inside, members, -1);
    search.run(
        subgraph.load(),
        (chosen, length) -> {
          if (length > 0 && length + 1 >= least && !outer.extend(chosen, length)) {
            take(chosen, length);
            clique[length] = inside;
            Arrays.sort(clique, 0, length + 1);
            if (isLowestOwn(length + 1, -1) && isLowestOther(length + 1, rank)) {
              found.clique(clique, length + 1, rank, false);
            }
          }
        });
  }

  private void take(int[] chosen, int size) {
    if (clique.length < size + 2) {
      clique = new int[2 * (size + 2)];
    }
    for (int i = 0; i < size; i++) {
      clique[i] = subgraph.slot(chosen[i]);
    }
  }

  /**
   * Whether the clique holds no edge that only A has of a lower rank; with rank -1, none at all.
   */
  private boolean isLowestOwn(int size, int rank) {
    for (int i = 0; i < size; i++) {
      boolean lowest =
          ownArcs.forEach(
              clique[i],
              (neighbor, otherRank) ->
                  (rank >= 0 && otherRank >= rank)
                      || Arrays.binarySearch(clique, 0, size, neighbor) < 0);
      if (!lowest) {
        return false;
      }
    }
    return true;
  }

  /** Whether no edge that only B has, of a lower rank, extends the clique there. */
  private boolean isLowestOther(int size, int rank) {
    for (int i = 0; i < size; i++) {
      boolean lowest =
          otherArcs.forEach(
              clique[i],
              (neighbor, otherRank) -> otherRank >= rank || !extendsInOther(neighbor, size));
      if (!lowest) {
        return false;
      }
    }
    return true;
  }

  private boolean extendsInOther(int vertex, int size) {
    for (int i = 0; i < size; i++) {
      if (!other.hasEdge(vertex, clique[i])) {
        return false;
      }
    }
    return true;
  }
}
