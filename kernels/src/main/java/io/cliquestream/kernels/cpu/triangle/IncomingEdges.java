package io.cliquestream.kernels.cpu.triangle;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.graph.OrientedGraph;
import io.cliquestream.kernels.memory.LargeArena;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The edges of an oriented graph by their head v: every u with v ∈ N⁺(u), with the position of v in
 * N⁺(u). Off-heap, 8 bytes for each edge and vertex; lives as long as one job.
 */
final class IncomingEdges implements AutoCloseable {
  /** Edges counted at a time between two looks at cancellation. */
  private static final int COUNTED_EDGES = 1 << 14;

  private final Arena arena = LargeArena.shared();
  private final int vertexCount;
  private final MemorySegment offsets;
  private final MemorySegment edges;

  IncomingEdges(OrientedGraph graph, JobControl control) {
    vertexCount = graph.vertexCount();
    offsets = arena.allocate((vertexCount + 1L) * Long.BYTES, 64);
    edges = arena.allocate(Math.max(1, graph.edgeCount()) * Long.BYTES, 64);
    try {
      fill(graph, new StopMeter(control));
    } catch (RuntimeException | Error e) {
      arena.close();
      throw e;
    }
  }

  /** A counting sort by head; afterwards offsets[v] is where v begins. */
  private void fill(OrientedGraph graph, StopMeter meter) {
    MemorySegment targets = graph.targets();
    long edgeCount = graph.edgeCount();
    for (long e = 0; e < edgeCount; e++) {
      if (e % COUNTED_EDGES == 0) {
        meter.work(2 * COUNTED_EDGES);
      }
      increment(targets.getAtIndex(ValueLayout.JAVA_INT, e));
    }
    long begin = 0;
    for (int v = 0; v <= vertexCount; v++) {
      meter.work(1);
      long count = offsets.getAtIndex(ValueLayout.JAVA_LONG, v);
      begin += count;
      offsets.setAtIndex(ValueLayout.JAVA_LONG, v, begin);
    }
    for (int u = vertexCount - 1; u >= 0; u--) {
      int degree = graph.outDegree(u);
      meter.work(1 + 4L * degree);
      long first = graph.offset(u);
      for (int position = degree - 1; position >= 0; position--) {
        int v = targets.getAtIndex(ValueLayout.JAVA_INT, first + position);
        long slot = offsets.getAtIndex(ValueLayout.JAVA_LONG, v) - 1;
        offsets.setAtIndex(ValueLayout.JAVA_LONG, v, slot);
        edges.setAtIndex(ValueLayout.JAVA_LONG, slot, (long) u << 32 | position);
      }
    }
  }

  private void increment(int v) {
    offsets.setAtIndex(ValueLayout.JAVA_LONG, v, offsets.getAtIndex(ValueLayout.JAVA_LONG, v) + 1);
  }

  /** Index of the first incoming edge of a rank; n is allowed. */
  long offset(int rank) {
    return offsets.getAtIndex(ValueLayout.JAVA_LONG, rank);
  }

  /** The rank whose incoming edges include an index. */
  int head(long index) {
    int low = 0;
    int high = vertexCount - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (offset(middle) <= index) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /** Tail in the high half, position in the low half. */
  long edge(long index) {
    return edges.getAtIndex(ValueLayout.JAVA_LONG, index);
  }

  static int tail(long edge) {
    return (int) (edge >>> 32);
  }

  static int position(long edge) {
    return (int) edge;
  }

  @Override
  public void close() {
    arena.close();
  }
}
