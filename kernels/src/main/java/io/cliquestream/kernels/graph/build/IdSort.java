package io.cliquestream.kernels.graph.build;

import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.memory.LargeArena;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/**
 * Sorts off-heap ids as unsigned numbers: most significant bits first, 11 at a time, until a bucket
 * fits an array. Buckets of the first round are sorted in parallel.
 */
record IdSort(MemorySegment ids, MemorySegment scratch) {
  private static final int RADIX_BITS = 11;
  private static final int BUCKETS = 1 << RADIX_BITS;
  private static final long ARRAY_IDS = 1 << 18;

  /** Sorts the first {@code count} ids; takes as many bytes again while it runs. */
  static void sort(MemorySegment ids, long count, Parallelism parallelism) {
    try (Arena arena = LargeArena.shared()) {
      MemorySegment scratch = arena.allocate(Math.max(1, count) * Long.BYTES, 64);
      new IdSort(ids, scratch).sort(0, count, parallelism);
    }
  }

  private void sort(long from, long to, Parallelism parallelism) {
    if (to - from <= ARRAY_IDS) {
      sortArray(from, (int) (to - from));
      return;
    }
    long first = ids.getAtIndex(ValueLayout.JAVA_LONG, from);
    StopMeter meter = parallelism.meter();
    long differing = 0;
    for (long i = from; i < to; i++) {
      meter.work(1);
      differing |= first ^ ids.getAtIndex(ValueLayout.JAVA_LONG, i);
    }
    if (differing == 0) {
      return;
    }
    int shift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(differing) - RADIX_BITS);
    long[] start = new long[BUCKETS + 1];
    for (long i = from; i < to; i++) {
      meter.work(1);
      start[bucket(ids.getAtIndex(ValueLayout.JAVA_LONG, i), shift) + 1]++;
    }
    start[0] = from;
    for (int i = 0; i < BUCKETS; i++) {
      start[i + 1] += start[i];
    }
    long[] next = start.clone();
    for (long i = from; i < to; i++) {
      meter.work(4);
      long id = ids.getAtIndex(ValueLayout.JAVA_LONG, i);
      scratch.setAtIndex(ValueLayout.JAVA_LONG, next[bucket(id, shift)]++, id);
    }
    for (long at = from; at < to; at += ARRAY_IDS) {
      meter.work(ARRAY_IDS);
      long length = Math.min(ARRAY_IDS, to - at);
      MemorySegment.copy(scratch, at * Long.BYTES, ids, at * Long.BYTES, length * Long.BYTES);
    }
    if (shift > 0) {
      parallelism.forRanges(
          BUCKETS,
          1,
          (bucket, end) -> {
            if (start[(int) bucket] < start[(int) end]) {
              sort(start[(int) bucket], start[(int) end], parallelism.sequential());
            }
          });
    }
  }

  private static int bucket(long id, int shift) {
    return (int) (id >>> shift) & (BUCKETS - 1);
  }

  private void sortArray(long from, int count) {
    long[] array = new long[count];
    MemorySegment.copy(ids, ValueLayout.JAVA_LONG, from * Long.BYTES, array, 0, count);
    for (int i = 0; i < count; i++) {
      array[i] ^= Long.MIN_VALUE;
    }
    Arrays.sort(array);
    for (int i = 0; i < count; i++) {
      array[i] ^= Long.MIN_VALUE;
    }
    MemorySegment.copy(array, 0, ids, ValueLayout.JAVA_LONG, from * Long.BYTES, count);
  }
}
