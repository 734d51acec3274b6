package io.cliquestream.kernels.graph;

import io.cliquestream.kernels.memory.BinarySearch;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A simple undirected graph in compressed sparse rows, off the heap and immutable.
 *
 * <p>Vertices are dense, 0 … n-1, and every one has at least one edge (vertices without an edge do
 * not exist in an edge list). Each edge stands in both rows; rows ascend strictly; offsets are 64
 * bits. {@code offsets} holds n+1 longs, {@code neighbors} 2·m ints, both in native byte order.
 *
 * <p>Any number of threads may read it. After {@link #close} every access throws.
 */
public final class Graph implements SimpleGraph {
  private final Arena arena;
  private final int vertexCount;
  private final MemorySegment offsets;
  private final MemorySegment neighbors;
  private final VertexIds ids;
  private final GraphInput input;
  private final Path image;

  /**
   * Takes over finished rows; see the class description for their shape. Made by {@link
   * io.cliquestream.kernels.graph.build.GraphBuilder}.
   *
   * @param arena owns the segments, and is closed with this
   * @param vertexCount n
   * @param offsets n+1 longs, from 0 to 2·m, ascending
   * @param neighbors 2·m ints
   * @param ids translation to the ids of the input
   * @param input what was dropped on the way in
   */
  public Graph(
      Arena arena,
      int vertexCount,
      MemorySegment offsets,
      MemorySegment neighbors,
      VertexIds ids,
      GraphInput input) {
    this(arena, vertexCount, offsets, neighbors, ids, input, null);
  }

  /** The same for rows that are a mapped file's. */
  Graph(
      Arena arena,
      int vertexCount,
      MemorySegment offsets,
      MemorySegment neighbors,
      VertexIds ids,
      GraphInput input,
      Path image) {
    this.arena = arena;
    this.vertexCount = vertexCount;
    this.offsets = offsets;
    this.neighbors = neighbors;
    this.ids = ids;
    this.input = input;
    this.image = image;
  }

  /**
   * {@return the file whose mapped pages are this graph's memory, if it has one and it was not
   * deleted}
   */
  public Optional<Path> image() {
    return Optional.ofNullable(image);
  }

  /** {@return number of vertices} */
  public int vertexCount() {
    return vertexCount;
  }

  @Override
  public long vertexTotal() {
    return vertexCount;
  }

  @Override
  public long edgeCount() {
    return neighbors.byteSize() / Integer.BYTES / 2;
  }

  @Override
  public long rowOffset(long vertex) {
    return offsets.getAtIndex(ValueLayout.JAVA_LONG, vertex);
  }

  @Override
  public long neighborAt(long index) {
    return neighbors.getAtIndex(ValueLayout.JAVA_INT, index);
  }

  @Override
  public long originalId(long vertex) {
    return ids.original((int) vertex);
  }

  /**
   * {@return index of the first neighbour of {@code vertex} in {@link #neighbors}; n is allowed}
   *
   * @param vertex 0 to n
   */
  public long offset(int vertex) {
    return offsets.getAtIndex(ValueLayout.JAVA_LONG, vertex);
  }

  /**
   * Number of neighbours.
   *
   * @param vertex 0 to n - 1
   * @return 1 or more
   */
  public int degree(int vertex) {
    return (int) (offset(vertex + 1) - offset(vertex));
  }

  /**
   * {@return the neighbour at an index between {@code offset(v)} and {@code offset(v + 1)}}
   *
   * @param index between {@code offset(v)} and {@code offset(v + 1)}
   */
  public int neighbor(long index) {
    return neighbors.getAtIndex(ValueLayout.JAVA_INT, index);
  }

  /**
   * Copies the row of a vertex to the front of {@code row}.
   *
   * @param vertex 0 to n - 1
   * @param row room for the degree
   * @return the degree
   */
  public int copyNeighbors(int vertex, int[] row) {
    int degree = degree(vertex);
    MemorySegment.copy(
        neighbors, ValueLayout.JAVA_INT, offset(vertex) * Integer.BYTES, row, 0, degree);
    return degree;
  }

  /**
   * {@return whether the edge exists; binary search in the shorter row}
   *
   * @param first 0 to n - 1
   * @param second 0 to n - 1
   */
  public boolean hasEdge(int first, int second) {
    boolean swap = degree(first) > degree(second);
    int row = swap ? second : first;
    int wanted = swap ? first : second;
    long end = offset(row + 1);
    long at = BinarySearch.firstInt(neighbors, offset(row), end, wanted);
    return at < end && neighbor(at) == wanted;
  }

  /** {@return the n+1 row offsets, 64 bits each} */
  public MemorySegment offsets() {
    return offsets;
  }

  /** {@return the 2·m neighbours, 32 bits each} */
  public MemorySegment neighbors() {
    return neighbors;
  }

  /** {@return translation to the ids of the input} */
  public VertexIds ids() {
    return ids;
  }

  @Override
  public GraphInput input() {
    return input;
  }

  @Override
  public long bytes() {
    return offsets.byteSize() + neighbors.byteSize() + ids.bytes();
  }

  @Override
  public void close() {
    arena.close();
  }
}
