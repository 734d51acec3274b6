package io.cliquestream.kernels.change.rows;

import java.util.Arrays;

/**
 * Sorts longs that are not negative: by digits of eleven bits, of which those that are the same
 * everywhere are passed over. Takes as much memory again.
 */
final class LongSorter {
  private static final int BITS = 11;
  private static final int DIGITS = 1 << BITS;
  private static final int FEW = 200;
  private static final int PARALLEL = 1 << 16;

  private LongSorter() {}

  /** Sorts an array; with several threads where it is long. */
  static void sort(long[] values, int threads) {
    if (values.length < FEW) {
      Arrays.sort(values);
    } else if (values.length >= PARALLEL && threads >= 4) {
      Arrays.parallelSort(values);
    } else {
      radix(values);
    }
  }

  private static void radix(long[] values) {
    long varying = 0;
    for (long value : values) {
      varying |= value ^ values[0];
    }
    long[] from = values;
    long[] to = new long[values.length];
    int[] starts = new int[DIGITS + 1];
    for (int shift = 0; shift < Long.SIZE; shift += BITS) {
      if ((varying >>> shift & (DIGITS - 1)) == 0) {
        continue;
      }
      Arrays.fill(starts, 0);
      for (long value : from) {
        starts[(int) (value >>> shift & (DIGITS - 1)) + 1]++;
      }
      for (int digit = 0; digit < DIGITS; digit++) {
        starts[digit + 1] += starts[digit];
      }
      for (long value : from) {
        to[starts[(int) (value >>> shift & (DIGITS - 1))]++] = value;
      }
      long[] swapped = from;
      from = to;
      to = swapped;
    }
    if (from != values) {
      System.arraycopy(from, 0, values, 0, values.length);
    }
  }
}
