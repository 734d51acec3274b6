package io.cliquestream.kernels.graph;

import io.cliquestream.kernels.memory.BinarySearch;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A graph relabelled by rank and oriented from larger to smaller rank, off the heap and immutable.
 *
 * <p>Rank 0 is the hub: the vertex of largest degree (order DEGREE; equal degrees by smaller id
 * first), or the one removed last by the peel (order DEGENERACY). N⁺(u) holds the neighbours of
 * rank below u, ascending; so the matrix of any N⁺ in ascending order is lower triangular and every
 * id met below u is smaller than u. Under DEGENERACY no out-degree exceeds the degeneracy.
 *
 * <p>{@code offsets} holds n+1 longs, {@code targets} m ints, both in native byte order. Any number
 * of threads may read it.
 */
public final class OrientedGraph implements AutoCloseable {
  private final Arena arena;
  private final Ordering ordering;
  private final int vertexCount;
  private final MemorySegment offsets;
  private final MemorySegment targets;
  private final MemorySegment vertices;
  private final MemorySegment coreNumbers;
  private final int maximumOutDegree;

  OrientedGraph(
      Arena arena,
      Ordering ordering,
      MemorySegment offsets,
      MemorySegment targets,
      MemorySegment vertices,
      MemorySegment coreNumbers,
      int maximumOutDegree) {
    this.arena = arena;
    this.ordering = ordering;
    this.vertexCount = Math.toIntExact(vertices.byteSize() / Integer.BYTES);
    this.offsets = offsets;
    this.targets = targets;
    this.vertices = vertices;
    this.coreNumbers = coreNumbers;
    this.maximumOutDegree = maximumOutDegree;
  }

  /** {@return the order that gave the ranks} */
  public Ordering ordering() {
    return ordering;
  }

  /** {@return number of vertices} */
  public int vertexCount() {
    return vertexCount;
  }

  /** {@return number of edges, each standing once} */
  public long edgeCount() {
    return targets.byteSize() / Integer.BYTES;
  }

  /** {@return largest |N⁺(u)|; the degeneracy itself under {@link Ordering#DEGENERACY} at most} */
  public int maximumOutDegree() {
    return maximumOutDegree;
  }

  /**
   * {@return index of the first out-neighbour of a rank in {@link #targets}; n is allowed}
   *
   * @param rank 0 to n
   */
  public long offset(int rank) {
    return offsets.getAtIndex(ValueLayout.JAVA_LONG, rank);
  }

  /**
   * {@return |N⁺(rank)|}
   *
   * @param rank 0 to n - 1
   */
  public int outDegree(int rank) {
    return (int) (offset(rank + 1) - offset(rank));
  }

  /**
   * The out-neighbour (a rank) at an index between {@code offset(u)} and {@code offset(u + 1)}.
   *
   * @param index between {@code offset(u)} and {@code offset(u + 1)}
   * @return a rank larger than {@code u}
   */
  public int target(long index) {
    return targets.getAtIndex(ValueLayout.JAVA_INT, index);
  }

  /**
   * Index of the first out-neighbour of a rank that is {@code least} or above.
   *
   * @param rank 0 to n - 1
   * @param least a rank
   * @return the offset behind the row when all are smaller
   */
  public long firstTargetFrom(int rank, int least) {
    long first = offset(rank);
    return least == 0 ? first : BinarySearch.firstInt(targets, first, offset(rank + 1), least);
  }

  /**
   * Copies N⁺ of a rank, ascending, to the front of {@code row}.
   *
   * @param rank 0 to n - 1
   * @param row room for the out-degree, at most {@link #maximumOutDegree}
   * @return the out-degree
   */
  public int copyTargets(int rank, int[] row) {
    int degree = outDegree(rank);
    MemorySegment.copy(targets, ValueLayout.JAVA_INT, offset(rank) * Integer.BYTES, row, 0, degree);
    return degree;
  }

  /**
   * {@return the graph's vertex that has this rank}
   *
   * @param rank 0 to n - 1
   */
  public int vertex(int rank) {
    return vertices.getAtIndex(ValueLayout.JAVA_INT, rank);
  }

  /**
   * {@return core number of the vertex of this rank}
   *
   * @param rank 0 to n - 1
   * @throws IllegalStateException unless the order is {@link Ordering#DEGENERACY}
   */
  public int coreNumber(int rank) {
    if (coreNumbers == null) {
      throw new IllegalStateException("core numbers come with the degeneracy order only");
    }
    return coreNumbers.getAtIndex(ValueLayout.JAVA_INT, rank);
  }

  /** {@return the n+1 row offsets, 64 bits each} */
  public MemorySegment offsets() {
    return offsets;
  }

  /** {@return the m targets, 32 bits each} */
  public MemorySegment targets() {
    return targets;
  }

  /** {@return off-heap bytes held} */
  public long bytes() {
    return offsets.byteSize()
        + targets.byteSize()
        + vertices.byteSize()
        + (coreNumbers == null ? 0 : coreNumbers.byteSize());
  }

  /** Frees the memory. */
  @Override
  public void close() {
    arena.close();
  }
}
