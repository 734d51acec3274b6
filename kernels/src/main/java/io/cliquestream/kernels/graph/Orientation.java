package io.cliquestream.kernels.graph;

import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.graph.rows.RowSorter;
import io.cliquestream.kernels.graph.rows.VertexRanges;
import io.cliquestream.kernels.memory.LargeArena;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Ranks the vertices of a graph, relabels it by rank and orients it.
 *
 * <p>Ranking is linear: a counting sort by degree, or a peel by buckets, which is sequential by
 * nature. The rows are then filled in parallel, each by itself: neighbours of smaller rank are
 * gathered and sorted by {@link RowSorter}, the long rows of hubs through a bitmap. On the heap
 * this takes 12 bytes per vertex, and 16 more for the peel. The result does not depend on the
 * number of threads.
 */
public final class Orientation {
  private Orientation() {}

  /**
   * Orients with every processor; see {@link OrientedGraph} for the conventions.
   *
   * @param graph read as it is
   * @param ordering what gives the ranks
   * @return an orientation that the caller closes
   */
  public static OrientedGraph orient(Graph graph, Ordering ordering) {
    return orient(graph, ordering, Parallelism.available());
  }

  /**
   * Orients a graph; see {@link OrientedGraph} for the conventions.
   *
   * @param graph read as it is
   * @param ordering what gives the ranks
   * @param parallelism threads, and what stops them
   * @return an orientation that the caller closes
   * @throws io.cliquestream.kernels.control.StoppedException when the parallelism's stop check says
   *     so
   */
  public static OrientedGraph orient(Graph graph, Ordering ordering, Parallelism parallelism) {
    return switch (ordering) {
      case DEGREE -> fill(graph, ordering, byDegree(graph, parallelism.meter()), null, parallelism);
      case DEGENERACY -> {
        CorePeel peel = CorePeel.of(graph, parallelism.meter());
        yield fill(graph, ordering, peel.reversedOrder(), peel.coreNumbers(), parallelism);
      }
    };
  }

  /** Vertices by descending degree, equal degrees by ascending id. */
  private static int[] byDegree(Graph graph, StopMeter meter) {
    int n = graph.vertexCount();
    int largest = 0;
    for (int v = 0; v < n; v++) {
      meter.work(1);
      largest = Math.max(largest, graph.degree(v));
    }
    int[] next = new int[largest + 2];
    for (int v = 0; v < n; v++) {
      meter.work(1);
      next[largest - graph.degree(v) + 1]++;
    }
    for (int i = 0; i <= largest; i++) {
      next[i + 1] += next[i];
    }
    int[] order = new int[n];
    for (int v = 0; v < n; v++) {
      meter.work(2);
      order[next[largest - graph.degree(v)]++] = v;
    }
    return order;
  }

  private static OrientedGraph fill(
      Graph graph, Ordering ordering, int[] order, int[] cores, Parallelism parallelism) {
    int n = graph.vertexCount();
    StopMeter meter = parallelism.meter();
    int[] rank = new int[n];
    for (int r = 0; r < n; r++) {
      meter.work(2);
      rank[order[r]] = r;
    }
    Arena arena = LargeArena.shared();
    try {
      MemorySegment offsets = arena.allocate((n + 1L) * Long.BYTES, 64);
      MemorySegment targets = arena.allocate(graph.edgeCount() * Integer.BYTES, 64);
      MemorySegment vertices = arena.allocate((long) n * Integer.BYTES, 64);
      MemorySegment.copy(order, 0, vertices, ValueLayout.JAVA_INT, 0, n);
      int maximum = countRows(graph, order, rank, offsets, parallelism);
      fillRows(graph, order, rank, offsets, targets, parallelism);
      MemorySegment coreNumbers = null;
      if (cores != null) {
        coreNumbers = arena.allocate((long) n * Integer.BYTES, 64);
        for (int r = 0; r < n; r++) {
          meter.work(2);
          coreNumbers.setAtIndex(ValueLayout.JAVA_INT, r, cores[order[r]]);
        }
      }
      return new OrientedGraph(arena, ordering, offsets, targets, vertices, coreNumbers, maximum);
    } catch (Throwable failure) {
      arena.close();
      throw failure;
    }
  }

  /** Fills the offsets; returns the largest out-degree. */
  private static int countRows(
      Graph graph, int[] order, int[] rank, MemorySegment offsets, Parallelism parallelism) {
    int n = order.length;
    parallelism.forRanges(
        n,
        VertexRanges.grain(n, parallelism),
        (from, to) -> {
          int[] row = new int[256];
          StopMeter meter = parallelism.meter();
          for (int r = (int) from; r < to; r++) {
            row = room(row, graph.degree(order[r]));
            int degree = graph.copyNeighbors(order[r], row);
            meter.work(1 + degree);
            int length = 0;
            for (int i = 0; i < degree; i++) {
              length += rank[row[i]] < r ? 1 : 0;
            }
            offsets.setAtIndex(ValueLayout.JAVA_LONG, r + 1L, length);
          }
        });
    int maximum = 0;
    long offset = 0;
    StopMeter meter = parallelism.meter();
    for (int r = 1; r <= n; r++) {
      meter.work(1);
      int length = (int) offsets.getAtIndex(ValueLayout.JAVA_LONG, r);
      maximum = Math.max(maximum, length);
      offset += length;
      offsets.setAtIndex(ValueLayout.JAVA_LONG, r, offset);
    }
    return maximum;
  }

  private static void fillRows(
      Graph graph,
      int[] order,
      int[] rank,
      MemorySegment offsets,
      MemorySegment targets,
      Parallelism parallelism) {
    int n = order.length;
    parallelism.forRanges(
        n,
        VertexRanges.grain(n, parallelism),
        (from, to) -> {
          int[] row = new int[256];
          StopMeter meter = parallelism.meter();
          RowSorter sorter = new RowSorter(meter);
          for (int r = (int) from; r < to; r++) {
            row = room(row, graph.degree(order[r]));
            int degree = graph.copyNeighbors(order[r], row);
            meter.work(1 + degree);
            int length = 0;
            for (int i = 0; i < degree; i++) {
              int other = rank[row[i]];
              row[length] = other;
              length += other < r ? 1 : 0;
            }
            sorter.sortUnique(row, length, r);
            long offset = offsets.getAtIndex(ValueLayout.JAVA_LONG, r);
            MemorySegment.copy(
                row, 0, targets, ValueLayout.JAVA_INT, offset * Integer.BYTES, length);
          }
        });
  }

  /**
   * An array of at least this length; its content is lost.
   *
   * @param array any
   * @param length 0 or more
   * @return this array where it is long enough, else a longer one
   */
  public static int[] room(int[] array, int length) {
    return array.length >= length
        ? array
        : new int[(int) Math.min(2L * length, Integer.MAX_VALUE - 16)];
  }
}
