package io.cliquestream.worker.jobs.change;

import io.cliquestream.kernels.change.EdgeBatch;
import io.cliquestream.kernels.change.GraphVersion;
import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.kernels.graph.Graph;
import java.util.Arrays;
import java.util.Optional;

/**
 * What must be deleted from and inserted into a version to make it another graph, found by merging
 * their rows: for versions that no remembered delta joins, such as two snapshots. Reads every edge
 * of both.
 */
final class EdgeDifference {
  private static final int ROWS_BETWEEN_STOPS = 1 << 12;

  private final GraphVersion from;
  private final Graph to;
  private final EdgeBatch batch;
  private final int most;
  private boolean full;
  private int[] row = new int[64];
  private long[] before = new long[64];
  private long[] after = new long[64];

  private EdgeDifference(GraphVersion from, Graph to, EdgeBatch batch, int most) {
    this.from = from;
    this.to = to;
    this.batch = batch;
    this.most = most;
  }

  /**
   * Compares.
   *
   * @param most changed edges
   * @return empty when there are more
   */
  static Optional<EdgeBatch> of(GraphVersion from, Graph to, int most, StopCheck stop) {
    var difference = new EdgeDifference(from, to, EdgeBatch.withRoom(Math.max(1, most)), most);
    difference.compare(stop);
    return difference.full ? Optional.empty() : Optional.of(difference.batch);
  }

  private void compare(StopCheck stop) {
    for (int vertex = 0; vertex < to.vertexCount() && !full; vertex++) {
      if (vertex % ROWS_BETWEEN_STOPS == 0) {
        stop.checkStopped();
      }
      long id = to.ids().original(vertex);
      int slot = from.slot(id);
      merge(id, slot < 0 ? 0 : upperNeighbors(id, slot), upperNeighborsAfter(vertex));
    }
    for (int slot = 0; slot < from.slotCount() && !full; slot++) {
      if (slot % ROWS_BETWEEN_STOPS == 0) {
        stop.checkStopped();
      }
      long id = from.id(slot);
      if (from.degree(slot) > 0 && to.ids().dense(id) < 0) {
        merge(id, upperNeighbors(id, slot), 0);
      }
    }
  }

  /** Ids above a vertex's own, ascending as unsigned numbers, in {@link #before}. */
  private int upperNeighbors(long id, int slot) {
    int degree = from.degree(slot);
    row = row.length < degree ? new int[2 * degree] : row;
    before = before.length < degree ? new long[2 * degree] : before;
    int copied = from.copyNeighbors(slot, row);
    int upper = 0;
    for (int i = 0; i < copied; i++) {
      long other = from.id(row[i]);
      if (Long.compareUnsigned(other, id) > 0) {
        before[upper++] = other ^ Long.MIN_VALUE;
      }
    }
    Arrays.sort(before, 0, upper);
    for (int i = 0; i < upper; i++) {
      before[i] ^= Long.MIN_VALUE;
    }
    return upper;
  }

  private int upperNeighborsAfter(int vertex) {
    int degree = to.degree(vertex);
    row = row.length < degree ? new int[2 * degree] : row;
    after = after.length < degree ? new long[2 * degree] : after;
    int copied = to.copyNeighbors(vertex, row);
    int upper = 0;
    for (int i = 0; i < copied; i++) {
      if (row[i] > vertex) {
        after[upper++] = to.ids().original(row[i]);
      }
    }
    return upper;
  }

  private void merge(long id, int befores, int afters) {
    int was = 0;
    int is = 0;
    while ((was < befores || is < afters) && !full) {
      int order =
          was == befores ? 1 : is == afters ? -1 : Long.compareUnsigned(before[was], after[is]);
      full = order != 0 && batch.size() == most;
      if (order < 0 && !full) {
        batch.delete(id, before[was]);
      } else if (order > 0 && !full) {
        batch.insert(id, after[is]);
      }
      was += order <= 0 ? 1 : 0;
      is += order >= 0 ? 1 : 0;
    }
  }
}
