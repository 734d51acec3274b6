package io.cliquestream.kernels.change.rows;

import io.cliquestream.kernels.control.Parallelism;
import java.util.Arrays;

/**
 * Sorts longs that are not negative. One thread goes by digits, passing over bits that are the same
 * everywhere. Several threads first share the values out to parts that a sample tells apart,
 * whatever their distribution, and then sort part by part (Frazer and McKellar, Samplesort, JACM
 * 17(3), 1970): three passes with a wait between them, not one for each digit. Takes as much memory
 * again, and a quarter of it.
 */
final class LongSorter {
  private static final int BITS = 11;

  /** Of fewer values a digit has eight bits: more counters would take longer than the values. */
  private static final int LONG = 1 << 12;

  private static final int SHORT_BITS = 8;
  private static final int FEW = 200;
  private static final int PARALLEL = 1 << 15;
  private static final int LEAST_THREADS = 3;

  /** Values of a part, about: what a core's cache holds. */
  private static final int PART = 1 << 11;

  private static final int MOST_PARTS = 1 << 9;

  /** Samples for each part. */
  private static final int SAMPLES = 8;

  /** Chunks that each thread shares out. */
  private static final int CHUNKS = 4;

  /** Sorting a value takes one thread so long. */
  private static final double NANOS = 40;

  private LongSorter() {}

  /** Sorts an array; with several threads where it is long. */
  static void sort(long[] values, Parallelism parallelism) {
    sort(values, 0, parallelism);
  }

  /**
   * The same for values that ascend already in the bits below one, wherever the others are equal.
   */
  static void sort(long[] values, int fromBit, Parallelism parallelism) {
    if (values.length < FEW) {
      Arrays.sort(values);
    } else if (values.length >= PARALLEL && parallelism.threads() >= LEAST_THREADS) {
      byParts(values, parallelism.worth(values.length * NANOS));
    } else {
      radix(values, fromBit);
    }
  }

  private static void byParts(long[] values, Parallelism parallelism) {
    int length = values.length;
    int parts = Integer.highestOneBit(Math.min(MOST_PARTS, length / PART));
    long[] splitters = splitters(values, parts);
    int chunks = CHUNKS * parallelism.threads();
    int chunk = (length - 1) / chunks + 1;
    short[] partOf = new short[length];
    int[][] counts = new int[chunks][];
    parallelism.forRanges(
        length,
        chunk,
        (from, to) -> {
          int[] count = new int[parts];
          for (int i = (int) from; i < to; i++) {
            int part = part(splitters, parts, values[i]);
            partOf[i] = (short) part;
            count[part]++;
          }
          counts[(int) (from / chunk)] = count;
        });
    int[] starts = new int[parts + 1];
    int at = 0;
    for (int part = 0; part < parts; part++) {
      starts[part] = at;
      for (int[] count : counts) {
        if (count != null) {
          int here = count[part];
          count[part] = at;
          at += here;
        }
      }
    }
    starts[parts] = at;
    long[] shared = new long[length];
    parallelism.forRanges(
        length,
        chunk,
        (from, to) -> {
          int[] next = counts[(int) (from / chunk)];
          for (int i = (int) from; i < to; i++) {
            shared[next[partOf[i]]++] = values[i];
          }
        });
    parallelism.forRanges(
        parts,
        1,
        (from, to) -> {
          for (int part = (int) from; part < to; part++) {
            Arrays.sort(shared, starts[part], starts[part + 1]);
            System.arraycopy(
                shared, starts[part], values, starts[part], starts[part + 1] - starts[part]);
          }
        });
  }

  private static long[] splitters(long[] values, int parts) {
    long[] samples = new long[parts * SAMPLES];
    for (int i = 0; i < samples.length; i++) {
      samples[i] = values[(int) ((long) i * values.length / samples.length)];
    }
    Arrays.sort(samples);
    long[] splitters = new long[parts];
    for (int part = 0; part + 1 < parts; part++) {
      splitters[part] = samples[(part + 1) * SAMPLES];
    }
    splitters[parts - 1] = Long.MAX_VALUE;
    return splitters;
  }

  /** How many splitters are not above a value; {@code parts} is a power of two. */
  private static int part(long[] splitters, int parts, long value) {
    int part = 0;
    for (int step = parts >>> 1; step > 0; step >>>= 1) {
      part += splitters[part + step - 1] <= value ? step : 0;
    }
    return part;
  }

  private static void radix(long[] values, int fromBit) {
    long varying = 0;
    for (long value : values) {
      varying |= value ^ values[0];
    }
    int bits = values.length < LONG ? SHORT_BITS : BITS;
    int digits = 1 << bits;
    long[] from = values;
    long[] to = new long[values.length];
    boolean inPlace = true;
    int[] starts = new int[digits + 1];
    for (int shift = next(varying, fromBit);
        shift < Long.SIZE;
        shift = next(varying, shift + bits)) {
      Arrays.fill(starts, 0);
      for (long value : from) {
        starts[(int) (value >>> shift & (digits - 1)) + 1]++;
      }
      for (int digit = 0; digit < digits; digit++) {
        starts[digit + 1] += starts[digit];
      }
      for (long value : from) {
        to[starts[(int) (value >>> shift & (digits - 1))]++] = value;
      }
      long[] swapped = from;
      from = to;
      to = swapped;
      inPlace = !inPlace;
    }
    if (!inPlace) {
      System.arraycopy(from, 0, values, 0, values.length);
    }
  }

  /** The lowest bit that varies, from a bit on; 64 for none. */
  private static int next(long varying, int bit) {
    return bit >= Long.SIZE ? Long.SIZE : Long.numberOfTrailingZeros(varying & -1L << bit);
  }
}
