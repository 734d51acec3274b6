package io.cliquestream.kernels.sharded;

import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.SimpleGraph;
import io.cliquestream.kernels.graph.VertexLabels;
import io.cliquestream.kernels.graph.WideGraph;
import io.cliquestream.kernels.memory.BinarySearch;
import io.cliquestream.kernels.memory.LargeArena;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Optional;
import java.util.function.LongUnaryOperator;

/**
 * A graph of any size whose vertices are ordered by degree, ties by id: what is cut into shards. A
 * wide graph brings the order with it; for an ordinary one it is made, four bytes a vertex beside
 * the graph and four for each degree that occurs below the largest one. The rows are the graph's.
 *
 * @param graph the rows
 * @param labels of its vertices, if it has any
 * @param order the vertex at a position of the order
 * @param arena of the order, where it was made
 */
record RootedGraph(
    SimpleGraph graph,
    Optional<VertexLabels> labels,
    LongUnaryOperator order,
    Optional<Arena> arena)
    implements AutoCloseable {
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;

  /** A wide graph, which stays its owner's to close. */
  static RootedGraph of(WideGraph graph) {
    return new RootedGraph(graph, Optional.empty(), graph::atPosition, Optional.empty());
  }

  /** An ordinary graph, which stays its owner's to close. */
  static RootedGraph of(Graph graph, Optional<VertexLabels> labels, StopMeter meter) {
    Arena arena = LargeArena.shared();
    try {
      MemorySegment order = ordered(graph, arena, meter);
      return new RootedGraph(
          graph, labels, position -> order.getAtIndex(INT, position), Optional.of(arena));
    } catch (Throwable failure) {
      arena.close();
      throw failure;
    }
  }

  /** The vertices by degree: counted, then each put behind those of its degree so far. */
  private static MemorySegment ordered(Graph graph, Arena arena, StopMeter meter) {
    int n = graph.vertexCount();
    int largest = 0;
    for (int v = 0; v < n; v++) {
      meter.work(2);
      largest = Math.max(largest, graph.degree(v));
    }
    MemorySegment order = arena.allocate(Math.max(1L, n) * Integer.BYTES, 64);
    try (Arena working = LargeArena.shared()) {
      MemorySegment next = working.allocate((largest + 2L) * Integer.BYTES, 64);
      for (int v = 0; v < n; v++) {
        meter.work(4);
        long after = graph.degree(v) + 1L;
        next.setAtIndex(INT, after, next.getAtIndex(INT, after) + 1);
      }
      for (long degree = 1; degree <= largest; degree++) {
        meter.work(2);
        next.setAtIndex(
            INT, degree, next.getAtIndex(INT, degree) + next.getAtIndex(INT, degree - 1));
      }
      for (int v = 0; v < n; v++) {
        meter.work(8);
        int degree = graph.degree(v);
        int position = next.getAtIndex(INT, degree);
        order.setAtIndex(INT, position, v);
        next.setAtIndex(INT, degree, position + 1);
      }
    }
    return order;
  }

  long vertexCount() {
    return graph.vertexTotal();
  }

  long edgeCount() {
    return graph.edgeCount();
  }

  long rowOffset(long vertex) {
    return graph.rowOffset(vertex);
  }

  long neighborAt(long index) {
    return graph.neighborAt(index);
  }

  long originalId(long vertex) {
    return graph.originalId(vertex);
  }

  /** Number of neighbours. */
  long degree(long vertex) {
    return graph.rowOffset(vertex + 1) - graph.rowOffset(vertex);
  }

  /** Index of the first neighbour of a vertex that is {@code wanted} or above. */
  long find(long vertex, long wanted) {
    return BinarySearch.first(
        graph.rowOffset(vertex),
        graph.rowOffset(vertex + 1),
        index -> graph.neighborAt(index) >= wanted);
  }

  /** Whether the edge exists; binary search in the shorter row. */
  boolean hasEdge(long first, long second) {
    boolean swap = degree(first) > degree(second);
    long row = swap ? second : first;
    long wanted = swap ? first : second;
    long index = find(row, wanted);
    return index < graph.rowOffset(row + 1) && graph.neighborAt(index) == wanted;
  }

  /** The vertex at a position of the order. */
  long atPosition(long position) {
    return order.applyAsLong(position);
  }

  /** Whether one vertex stands before another in the order. */
  boolean precedes(long first, long second) {
    long firstDegree = degree(first);
    long secondDegree = degree(second);
    return firstDegree < secondDegree || (firstDegree == secondDegree && first < second);
  }

  /** The first position of a vertex of at least this degree; n when there is none. */
  long firstOfDegree(long degree) {
    return BinarySearch.first(0, vertexCount(), place -> degree(atPosition(place)) >= degree);
  }

  @Override
  public void close() {
    arena.ifPresent(Arena::close);
  }
}
