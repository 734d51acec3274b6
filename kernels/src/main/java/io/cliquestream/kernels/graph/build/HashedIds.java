package io.cliquestream.kernels.graph.build;

import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.graph.PairSource;
import io.cliquestream.kernels.memory.LargeArena;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/**
 * Ids from anywhere in 64 bits: the distinct ones are collected in a hash table of up to 64
 * stripes, each under a lock of its own and growing by itself, sorted once, and numbered in the
 * table. So the memory, at most 96 bytes per distinct id while a stripe grows, 80 after that, does
 * not depend on the number of pairs, and a look-up is one probe.
 */
final class HashedIds implements IdMap {
  private static final int STRIPES = 64;
  private static final long FEW_PAIRS = 1 << 14;
  private static final long COPIED_BYTES = 1 << 20;

  private final IdStripe[] stripes;
  private final Arena arena = LargeArena.shared();
  private final MemorySegment sorted;
  private final long count;

  HashedIds(PairSource edges, Parallelism parallelism) {
    // Making and freeing stripes costs more than it gains where there is little to share.
    stripes = new IdStripe[edges.size() <= FEW_PAIRS ? 1 : STRIPES];
    Arrays.setAll(stripes, i -> new IdStripe());
    try {
      PairBatches.forEach(
          edges, parallelism, (batch, length) -> collect(batch, length, parallelism.meter()));
      long ids = 0;
      for (IdStripe stripe : stripes) {
        ids += stripe.size();
      }
      count = ids;
      sorted = arena.allocate(Math.max(1, ids) * Long.BYTES, 64);
      long position = 0;
      for (IdStripe stripe : stripes) {
        position = stripe.copyIds(sorted, position, parallelism.meter());
      }
      IdSort.sort(sorted, ids, parallelism);
      parallelism.forRanges(
          ids,
          1 << 16,
          (from, to) -> {
            for (long i = from; i < to; i++) {
              long id = sorted.getAtIndex(ValueLayout.JAVA_LONG, i);
              long hash = hash(id);
              stripes[stripe(hash)].number(id, hash, i);
            }
          });
    } catch (Throwable failure) {
      close();
      throw failure;
    }
  }

  /** Sorts a batch by stripe, so that each lock is taken once per batch. */
  private void collect(long[] ids, int length, StopMeter meter) {
    int[] start = new int[stripes.length + 1];
    for (int i = 0; i < length; i += 2) {
      if (ids[i] != ids[i + 1]) {
        start[stripe(hash(ids[i])) + 1]++;
        start[stripe(hash(ids[i + 1])) + 1]++;
      }
    }
    for (int i = 0; i < stripes.length; i++) {
      start[i + 1] += start[i];
    }
    long[] grouped = new long[start[stripes.length]];
    int[] next = start.clone();
    for (int i = 0; i < length; i += 2) {
      if (ids[i] != ids[i + 1]) {
        grouped[next[stripe(hash(ids[i]))]++] = ids[i];
        grouped[next[stripe(hash(ids[i + 1]))]++] = ids[i + 1];
      }
    }
    for (int i = 0; i < stripes.length; i++) {
      if (start[i] < start[i + 1]) {
        stripes[i].addAll(grouped, start[i], start[i + 1], meter);
      }
    }
  }

  /** Spreads an id over 64 bits: the finaliser of SplitMix64 (Steele, Lea and Flood, 2014). */
  static long hash(long id) {
    long mixed = (id ^ (id >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }

  private int stripe(long hash) {
    return (int) (hash >>> 32) & (stripes.length - 1);
  }

  @Override
  public long count() {
    return count;
  }

  @Override
  public void toVertices(long[] ids, int length) {
    for (int i = 0; i < length; i += 2) {
      if (ids[i] != ids[i + 1]) {
        ids[i] = vertex(ids[i]);
        ids[i + 1] = vertex(ids[i + 1]);
      }
    }
  }

  private long vertex(long id) {
    long hash = hash(id);
    return stripes[stripe(hash)].vertex(id, hash);
  }

  @Override
  public MemorySegment originals(Arena target, StopMeter meter) {
    MemorySegment originals = target.allocate(count * Long.BYTES, 64);
    for (long done = 0; done < originals.byteSize(); done += COPIED_BYTES) {
      meter.work(COPIED_BYTES / Long.BYTES);
      long length = Math.min(COPIED_BYTES, originals.byteSize() - done);
      MemorySegment.copy(sorted, done, originals, done, length);
    }
    return originals;
  }

  @Override
  public void close() {
    for (IdStripe stripe : stripes) {
      stripe.close();
    }
    arena.close();
  }
}
