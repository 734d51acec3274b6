package io.cliquestream.kernels.graph.build;

import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.PairSource;
import io.cliquestream.kernels.graph.SimpleGraph;
import io.cliquestream.kernels.graph.WideGraph;
import io.cliquestream.kernels.memory.BinarySearch;

/**
 * The pairs of a graph's next version, computed as they are read: every arc of the base, then the
 * inserted pairs. An arc that is deleted, or the second one of its edge, comes out as a loop, which
 * builders drop. Holds nothing of its own.
 */
final class DeltaPairs implements PairSource {
  private final SimpleGraph base;
  private final EdgeArray inserted;
  private final SimpleGraph deletions;
  private final long arcs;

  DeltaPairs(SimpleGraph base, EdgeArray inserted, SimpleGraph deletions) {
    this.base = base;
    this.inserted = inserted;
    this.deletions = deletions;
    this.arcs = 2 * base.edgeCount();
  }

  @Override
  public long size() {
    return arcs + inserted.size();
  }

  @Override
  public int copyPairs(long firstPair, long[] ids) {
    if (firstPair >= arcs) {
      return inserted.copyPairs(firstPair - arcs, ids);
    }
    int pairs = (int) Math.min(ids.length / 2, arcs - firstPair);
    long row = rowOf(firstPair);
    long from = base.originalId(row);
    long gone = dense(from);
    for (int i = 0; i < pairs; i++) {
      long arc = firstPair + i;
      while (arc >= base.rowOffset(row + 1)) {
        row++;
        from = base.originalId(row);
        gone = dense(from);
      }
      long neighbor = base.neighborAt(arc);
      long to = neighbor < row ? from : base.originalId(neighbor);
      ids[2 * i] = from;
      ids[2 * i + 1] = to != from && gone >= 0 && isDeleted(gone, dense(to)) ? from : to;
    }
    return pairs;
  }

  private long rowOf(long arc) {
    return BinarySearch.first(1, base.vertexTotal(), row -> base.rowOffset(row) > arc) - 1;
  }

  private long dense(long original) {
    return switch (deletions) {
      case Graph graph -> graph.ids().dense(original);
      case WideGraph graph -> graph.dense(original);
    };
  }

  private boolean isDeleted(long from, long to) {
    return to >= 0
        && switch (deletions) {
          case Graph graph -> graph.hasEdge((int) from, (int) to);
          case WideGraph graph -> graph.hasEdge(from, to);
        };
  }
}
