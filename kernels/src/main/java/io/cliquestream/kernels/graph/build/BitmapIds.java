package io.cliquestream.kernels.graph.build;

import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.graph.PairSource;
import io.cliquestream.kernels.memory.LargeArena;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * Ids that are almost dense: a bit per possible id, and per 64 of them the number of ids before.
 * The word and its rank lie side by side, so a look-up costs one cache line; it takes largest id /
 * 4 bytes.
 */
final class BitmapIds implements IdMap {
  private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();
  private static final long ENTRY_BYTES = 2L * Long.BYTES;

  private final Arena arena = LargeArena.shared();
  private final MemorySegment entries;
  private final long count;
  private final boolean identity;

  BitmapIds(PairSource edges, long largestId, Parallelism parallelism) {
    long words = (largestId >>> 6) + 1;
    try {
      entries = arena.allocate(words * ENTRY_BYTES, 64);
      PairBatches.forEach(
          edges,
          parallelism,
          (ids, length) -> {
            for (int i = 0; i < length; i += 2) {
              if (ids[i] != ids[i + 1]) {
                mark(ids[i]);
                mark(ids[i + 1]);
              }
            }
          });
      long before = 0;
      StopMeter meter = parallelism.meter();
      for (long word = 0; word < words; word++) {
        meter.work(1);
        entries.set(ValueLayout.JAVA_LONG, word * ENTRY_BYTES + Long.BYTES, before);
        before += Long.bitCount(entries.get(ValueLayout.JAVA_LONG, word * ENTRY_BYTES));
      }
      count = before;
      identity = before == largestId + 1;
    } catch (Throwable failure) {
      arena.close();
      throw failure;
    }
  }

  private void mark(long id) {
    long offset = (id >>> 6) * ENTRY_BYTES;
    long bit = 1L << id;
    // Most marks are there already; looking first keeps the cache line shared.
    if ((entries.get(ValueLayout.JAVA_LONG, offset) & bit) == 0) {
      WORD.getAndBitwiseOr(entries, offset, bit);
    }
  }

  @Override
  public long count() {
    return count;
  }

  @Override
  public void toVertices(long[] ids, int length) {
    if (identity) {
      return;
    }
    for (int i = 0; i < length; i += 2) {
      // A loop's id may lie beyond the bitmap.
      if (ids[i] != ids[i + 1]) {
        ids[i] = vertex(ids[i]);
        ids[i + 1] = vertex(ids[i + 1]);
      }
    }
  }

  private long vertex(long id) {
    long offset = (id >>> 6) * ENTRY_BYTES;
    long below = entries.get(ValueLayout.JAVA_LONG, offset) & ((1L << id) - 1);
    return entries.get(ValueLayout.JAVA_LONG, offset + Long.BYTES) + Long.bitCount(below);
  }

  @Override
  public MemorySegment originals(Arena target, StopMeter meter) {
    if (identity) {
      return null;
    }
    MemorySegment originals = target.allocate(count * Long.BYTES, 64);
    long vertex = 0;
    for (long word = 0; vertex < count; word++) {
      long bits = entries.get(ValueLayout.JAVA_LONG, word * ENTRY_BYTES);
      meter.work(1 + Long.bitCount(bits));
      for (; bits != 0; bits &= bits - 1) {
        originals.setAtIndex(
            ValueLayout.JAVA_LONG, vertex++, (word << 6) + Long.numberOfTrailingZeros(bits));
      }
    }
    return originals;
  }

  @Override
  public void close() {
    arena.close();
  }
}
