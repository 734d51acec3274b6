package io.cliquestream.kernels.cpu.ranked;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.cpu.schedule.CpuJobRun;
import io.cliquestream.kernels.graph.Ordering;
import io.cliquestream.kernels.graph.OrientedGraph;
import io.cliquestream.kernels.memory.BinarySearch;
import io.cliquestream.kernels.memory.ScratchArena;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The undirected graph relabelled by degree rank: vertex 0 is the hub. Rows ascend, so a row is
 * N⁺(u) (smaller ranks, larger degrees) followed by N⁻(u).
 *
 * <p>Belongs to one job: 8·(n+1) + 8·m bytes off the heap (each edge stands twice), freed by {@link
 * #close}. Any number of threads may read it.
 */
public final class RankedGraph implements AutoCloseable {
  private final Arena arena;
  private final OrientedGraph oriented;
  private final int vertexCount;
  private final MemorySegment offsets;
  private final MemorySegment neighbors;
  private final int maximumDegree;

  private RankedGraph(OrientedGraph oriented, JobControl control) {
    this.arena = ScratchArena.open(control.memory());
    this.oriented = oriented;
    this.vertexCount = oriented.vertexCount();
    this.offsets = arena.allocate((vertexCount + 1L) * Long.BYTES, 64);
    this.neighbors = arena.allocate(Math.max(1, 2 * oriented.edgeCount()) * Integer.BYTES, 64);
    int maximum;
    try {
      maximum = fill(new StopMeter(control));
    } catch (Throwable failure) {
      arena.close();
      throw failure;
    }
    this.maximumDegree = maximum;
  }

  /**
   * Builds it from the degree orientation, O(n + m).
   *
   * @throws io.cliquestream.kernels.control.StoppedException when the job was stopped
   */
  public static RankedGraph of(CpuJobRun run) {
    return new RankedGraph(run.oriented(Ordering.DEGREE), run.control());
  }

  private int fill(StopMeter meter) {
    MemorySegment targets = oriented.targets();
    long[] next = new long[vertexCount + 1];
    for (int u = 0; u < vertexCount; u++) {
      meter.work(1 + 2L * oriented.outDegree(u));
      next[u + 1] += oriented.outDegree(u);
      for (long i = oriented.offset(u); i < oriented.offset(u + 1); i++) {
        next[oriented.target(i) + 1]++;
      }
    }
    int maximum = 0;
    for (int u = 0; u < vertexCount; u++) {
      meter.work(1);
      maximum = Math.max(maximum, Math.toIntExact(next[u + 1]));
      next[u + 1] += next[u];
      offsets.setAtIndex(ValueLayout.JAVA_LONG, u + 1, next[u + 1]);
    }
    // By ascending u: the row of u starts with N⁺(u); u then goes to the end of its targets' rows.
    for (int u = 0; u < vertexCount; u++) {
      int out = oriented.outDegree(u);
      meter.work(1 + 4L * out);
      MemorySegment.copy(
          targets,
          oriented.offset(u) * Integer.BYTES,
          neighbors,
          next[u] * Integer.BYTES,
          (long) out * Integer.BYTES);
      next[u] += out;
      for (long i = oriented.offset(u); i < oriented.offset(u + 1); i++) {
        neighbors.setAtIndex(ValueLayout.JAVA_INT, next[oriented.target(i)]++, u);
      }
    }
    return maximum;
  }

  /** Number of vertices. */
  public int vertexCount() {
    return vertexCount;
  }

  /** Number of undirected edges. */
  public long edgeCount() {
    return oriented.edgeCount();
  }

  /** Number of entries of all rows: 2·m. */
  public long arcCount() {
    return 2 * oriented.edgeCount();
  }

  /** Largest degree. */
  public int maximumDegree() {
    return maximumDegree;
  }

  /** Index of the first entry of a row; n is allowed. */
  public long offset(int rank) {
    return offsets.getAtIndex(ValueLayout.JAVA_LONG, rank);
  }

  /** Number of neighbours. */
  public int degree(int rank) {
    return (int) (offset(rank + 1) - offset(rank));
  }

  /** |N⁺(rank)|: the neighbours at the front of the row whose rank is smaller. */
  public int outDegree(int rank) {
    return oriented.outDegree(rank);
  }

  /** The entry at an index between {@code offset(u)} and {@code offset(u + 1)}. */
  public int neighbor(long index) {
    return neighbors.getAtIndex(ValueLayout.JAVA_INT, index);
  }

  /** The 2·m entries, 32 bits each. */
  public MemorySegment neighbors() {
    return neighbors;
  }

  /** Index of the first entry of a row that is not below {@code bound}. */
  public long lowerBound(int rank, int bound) {
    return BinarySearch.firstInt(neighbors, offset(rank), offset(rank + 1), bound);
  }

  /** The graph's vertex that has this rank. */
  public int vertex(int rank) {
    return oriented.vertex(rank);
  }

  /** Frees the memory. */
  @Override
  public void close() {
    arena.close();
  }
}
