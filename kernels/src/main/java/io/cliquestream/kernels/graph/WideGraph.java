package io.cliquestream.kernels.graph;

import io.cliquestream.kernels.memory.BinarySearch;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A simple undirected graph with 64-bit vertices in compressed sparse rows, off the heap and
 * immutable: what {@link io.cliquestream.kernels.graph.build.GraphBuilder#buildSimple} makes of
 * more vertices than a {@link Graph} can have. Jobs on it run in parts that are such graphs.
 *
 * <p>{@code offsets} holds n+1 longs, {@code neighbors} 2·m, {@code order} n, the table of ids n
 * (none when vertices and ids are the same): 8·(3·n + 2·m + 1) bytes at most. Any number of threads
 * may read it. After {@link #close} every access throws.
 */
public final class WideGraph implements SimpleGraph, JobGraph.Owned {
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

  private final Arena arena;
  private final long vertexCount;
  private final MemorySegment offsets;
  private final MemorySegment neighbors;
  private final MemorySegment order;
  private final MemorySegment originals;
  private final GraphInput input;

  /**
   * Takes over finished rows; see the class description for their shape.
   *
   * @param arena owns the segments, and is closed with this
   * @param offsets n+1 longs, from 0 to 2·m, ascending
   * @param neighbors 2·m longs
   * @param order the vertices by ascending degree, equal degrees by ascending id
   * @param originals ascending ids of the input, or null when they are 0 … n-1
   * @param input what was dropped on the way in
   */
  public WideGraph(
      Arena arena,
      MemorySegment offsets,
      MemorySegment neighbors,
      MemorySegment order,
      MemorySegment originals,
      GraphInput input) {
    this.arena = arena;
    this.vertexCount = offsets.byteSize() / Long.BYTES - 1;
    this.offsets = offsets;
    this.neighbors = neighbors;
    this.order = order;
    this.originals = originals;
    this.input = input;
  }

  /** {@return number of vertices} */
  public long vertexCount() {
    return vertexCount;
  }

  @Override
  public long vertexTotal() {
    return vertexCount;
  }

  @Override
  public SimpleGraph rows() {
    return this;
  }

  @Override
  public long edgeTotal() {
    return edgeCount();
  }

  @Override
  public long edgeCount() {
    return neighbors.byteSize() / Long.BYTES / 2;
  }

  @Override
  public long rowOffset(long vertex) {
    return offsets.getAtIndex(LONG, vertex);
  }

  @Override
  public long neighborAt(long index) {
    return neighbors.getAtIndex(LONG, index);
  }

  /**
   * Number of neighbours.
   *
   * @param vertex 0 to n - 1
   * @return 1 or more
   */
  public long degree(long vertex) {
    return rowOffset(vertex + 1) - rowOffset(vertex);
  }

  /**
   * Index of the first neighbour of a vertex that is {@code wanted} or above.
   *
   * @param vertex 0 to n - 1
   * @param wanted a vertex
   * @return the offset behind the row when all are smaller
   */
  public long find(long vertex, long wanted) {
    return BinarySearch.firstLong(neighbors, rowOffset(vertex), rowOffset(vertex + 1), wanted);
  }

  /**
   * {@return whether the edge exists; binary search in the shorter row}
   *
   * @param first 0 to n - 1
   * @param second 0 to n - 1
   */
  public boolean hasEdge(long first, long second) {
    boolean swap = degree(first) > degree(second);
    long row = swap ? second : first;
    long wanted = swap ? first : second;
    long index = find(row, wanted);
    return index < rowOffset(row + 1) && neighborAt(index) == wanted;
  }

  /**
   * {@return the vertex at a position of the order: ascending degree, equal degrees by ascending
   * id}
   *
   * @param position 0 to n - 1
   */
  public long atPosition(long position) {
    return order.getAtIndex(LONG, position);
  }

  /**
   * {@return whether one vertex stands before another in that order}
   *
   * @param first 0 to n - 1
   * @param second 0 to n - 1
   */
  public boolean precedes(long first, long second) {
    long firstDegree = degree(first);
    long secondDegree = degree(second);
    return firstDegree < secondDegree || (firstDegree == secondDegree && first < second);
  }

  /**
   * {@return the first position of a vertex of at least this degree; n when there is none}
   *
   * @param degree 0 or more
   */
  public long firstOfDegree(long degree) {
    return BinarySearch.first(0, vertexCount, place -> degree(atPosition(place)) >= degree);
  }

  @Override
  public long originalId(long vertex) {
    return originals == null ? vertex : originals.getAtIndex(LONG, vertex);
  }

  /**
   * {@return the vertex of an id of the input, or -1 when the graph has no such vertex}
   *
   * @param original an id, unsigned
   */
  public long dense(long original) {
    if (originals == null) {
      return Long.compareUnsigned(original, vertexCount) < 0 ? original : -1;
    }
    return BinarySearch.unsigned(originals, vertexCount, original);
  }

  MemorySegment offsets() {
    return offsets;
  }

  MemorySegment neighbors() {
    return neighbors;
  }

  MemorySegment order() {
    return order;
  }

  /** The ids of the input, or null when vertices and ids are the same. */
  MemorySegment originals() {
    return originals;
  }

  @Override
  public GraphInput input() {
    return input;
  }

  @Override
  public long bytes() {
    return offsets.byteSize()
        + neighbors.byteSize()
        + order.byteSize()
        + (originals == null ? 0 : originals.byteSize());
  }

  @Override
  public void close() {
    arena.close();
  }
}
