package io.cliquestream.kernels.change.rows;

import java.util.Arrays;
import java.util.Comparator;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * Bit rows of the base's hubs, so that one test answers "is it a neighbour". A hub is a slot whose
 * bit row takes at most eight times what its row takes; the largest of them, within a bound. A bit
 * row is made when it is first asked for, by whoever asks.
 */
final class HubBits {
  private static final int LEAST_DEGREE = 64;

  /** Bits of a row for each entry of it, at most: eight times 32. */
  private static final int MOST_BITS_AN_ENTRY = 256;

  private static final long MOST_BYTES = 1L << 28;
  private static final int NONE = -1;

  private final BaseRows base;
  private final int words;
  private final int threshold;

  /** Open addressing: hubs, and by the same place their bit rows. */
  private final int[] hubs;

  private final AtomicReferenceArray<long[]> rows;
  private final LongAdder bytes = new LongAdder();

  HubBits(BaseRows base) {
    this.base = base;
    this.words = (base.slots() + 63) >>> 6;
    int least = Math.max(LEAST_DEGREE, base.slots() / MOST_BITS_AN_ENTRY);
    IntBuffer candidates = new IntBuffer();
    for (int slot = 0; slot < base.slots(); slot++) {
      if (base.degree(slot) >= least) {
        candidates.add(slot);
      }
    }
    int most = (int) Math.min(Integer.MAX_VALUE / 4, MOST_BYTES / Math.max(8, 8L * words));
    int[] found = Arrays.copyOf(candidates.values(), candidates.length());
    if (found.length > most) {
      found =
          Arrays.stream(found)
              .boxed()
              .sorted(Comparator.comparingInt((Integer slot) -> -base.degree(slot)))
              .limit(most)
              .mapToInt(Integer::intValue)
              .toArray();
    }
    this.threshold = least;
    this.hubs = new int[Math.max(16, Integer.highestOneBit(Math.max(1, found.length)) << 2)];
    Arrays.fill(hubs, NONE);
    for (int slot : found) {
      int at = place(slot);
      while (hubs[at] != NONE) {
        at = (at + 1) & (hubs.length - 1);
      }
      hubs[at] = slot;
    }
    this.rows = new AtomicReferenceArray<>(hubs.length);
  }

  private int place(int slot) {
    return ((slot * 0x9E3779B9) >>> 7) & (hubs.length - 1);
  }

  /** The bit row of a slot of that degree, or null. */
  long[] row(int slot, int degree) {
    int at = degree < threshold ? NONE : find(slot);
    if (at < 0) {
      return null;
    }
    long[] row = rows.getAcquire(at);
    return row == null ? made(at, slot, degree) : row;
  }

  /** The bit row of a slot of that degree, or null when it was not made. */
  long[] known(int slot, int degree) {
    int at = degree < threshold ? NONE : find(slot);
    return at < 0 ? null : rows.getAcquire(at);
  }

  private int find(int slot) {
    for (int at = place(slot); hubs[at] != NONE; at = (at + 1) & (hubs.length - 1)) {
      if (hubs[at] == slot) {
        return at;
      }
    }
    return NONE;
  }

  private long[] made(int at, int slot, int degree) {
    long[] row = new long[words];
    long start = base.start(slot);
    for (long i = start; i < start + degree; i++) {
      int neighbor = base.entry(i);
      row[neighbor >>> 6] |= 1L << neighbor;
    }
    if (rows.compareAndSet(at, null, row)) {
      bytes.add(8L * words);
    }
    return row;
  }

  /** Bytes held, on the heap. */
  long bytes() {
    return 4L * hubs.length + 4L * hubs.length + bytes.sum();
  }
}
