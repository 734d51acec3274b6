package io.cliquestream.kernels.change.triangle;

import io.cliquestream.kernels.change.VersionChange;
import io.cliquestream.kernels.change.rows.IntBuffer;
import io.cliquestream.kernels.change.rows.StageRows;
import io.cliquestream.kernels.change.state.CountTable;
import io.cliquestream.kernels.change.state.StepBudget;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Triangles that came and went: for each changed edge, in its stage of the batch, the common
 * neighbours of its ends. The shorter row is read, the longer one searched or merged, so an edge
 * costs O(min(d) log max(d)) and a hub costs nothing where its neighbour is small.
 */
final class TriangleDelta {
  /** Edges that one thread takes at a time, where there are enough for several. */
  private static final int GRAIN = 64;

  private static final int PARALLEL = 256;

  private final VersionChange change;
  private final StepBudget budget;
  private final boolean perVertex;
  private final boolean perEdge;
  private final AtomicLong total = new AtomicLong();
  private final CountTable byVertex = new CountTable();
  private final CountTable byEdge = new CountTable();

  TriangleDelta(VersionChange change, StepBudget budget, boolean perVertex, boolean perEdge) {
    this.change = change;
    this.budget = budget;
    this.perVertex = perVertex;
    this.perEdge = perEdge;
  }

  void run() {
    pass(change.deletedCount(), false);
    pass(change.insertedCount(), true);
  }

  private void pass(int edges, boolean insertions) {
    change
        .parallelism()
        .forRanges(
            edges,
            edges < PARALLEL ? Math.max(1, edges) : GRAIN,
            (from, to) -> new Part(insertions).count((int) from, (int) to));
  }

  /** Triangles more; fewer when negative. */
  long total() {
    return total.get();
  }

  /** By slot, how many triangles more. */
  CountTable byVertex() {
    return byVertex;
  }

  /** By edge, how many triangles more. */
  CountTable byEdge() {
    return byEdge;
  }

  /** What one thread does with a range of edges. */
  private final class Part {
    private final boolean insertions;
    private final StageRows rows;
    private final StepBudget.Meter meter = budget.meter();
    private final IntBuffer shorter = new IntBuffer();
    private final IntBuffer longer = new IntBuffer();
    private final CountTable vertices = perVertex ? new CountTable() : null;
    private final CountTable pairs = perEdge ? new CountTable() : null;
    private final int sign;

    Part(boolean insertions) {
      this.insertions = insertions;
      this.rows = insertions ? change.inserting() : change.deleting();
      this.sign = insertions ? 1 : -1;
    }

    void count(int from, int to) {
      long sum = 0;
      for (int rank = from; rank < to; rank++) {
        int low = insertions ? change.insertedLow(rank) : change.deletedLow(rank);
        int high = insertions ? change.insertedHigh(rank) : change.deletedHigh(rank);
        rows.stage(rank);
        boolean lowFirst = rows.bound(low) <= rows.bound(high);
        int length = rows.read(lowFirst ? low : high, shorter);
        meter.work(16L + length);
        rows.intersect(shorter, lowFirst ? high : low, longer, shorter);
        int common = shorter.length();
        sum += common;
        if (perVertex && common > 0) {
          vertices.add(low, (long) sign * common);
          vertices.add(high, (long) sign * common);
          for (int i = 0; i < common; i++) {
            vertices.add(shorter.get(i), sign);
          }
        }
        if (perEdge && common > 0) {
          pairs.add(CountTable.edge(low, high), (long) sign * common);
          for (int i = 0; i < common; i++) {
            pairs.add(CountTable.edge(low, shorter.get(i)), sign);
            pairs.add(CountTable.edge(high, shorter.get(i)), sign);
          }
        }
      }
      meter.tell();
      total.addAndGet(sign * sum);
      if (perVertex) {
        synchronized (byVertex) {
          byVertex.addAll(vertices);
        }
      }
      if (perEdge) {
        synchronized (byEdge) {
          byEdge.addAll(pairs);
        }
      }
    }
  }
}
