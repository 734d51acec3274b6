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
}
