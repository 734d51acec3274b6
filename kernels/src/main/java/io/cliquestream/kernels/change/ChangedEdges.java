package io.cliquestream.kernels.change;

import io.cliquestream.kernels.change.rows.ChangedArcs;
import io.cliquestream.kernels.change.rows.RowView;
import io.cliquestream.kernels.change.rows.StageRows;
import io.cliquestream.kernels.control.Parallelism;

/**
 * The edges of a change that went, or those that came, ascending by their slots. An edge's rank is
 * its index.
 *
 * @param inserted whether they came
 * @param edges an edge each, the lower slot in the upper half
 * @param arcs the same by slot
 * @param rows of the version that has them
 * @param parallelism threads that the graph's owner allows
 */
public record ChangedEdges(
    boolean inserted, long[] edges, ChangedArcs arcs, RowView rows, Parallelism parallelism) {
  /** What is done with a part of them. */
  @FunctionalInterface
  public interface Part {
    /**
     * Takes the ranks in [from, to).
     *
     * @param from the first rank
     * @param to the rank behind the last one
     */
    void run(int from, int to);
  }

  /** {@return how many edges they are} */
  public int count() {
    return edges.length;
  }

  /**
   * {@return the lower slot of an edge}
   *
   * @param rank 0 … {@link #count} - 1
   */
  public int low(int rank) {
    return (int) (edges[rank] >>> 32);
  }

  /**
   * {@return the higher slot of an edge}
   *
   * @param rank 0 … {@link #count} - 1
   */
  public int high(int rank) {
    return (int) edges[rank];
  }

  /** {@return a reader of their stages, for one thread} */
  public StageRows stages() {
    return inserted ? StageRows.inserting(rows, arcs) : StageRows.deleting(rows, arcs);
  }

  /**
   * Goes through them in parts, on several threads at a time.
   *
   * @param parallel fewer edges than this are one part, on the caller's thread
   * @param grain edges of a part
   * @param part called once for each part, in any order
   */
  public void forParts(int parallel, int grain, Part part) {
    parallelism.forRanges(
        count(),
        count() < parallel ? Math.max(1, count()) : grain,
        (from, to) -> part.run((int) from, (int) to));
  }
}
