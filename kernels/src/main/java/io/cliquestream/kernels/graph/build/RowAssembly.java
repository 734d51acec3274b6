package io.cliquestream.kernels.graph.build;

import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.GraphInput;
import io.cliquestream.kernels.graph.PairSource;
import io.cliquestream.kernels.graph.VertexIds;
import io.cliquestream.kernels.graph.rows.RowSorter;
import io.cliquestream.kernels.graph.rows.VertexRanges;
import io.cliquestream.kernels.memory.LargeArena;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * Turns pairs with dense vertices into rows: by {@link BucketRows}, or for more vertices than those
 * take a counting sort by vertex (count, prefix sum, scatter), then each row by itself. There
 * threads share the counters and take positions atomically; which order they come in does not
 * matter, since rows are sorted afterwards.
 */
final class RowAssembly {
  private static final VarHandle COUNTER = ValueLayout.JAVA_LONG.varHandle();
  private static final int COPIED_IN_STEP = 8;

  private RowAssembly() {}

  /**
   * Builds the graph.
   *
   * @param loops pairs of an id with itself, left out
   */
  static Graph assemble(PairSource edges, IdMap ids, long loops, Parallelism parallelism) {
    int n = IdMap.requireCount(ids.count());
    long raw = 2 * (edges.size() - loops);
    Arena rawArena = LargeArena.shared();
    Arena owner = null;
    try {
      // A zero, and then where each row ends: as it stands the offsets of rows without gaps.
      MemorySegment bounds = rawArena.allocate((n + 2L) * Long.BYTES, 64);
      MemorySegment ends = bounds.asSlice(Long.BYTES);
      MemorySegment values = rawArena.allocate(Math.max(1, raw) * Integer.BYTES, 64);
      int[] lengths = fill(edges, ids, n, ends, values, parallelism);
      long arcs = 0;
      for (int length : lengths) {
        arcs += length;
      }
      GraphInput input = new GraphInput(edges.size(), loops, edges.size() - loops - arcs / 2);
      boolean packed = arcs == raw;
      owner = packed ? null : LargeArena.shared();
      Arena arena = packed ? rawArena : owner;
      StopMeter meter = parallelism.meter();
      MemorySegment offsets = bounds.asSlice(0, (n + 1L) * Long.BYTES);
      MemorySegment neighbors = values.asSlice(0, arcs * Integer.BYTES);
      if (!packed) {
        offsets = arena.allocate((n + 1L) * Long.BYTES, 64);
        sum(lengths, offsets, meter);
        neighbors = arena.allocate(arcs * Integer.BYTES, 64);
        pack(n, ends, values, offsets, neighbors, Integer.BYTES, parallelism);
      }
      VertexIds vertexIds = ids.vertexIds(arena, meter);
      Graph graph = new Graph(arena, n, offsets, neighbors, vertexIds, input);
      if (!packed) {
        rawArena.close();
      }
      return graph;
    } catch (RuntimeException | Error e) {
      rawArena.close();
      if (owner != null) {
        owner.close();
      }
      throw e;
    }
  }

  /**
   * Puts both ends of every pair into the other end's row, in no order.
   *
   * @param counters a zero per vertex, and one more; afterwards the end of each row
   * @param wide whether values take eight bytes instead of four
   */
  static void scatter(
      PairSource edges,
      IdMap ids,
      MemorySegment counters,
      MemorySegment values,
      boolean wide,
      Parallelism parallelism) {
    PairBatches.forEach(
        edges,
        parallelism,
        (batch, length) -> {
          ids.toVertices(batch, length);
          for (int i = 0; i < length; i += 2) {
            if (batch[i] != batch[i + 1]) {
              var _ = (long) COUNTER.getAndAdd(counters, batch[i] * Long.BYTES, 1L);
              var _ = (long) COUNTER.getAndAdd(counters, batch[i + 1] * Long.BYTES, 1L);
            }
          }
        });
    long start = 0;
    StopMeter meter = parallelism.meter();
    for (long v = 0; v < ids.count(); v++) {
      meter.work(1);
      long length = counters.getAtIndex(ValueLayout.JAVA_LONG, v);
      counters.setAtIndex(ValueLayout.JAVA_LONG, v, start);
      start += length;
    }
    PairBatches.forEach(
        edges,
        parallelism,
        (batch, length) -> {
          ids.toVertices(batch, length);
          for (int i = 0; i < length; i += 2) {
            long from = batch[i];
            long to = batch[i + 1];
            if (from != to) {
              long first = (long) COUNTER.getAndAdd(counters, from * Long.BYTES, 1L);
              long second = (long) COUNTER.getAndAdd(counters, to * Long.BYTES, 1L);
              if (wide) {
                values.setAtIndex(ValueLayout.JAVA_LONG, first, to);
                values.setAtIndex(ValueLayout.JAVA_LONG, second, from);
              } else {
                values.setAtIndex(ValueLayout.JAVA_INT, first, (int) to);
                values.setAtIndex(ValueLayout.JAVA_INT, second, (int) from);
              }
            }
          }
        });
  }

  static long start(MemorySegment ends, long v) {
    return v == 0 ? 0 : ends.getAtIndex(ValueLayout.JAVA_LONG, v - 1);
  }

  /** Fills rows, and their ends before repeated neighbours go; returns the lengths after that. */
  private static int[] fill(
      PairSource edges,
      IdMap ids,
      int n,
      MemorySegment ends,
      MemorySegment values,
      Parallelism parallelism) {
    if (BucketPolicy.DEFAULT.fits(n)) {
      return new BucketRows(edges, ids, BucketPolicy.DEFAULT, parallelism).fill(ends, values);
    }
    return scattered(edges, ids, n, ends, values, parallelism);
  }

  /** The same for more vertices than buckets take. */
  static int[] scattered(
      PairSource edges,
      IdMap ids,
      int n,
      MemorySegment ends,
      MemorySegment values,
      Parallelism parallelism) {
    scatter(edges, ids, ends, values, false, parallelism);
    // After the scatter each counter stands at the end of its row.
    return sortRows(n, ends, values, parallelism);
  }

  private static int[] sortRows(
      int n, MemorySegment ends, MemorySegment values, Parallelism parallelism) {
    int[] lengths = new int[n];
    parallelism.forRanges(
        n,
        VertexRanges.grain(n, parallelism),
        (from, to) -> {
          RowSorter sorter = new RowSorter(parallelism.meter());
          long begin = start(ends, from);
          for (long v = from; v < to; v++) {
            long end = ends.getAtIndex(ValueLayout.JAVA_LONG, v);
            lengths[(int) v] = sorter.sortUnique(values, begin, end, n);
            begin = end;
          }
        });
    return lengths;
  }

  private static void sum(int[] lengths, MemorySegment offsets, StopMeter meter) {
    long offset = 0;
    for (int v = 0; v < lengths.length; v++) {
      meter.work(1);
      offsets.setAtIndex(ValueLayout.JAVA_LONG, v, offset);
      offset += lengths[v];
    }
    offsets.setAtIndex(ValueLayout.JAVA_LONG, lengths.length, offset);
  }

  /**
   * Moves rows together, without the gaps that duplicates left.
   *
   * @param ends where each row ends with its gap
   * @param width bytes of a value
   */
  static void pack(
      long n,
      MemorySegment ends,
      MemorySegment values,
      MemorySegment offsets,
      MemorySegment neighbors,
      int width,
      Parallelism parallelism) {
    parallelism.forRanges(
        n,
        VertexRanges.grain(n, parallelism),
        (from, to) -> {
          StopMeter meter = parallelism.meter();
          for (long v = from; v < to; v++) {
            long offset = offsets.getAtIndex(ValueLayout.JAVA_LONG, v);
            long length = offsets.getAtIndex(ValueLayout.JAVA_LONG, v + 1) - offset;
            meter.work(1 + length / COPIED_IN_STEP);
            MemorySegment.copy(
                values, start(ends, v) * width, neighbors, offset * width, length * width);
          }
        });
  }
}
