package io.cliquestream.kernels.cpu.triangle;

import io.cliquestream.kernels.graph.OrientedGraph;
import io.cliquestream.kernels.memory.MemoryMeter;
import io.cliquestream.kernels.memory.ScratchArena;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * Triangles by rank and by oriented edge, added to by all threads. Off-heap, 8 bytes for each
 * vertex or edge that is wanted. A long is enough: no edge is in more than 2^31 triangles, no
 * vertex in more than 2^62.
 */
final class TriangleTotals implements AutoCloseable {
  private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

  private final Arena arena;
  private final MemorySegment vertices;
  private final MemorySegment edges;

  TriangleTotals(OrientedGraph graph, boolean perVertex, boolean perEdge, MemoryMeter memory) {
    arena = ScratchArena.open(memory);
    vertices = perVertex ? arena.allocate((long) graph.vertexCount() * Long.BYTES, 64) : null;
    edges = perEdge ? arena.allocate(graph.edgeCount() * Long.BYTES, 64) : null;
  }

  boolean wanted() {
    return vertices != null || edges != null;
  }

  void addVertex(int rank, long count) {
    if (vertices != null) {
      var _ = (long) LONG.getAndAdd(vertices, (long) rank << 3, count);
    }
  }

  /** Adds to the edge at an index of the oriented graph's targets. */
  void addEdge(long index, long count) {
    if (edges != null) {
      var _ = (long) LONG.getAndAdd(edges, index << 3, count);
    }
  }

  long ofVertex(int rank) {
    return vertices.getAtIndex(ValueLayout.JAVA_LONG, rank);
  }

  long ofEdge(long index) {
    return edges.getAtIndex(ValueLayout.JAVA_LONG, index);
  }

  @Override
  public void close() {
    arena.close();
  }
}
