package io.cliquestream.kernels.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.LongPredicate;

/**
 * Where a value stands among ascending ones, on the heap and off it. Loops that run for long have a
 * method for their kind of values each; a predicate costs a call a step.
 */
public final class BinarySearch {
  private BinarySearch() {}

  /** First index from {@code from} on whose 32-bit value is not below a bound, or {@code end}. */
  public static long firstInt(MemorySegment values, long from, long end, int bound) {
    long low = from;
    long high = end;
    while (low < high) {
      long middle = (low + high) >>> 1;
      if (values.getAtIndex(ValueLayout.JAVA_INT, middle) < bound) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** The same of 64-bit values. */
  public static long firstLong(MemorySegment values, long from, long end, long bound) {
    long low = from;
    long high = end;
    while (low < high) {
      long middle = (low + high) >>> 1;
      if (values.getAtIndex(ValueLayout.JAVA_LONG, middle) < bound) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** First index from {@code from} on whose value is not below a bound, or {@code end}. */
  public static int first(int[] values, int from, int end, int bound) {
    int low = from;
    int high = end;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (values[middle] < bound) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** The same of 64-bit values. */
  public static int first(long[] values, int from, int end, long bound) {
    int low = from;
    int high = end;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (values[middle] < bound) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /**
   * First number from {@code from} on that something holds of, as of all behind it, or {@code end}.
   */
  public static long first(long from, long end, LongPredicate holds) {
    long low = from;
    long high = end;
    while (low < high) {
      long middle = (low + high) >>> 1;
      if (holds.test(middle)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /** Which of some rows, given by where each starts, holds an index: the last that starts there. */
  public static long rowOf(MemorySegment starts, long rows, long index) {
    return firstLong(starts, 1, rows, index + 1) - 1;
  }

  /** Index of a 64-bit value among the first {@code count}, ascending without sign, or -1. */
  public static long unsigned(MemorySegment values, long count, long value) {
    long low = 0;
    long high = count;
    while (low < high) {
      long middle = (low + high) >>> 1;
      long found = values.getAtIndex(ValueLayout.JAVA_LONG, middle);
      if (Long.compareUnsigned(found, value) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low < count && values.getAtIndex(ValueLayout.JAVA_LONG, low) == value ? low : -1;
  }
}
