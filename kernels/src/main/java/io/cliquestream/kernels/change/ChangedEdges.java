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
    /** The ranks of the part. */
    void run(int from, int to);
  }

  /** How many they are. */
  public int count() {
    return edges.length;
  }

  /** The lower slot of an edge. */
  public int low(int rank) {
    return (int) (edges[rank] >>> 32);
  }

  /** The higher slot of an edge. */
  public int high(int rank) {
    return (int) edges[rank];
  }

  /** A reader of their stages, for one thread. */
  public StageRows stages() {
    return inserted ? StageRows.inserting(rows, arcs) : StageRows.deleting(rows, arcs);
  }

  /** Goes through them in parts, on several threads; fewer than {@code parallel} are one part. */
  public void forParts(int parallel, int grain, Part part) {
    parallelism.forRanges(
        count(),
        count() < parallel ? Math.max(1, count()) : grain,
        (from, to) -> part.run((int) from, (int) to));
  }
}
