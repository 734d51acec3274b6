package io.cliquestream.kernels.graph.rows;

import io.cliquestream.kernels.control.StopMeter;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/**
 * Sorts rows of vertices and drops repeated ones. A row that is long for its range of values goes
 * through a bitmap, in time linear in both, so no row longer than an array is ever compared; one
 * that ascends already is only read; others are sorted by comparison. After a stop the bitmap is
 * not empty and the sorter must not be used again. For use by one thread.
 */
public final class RowSorter {
  /** A row of at least one value per this many possible values goes through the bitmap. */
  private static final long SPARSE = 16;

  private static final int SHORT = 64;

  /** A row this long goes through the bitmap however few its values are: sorting cannot stop. */
  private static final int LONG = 1 << 20;

  private static final int CHUNK = 1 << 12;
  private static final long SORTING_STEPS = 16;

  private final StopMeter meter;
  private int[] row = new int[256];
  private long[] bits = {};

  /**
   * Makes a sorter that grows its memory with the rows that come.
   *
   * @param meter told the values that are moved, and asked for a stop
   */
  public RowSorter(StopMeter meter) {
    this.meter = meter;
  }

  private static boolean dense(long length, int bound) {
    return length >= SHORT && (length * SPARSE >= bound || length >= LONG);
  }

  /** An array of at least this length, which later calls overwrite. */
  int[] row(int length) {
    if (row.length < length) {
      row = new int[Math.max(length, (int) Math.min(2L * row.length, Integer.MAX_VALUE - 16))];
    }
    return row;
  }

  /**
   * Sorts values in place off the heap.
   *
   * @param bound every value is smaller
   * @param values ints of 0 or more
   * @param from index of the first one
   * @param to index behind the last one
   * @return how many different values there are; they lie ascending from {@code from} on
   */
  public int sortUnique(MemorySegment values, long from, long to, int bound) {
    long length = to - from;
    if (dense(length, bound)) {
      return throughBitmap(values, from, to, bound);
    }
    int[] array = row((int) length);
    MemorySegment.copy(values, ValueLayout.JAVA_INT, from * Integer.BYTES, array, 0, (int) length);
    int unique = sortUnique(array, (int) length, bound);
    MemorySegment.copy(array, 0, values, ValueLayout.JAVA_INT, from * Integer.BYTES, unique);
    return unique;
  }

  /**
   * Sorts the front of an array in place.
   *
   * @param array values of 0 or more
   * @param length how many of them are sorted
   * @param bound every value is smaller
   * @return how many different values there are; they lie ascending at the front
   */
  public int sortUnique(int[] array, int length, int bound) {
    meter.work(length);
    int ascending = 1;
    while (ascending < length && array[ascending - 1] < array[ascending]) {
      ascending++;
    }
    if (ascending >= length) {
      return length;
    }
    if (dense(length, bound)) {
      makeBits(bound);
      int least = Integer.MAX_VALUE;
      int most = 0;
      for (int i = 0; i < length; i++) {
        int word = array[i] >>> 6;
        bits[word] |= 1L << array[i];
        least = Math.min(least, word);
        most = Math.max(most, word);
      }
      int count = 0;
      for (int word = least; word <= most; word++) {
        for (long left = bits[word]; left != 0; left &= left - 1) {
          array[count++] = (word << 6) + Long.numberOfTrailingZeros(left);
        }
        bits[word] = 0;
      }
      return count;
    }
    Arrays.sort(array, 0, length);
    meter.work(SORTING_STEPS * length);
    int count = 1;
    for (int i = 1; i < length; i++) {
      if (array[i] != array[i - 1]) {
        array[count++] = array[i];
      }
    }
    return count;
  }

  private void makeBits(int bound) {
    int words = (bound >>> 6) + 1;
    if (bits.length < words) {
      bits = new long[words];
    }
  }

  private int throughBitmap(MemorySegment values, long from, long to, int bound) {
    makeBits(bound);
    int[] chunk = row(CHUNK);
    int least = Integer.MAX_VALUE;
    int most = 0;
    for (long at = from; at < to; at += CHUNK) {
      int length = (int) Math.min(CHUNK, to - at);
      meter.work(length);
      MemorySegment.copy(values, ValueLayout.JAVA_INT, at * Integer.BYTES, chunk, 0, length);
      for (int i = 0; i < length; i++) {
        int word = chunk[i] >>> 6;
        bits[word] |= 1L << chunk[i];
        least = Math.min(least, word);
        most = Math.max(most, word);
      }
    }
    int count = 0;
    int filled = 0;
    for (int word = least; word <= most; word++) {
      for (long left = bits[word]; left != 0; left &= left - 1) {
        chunk[filled++] = (word << 6) + Long.numberOfTrailingZeros(left);
        if (filled == CHUNK) {
          flush(chunk, filled, values, from + count);
          count += filled;
          filled = 0;
          meter.work(CHUNK);
        }
      }
      bits[word] = 0;
    }
    flush(chunk, filled, values, from + count);
    return count + filled;
  }

  private static void flush(int[] chunk, int length, MemorySegment values, long index) {
    MemorySegment.copy(chunk, 0, values, ValueLayout.JAVA_INT, index * Integer.BYTES, length);
  }
}
