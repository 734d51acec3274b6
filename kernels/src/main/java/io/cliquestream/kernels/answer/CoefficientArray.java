package io.cliquestream.kernels.answer;

import io.cliquestream.kernels.memory.LargeArena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * An off-heap array of floating-point numbers with a 64-bit index, eight bytes each. Freed by the
 * garbage collector. Different entries may be set by different threads. Arrays of the same bits are
 * equal.
 */
public final class CoefficientArray {
  private final MemorySegment values;
  private final long size;

  /**
   * An array of zeros.
   *
   * @param size entries, 8 bytes each
   */
  public CoefficientArray(long size) {
    this.size = size;
    this.values = LargeArena.collected().allocate(Math.max(1, size) * Double.BYTES, 64);
  }

  /** {@return number of entries} */
  public long size() {
    return size;
  }

  /**
   * The number at an index.
   *
   * @param index 0 to {@link #size} - 1
   * @return what was set there, or 0
   */
  public double get(long index) {
    return values.getAtIndex(ValueLayout.JAVA_DOUBLE, index);
  }

  /**
   * Sets the number at an index.
   *
   * @param index 0 to {@link #size} - 1
   * @param value from 0 to 1 for a clustering coefficient
   */
  public void set(long index, double value) {
    values.setAtIndex(ValueLayout.JAVA_DOUBLE, index, value);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CoefficientArray array
        && size == array.size
        && values.mismatch(array.values) < 0;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(size);
  }

  @Override
  public String toString() {
    return size + " coefficients";
  }
}
