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
  private final long[] block = new long[Long.SIZE];
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

  /**
   * Makes the matrix symmetric when only the upper triangle (row below column) has been written to
   * {@link #bits}: 64 × 64 blocks are transposed (Warren, Hacker's Delight, section 7-3), so it
   * costs at most six steps for each row and word, however many bits are set.
   */
  public void mirror() {
    int width = Math.min(size, Long.SIZE);
    for (int above = 0; above < words; above++) {
      for (int right = above; right < words; right++) {
        int rows = Math.min(Long.SIZE, size - (above << 6));
        for (int i = 0; i < rows; i++) {
          block[i] = bits[((above << 6) + i) * words + right];
        }
        Arrays.fill(block, rows, Long.SIZE, 0);
        transpose(block, width);
        int columns = Math.min(Long.SIZE, size - (right << 6));
        for (int i = 0; i < columns; i++) {
          bits[((right << 6) + i) * words + above] |= block[i];
        }
      }
    }
  }

  /** Transposes the first {@code width} rows and columns; the others are empty. */
  private static void transpose(long[] block, int width) {
    int distance = 32;
    long low = 0xFFFF_FFFFL;
    while (distance >= width && distance > 1) {
      distance >>>= 1;
      low ^= low << distance;
    }
    int end = 2 * distance;
    while (distance != 0) {
      for (int k = 0; k < end; k = ((k | distance) + 1) & ~distance) {
        long swapped = ((block[k] >>> distance) ^ block[k | distance]) & low;
        block[k] ^= swapped << distance;
        block[k | distance] ^= swapped;
      }
      distance >>>= 1;
      low ^= low << distance;
    }
  }

  /** Number of a vertex's neighbours in a mask. */
  public int degree(int vertex, long[] mask) {
    int row = vertex * words;
    int degree = 0;
    for (int w = 0; w < words; w++) {
      degree += Long.bitCount(mask[w] & bits[row + w]);
    }
    return degree;
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
