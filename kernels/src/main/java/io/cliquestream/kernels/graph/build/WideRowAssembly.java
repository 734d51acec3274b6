package io.cliquestream.kernels.graph.build;

import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.graph.GraphInput;
import io.cliquestream.kernels.graph.PairSource;
import io.cliquestream.kernels.graph.WideGraph;
import io.cliquestream.kernels.graph.rows.VertexRanges;
import io.cliquestream.kernels.memory.LargeArena;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Turns pairs with dense 64-bit vertices into rows: what {@link RowAssembly} does, with values of
 * eight bytes and rows of any length, and the order by degree that shards are cut from.
 *
 * <p>Memory on top of the result: 16 bytes a vertex, and 16 a pair when there are duplicates to
 * drop.
 */
final class WideRowAssembly {
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

  /** Rows up to this length are sorted on the heap. */
  private static final long ARRAY_VALUES = 1 << 16;

  private static final long SORTING_STEPS = 16;

  private WideRowAssembly() {}

  /**
   * Builds the graph.
   *
   * @param loops pairs of an id with itself, left out
   */
  static WideGraph assemble(PairSource edges, IdMap ids, long loops, Parallelism parallelism) {
    long n = ids.count();
    long raw = 2 * (edges.size() - loops);
    Arena scattered = LargeArena.shared();
    Arena owner = scattered;
    boolean made = false;
    try (Arena working = LargeArena.shared()) {
      MemorySegment ends = working.allocate((n + 1) * Long.BYTES, 64);
      MemorySegment values = scattered.allocate(Math.max(1, raw) * Long.BYTES, 64);
      RowAssembly.scatter(edges, ids, ends, values, true, parallelism);
      MemorySegment lengths = working.allocate((n + 1) * Long.BYTES, 64);
      sortRows(n, ends, values, lengths, parallelism);
      long arcs = sum(n, lengths, parallelism.meter());
      boolean packed = arcs == raw;
      owner = packed ? scattered : LargeArena.shared();
      MemorySegment offsets = owner.allocate((n + 1) * Long.BYTES, 64);
      prefixSums(n, lengths, offsets, parallelism.meter());
      MemorySegment neighbors = values.asSlice(0, arcs * Long.BYTES);
      if (!packed) {
        neighbors = owner.allocate(arcs * Long.BYTES, 64);
        RowAssembly.pack(n, ends, values, offsets, neighbors, Long.BYTES, parallelism);
      }
      MemorySegment order = owner.allocate(n * Long.BYTES, 64);
      byDegree(n, offsets, order, parallelism.meter());
      MemorySegment originals = ids.originals(owner, parallelism.meter());
      GraphInput input = new GraphInput(edges.size(), loops, edges.size() - loops - arcs / 2);
      WideGraph graph = new WideGraph(owner, offsets, neighbors, order, originals, input);
      made = true;
      return graph;
    } finally {
      boolean twoArenas = !owner.equals(scattered);
      if (twoArenas || !made) {
        scattered.close();
      }
      if (twoArenas && !made) {
        owner.close();
      }
    }
  }

  private static void sortRows(
      long n,
      MemorySegment ends,
      MemorySegment values,
      MemorySegment lengths,
      Parallelism parallelism) {
    parallelism.forRanges(
        n,
        VertexRanges.grain(n, parallelism),
        (from, to) -> {
          StopMeter meter = parallelism.meter();
          for (long v = from; v < to; v++) {
            long begin = RowAssembly.start(ends, v);
            long length = ends.getAtIndex(LONG, v) - begin;
            MemorySegment row = values.asSlice(begin * Long.BYTES, length * Long.BYTES);
            lengths.setAtIndex(LONG, v, sortUnique(row, length, parallelism, meter));
          }
        });
  }

  /** Sorts a row; returns how many different values there are, which lie at its front. */
  private static long sortUnique(
      MemorySegment row, long length, Parallelism parallelism, StopMeter meter) {
    if (length > ARRAY_VALUES) {
      IdSort.sort(row, length, parallelism.sequential());
    } else {
      meter.work(SORTING_STEPS * length);
      long[] array = row.toArray(LONG);
      java.util.Arrays.sort(array);
      MemorySegment.copy(array, 0, row, LONG, 0, array.length);
    }
    long unique = 0;
    for (long i = 0; i < length; i++) {
      meter.work(1);
      long value = row.getAtIndex(LONG, i);
      if (i == 0 || value != row.getAtIndex(LONG, unique - 1)) {
        row.setAtIndex(LONG, unique++, value);
      }
    }
    return unique;
  }

  private static long sum(long n, MemorySegment lengths, StopMeter meter) {
    long sum = 0;
    for (long v = 0; v < n; v++) {
      meter.work(1);
      sum += lengths.getAtIndex(LONG, v);
    }
    return sum;
  }

  private static void prefixSums(
      long n, MemorySegment lengths, MemorySegment offsets, StopMeter meter) {
    long offset = 0;
    for (long v = 0; v < n; v++) {
      meter.work(1);
      offsets.setAtIndex(LONG, v, offset);
      offset += lengths.getAtIndex(LONG, v);
    }
    offsets.setAtIndex(LONG, n, offset);
  }

  /** A counting sort of the vertices by degree. */
  private static void byDegree(
      long n, MemorySegment offsets, MemorySegment order, StopMeter meter) {
    long largest = 0;
    for (long v = 0; v < n; v++) {
      meter.work(1);
      largest = Math.max(largest, degree(offsets, v));
    }
    try (Arena arena = LargeArena.shared()) {
      MemorySegment next = arena.allocate((largest + 2) * Long.BYTES, 64);
      for (long v = 0; v < n; v++) {
        meter.work(2);
        long bucket = degree(offsets, v) + 1;
        next.setAtIndex(LONG, bucket, next.getAtIndex(LONG, bucket) + 1);
      }
      for (long degree = 0; degree <= largest; degree++) {
        meter.work(1);
        long before = next.getAtIndex(LONG, degree);
        next.setAtIndex(LONG, degree + 1, before + next.getAtIndex(LONG, degree + 1));
      }
      for (long v = 0; v < n; v++) {
        meter.work(4);
        long degree = degree(offsets, v);
        long position = next.getAtIndex(LONG, degree);
        next.setAtIndex(LONG, degree, position + 1);
        order.setAtIndex(LONG, position, v);
      }
    }
  }

  private static long degree(MemorySegment offsets, long v) {
    return offsets.getAtIndex(LONG, v + 1) - offsets.getAtIndex(LONG, v);
  }
}
