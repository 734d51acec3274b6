package io.cliquestream.kernels.cpu.triangle;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.graph.OrientedGraph;
import io.cliquestream.kernels.memory.BinarySearch;
import io.cliquestream.kernels.memory.ScratchArena;
import io.cliquestream.kernels.part.RootRange;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The edges of an oriented graph to some heads, by their head v: every u with v ∈ N⁺(u), with the
 * position of v in N⁺(u). Off-heap, 8 bytes for each edge and vertex; lives as long as one job.
 */
final class IncomingEdges implements AutoCloseable {
  private final Arena arena;
  private final RootRange heads;
  private final MemorySegment offsets;
  private final MemorySegment edges;

  /** Of heads that exist. */
  IncomingEdges(OrientedGraph graph, RootRange heads, JobControl control) {
    this.arena = ScratchArena.open(control.memory());
    this.heads = heads;
    offsets = arena.allocate((heads.size() + 1L) * Long.BYTES, 64);
    try {
      StopMeter meter = new StopMeter(control);
      long count = count(graph, meter);
      edges = arena.allocate(Math.max(1, count) * Long.BYTES, 64);
      fill(graph, meter);
    } catch (RuntimeException | Error e) {
      arena.close();
      throw e;
    }
  }

  /** Counts by head; afterwards the offset of v is where v ends. Returns their number. */
  private long count(OrientedGraph graph, StopMeter meter) {
    MemorySegment targets = graph.targets();
    for (int u = heads.first(); u < graph.vertexCount(); u++) {
      long begin = graph.firstTargetFrom(u, heads.first());
      long end = firstBeyond(graph, u);
      meter.work(1 + 2 * (end - begin));
      for (long e = begin; e < end; e++) {
        int head = targets.getAtIndex(ValueLayout.JAVA_INT, e) - heads.first();
        long before = offsets.getAtIndex(ValueLayout.JAVA_LONG, head);
        offsets.setAtIndex(ValueLayout.JAVA_LONG, head, before + 1);
      }
    }
    long sum = 0;
    for (int head = 0; head <= heads.size(); head++) {
      meter.work(1);
      sum += offsets.getAtIndex(ValueLayout.JAVA_LONG, head);
      offsets.setAtIndex(ValueLayout.JAVA_LONG, head, sum);
    }
    return sum;
  }

  private long firstBeyond(OrientedGraph graph, int u) {
    return u < heads.end() ? graph.offset(u + 1) : graph.firstTargetFrom(u, heads.end());
  }

  /** A counting sort by head; afterwards the offset of v is where v begins. */
  private void fill(OrientedGraph graph, StopMeter meter) {
    MemorySegment targets = graph.targets();
    for (int u = graph.vertexCount() - 1; u >= heads.first(); u--) {
      long first = graph.offset(u);
      long begin = graph.firstTargetFrom(u, heads.first());
      long end = firstBeyond(graph, u);
      meter.work(1 + 4 * (end - begin));
      for (long e = end - 1; e >= begin; e--) {
        int head = targets.getAtIndex(ValueLayout.JAVA_INT, e) - heads.first();
        long slot = offsets.getAtIndex(ValueLayout.JAVA_LONG, head) - 1;
        offsets.setAtIndex(ValueLayout.JAVA_LONG, head, slot);
        edges.setAtIndex(ValueLayout.JAVA_LONG, slot, (long) u << 32 | (e - first));
      }
    }
  }

  /** Index of the first incoming edge of a head; the rank after the last head is allowed. */
  long offset(int rank) {
    return offsets.getAtIndex(ValueLayout.JAVA_LONG, rank - heads.first());
  }

  /** Number of edges. */
  long count() {
    return offset(heads.end());
  }

  /** The rank whose incoming edges include an index. */
  int head(long index) {
    return heads.first() + (int) BinarySearch.rowOf(offsets, heads.size(), index);
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
