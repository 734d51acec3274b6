package io.cliquestream.kernels.answer;

import io.cliquestream.kernels.memory.LargeArena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * An off-heap array of exact non-negative counts with a 64-bit index. Counts below 2^63 take eight
 * bytes; the rare larger ones go to a table beside it. Freed by the garbage collector.
 *
 * <p>Different entries may be set by different threads; one entry by one thread at a time.
 */
public final class CountArray {
  private static final BigInteger INLINE_BOUND = BigInteger.ONE.shiftLeft(63);

  /** Counts that are added at a time: 32 KiB of each array. */
  private static final int BLOCK = 1 << 12;

  private final MemorySegment counts;
  private final long size;
  private final Map<Long, BigInteger> large = new ConcurrentHashMap<>();

  /**
   * An array of zeros.
   *
   * @param size entries, 8 bytes each unless a count needs more
   */
  public CountArray(long size) {
    this.size = size;
    this.counts = LargeArena.collected().allocate(Math.max(1, size) * Long.BYTES, 64);
  }

  /** {@return number of entries} */
  public long size() {
    return size;
  }

  /**
   * {@return the count at an index}
   *
   * @param index 0 to {@link #size} - 1
   */
  public BigInteger get(long index) {
    long value = counts.getAtIndex(ValueLayout.JAVA_LONG, index);
    return value >= 0 ? BigInteger.valueOf(value) : large.get(index);
  }

  /**
   * Sets a count below 2^63.
   *
   * @param index 0 to {@link #size} - 1
   * @param value 0 or more
   * @throws IllegalArgumentException when it is negative
   */
  public void set(long index, long value) {
    if (value < 0) {
      throw new IllegalArgumentException("negative count " + value);
    }
    counts.setAtIndex(ValueLayout.JAVA_LONG, index, value);
  }

  /**
   * Sets counts below 2^63 that follow each other, at the price of a copy.
   *
   * @param first index of the first, 0 or more
   * @param values as many counts and perhaps more, each 0 or more
   * @param length how many, so that the last one is in this array
   * @throws IllegalArgumentException when one is negative; none is set then
   */
  public void setAll(long first, long[] values, int length) {
    long all = 0;
    for (int i = 0; i < length; i++) {
      all |= values[i];
    }
    if (all < 0) {
      throw new IllegalArgumentException("a negative count among those from " + first + " on");
    }
    MemorySegment.copy(values, 0, counts, ValueLayout.JAVA_LONG, Long.BYTES * first, length);
  }

  /**
   * Copies counts that follow each other; -1 stands for one of 2^63 or more, which {@link #get}
   * tells.
   *
   * @param first index of the first, 0 or more
   * @param values takes them
   * @param length how many, so that the last one is in this array
   */
  public void getAll(long first, long[] values, int length) {
    MemorySegment.copy(counts, ValueLayout.JAVA_LONG, Long.BYTES * first, values, 0, length);
  }

  /**
   * Sets a count of any size.
   *
   * @param index 0 to {@link #size} - 1
   * @param value 0 or more
   * @throws IllegalArgumentException when it is negative
   */
  public void set(long index, BigInteger value) {
    if (value.signum() < 0) {
      throw new IllegalArgumentException("negative count " + value);
    }
    if (value.compareTo(INLINE_BOUND) < 0) {
      set(index, value.longValueExact());
    } else {
      large.put(index, value);
      counts.setAtIndex(ValueLayout.JAVA_LONG, index, -1);
    }
  }

  /**
   * Adds to a count.
   *
   * @param index 0 to {@link #size} - 1
   * @param value 0 or more
   */
  public void add(long index, BigInteger value) {
    set(index, get(index).add(value));
  }

  /**
   * Adds the counts of another array, each to that at the same index.
   *
   * @param more as many counts, which stay as they are
   * @throws IllegalArgumentException when there are more or fewer; none is added then
   */
  public void addAll(CountArray more) {
    if (more.size != size) {
      throw new IllegalArgumentException(more.size + " counts cannot be added to " + size);
    }
    long[] sums = new long[(int) Math.min(BLOCK, size)];
    long[] others = new long[sums.length];
    for (long first = 0; first < size; first += BLOCK) {
      int length = (int) Math.min(BLOCK, size - first);
      getAll(first, sums, length);
      more.getAll(first, others, length);
      long all = 0;
      for (int i = 0; i < length; i++) {
        long sum = sums[i] + others[i];
        all |= sums[i] | others[i] | sum; // negative: large before, or by the sum
        sums[i] = sum;
      }
      if (all >= 0) {
        setAll(first, sums, length);
      } else {
        for (int i = 0; i < length; i++) {
          add(first + i, more.get(first + i));
        }
      }
    }
  }
}
