package io.cliquestream.kernels.cpu.bitset;

import java.util.Arrays;

/**
 * A symmetric adjacency matrix of bits: row i has bit j when local vertices i and j are adjacent.
 * The storage is kept between uses and only ever grows, so filling it again allocates nothing.
 *
 * <p>Memory: size · ⌈size / 64⌉ longs. Rows can be read by several threads as long as nobody
 * writes.
 */
public final class BitMatrix {
  private long[] bits = new long[64];
  private int size;
  private int words;

  /** Empties the matrix and gives it {@code size} rows. */
  public void reset(int newSize) {
    size = newSize;
    words = words(newSize);
    int length = Math.multiplyExact(size, words);
    if (bits.length < length) {
      bits = new long[Math.max(length, (int) Math.min(Integer.MAX_VALUE - 16, 2L * bits.length))];
    } else {
      Arrays.fill(bits, 0, length, 0);
    }
  }

  /** Longs that hold {@code size} bits. */
  public static int words(int size) {
    return (size + Long.SIZE - 1) >>> 6;
  }

  /** Number of rows. */
  public int size() {
    return size;
  }

  /** Longs in a row. */
  public int words() {
    return words;
  }

  /** The rows one after another, {@link #words} longs each; for hot loops, not to be kept. */
  public long[] bits() {
    return bits;
  }

  /** Makes two different vertices adjacent. */
  public void connect(int first, int second) {
    bits[first * words + (second >>> 6)] |= 1L << second;
    bits[second * words + (first >>> 6)] |= 1L << first;
  }

  /** A copy that no longer changes, for work handed to another thread. */
  public BitMatrix copy() {
    BitMatrix copy = new BitMatrix();
    copy.size = size;
    copy.words = words;
    copy.bits = Arrays.copyOf(bits, size * words);
    return copy;
  }

  /** Sets the first {@code size} bits of a mask and clears the others. */
  public static void fillFirst(long[] mask, int size) {
    int whole = size >>> 6;
    Arrays.fill(mask, 0, whole, -1L);
    Arrays.fill(mask, whole, mask.length, 0);
    if ((size & 63) != 0) {
      mask[whole] = (1L << size) - 1;
    }
  }

  /** Number of bits in the first {@code words} longs of a mask. */
  public static int count(long[] mask, int words) {
    int count = 0;
    for (int w = 0; w < words; w++) {
      count += Long.bitCount(mask[w]);
    }
    return count;
  }
}
