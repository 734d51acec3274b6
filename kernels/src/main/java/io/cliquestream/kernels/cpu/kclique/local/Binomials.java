package io.cliquestream.kernels.cpu.kclique.local;

import java.math.BigInteger;
import java.util.Arrays;

/**
 * C(n, j) for n up to a bound, column by column as they are asked for. Values that do not fit 61
 * bits are kept as big integers. For one thread.
 */
final class Binomials {
  /** Stands for a value of 2^61 or more. */
  static final long LARGE = -1;

  private static final int SMALL_BITS = 61;

  private final int bound;
  private long[][] small = new long[8][];
  private BigInteger[][] large = new BigInteger[8][];

  /** For n from 0 to {@code bound}. */
  Binomials(int bound) {
    this.bound = bound;
  }

  /** C(n, j), or {@link #LARGE}; 0 for j &lt; 0 and j &gt; n. */
  long get(int n, int j) {
    if (j < 0 || j > n) {
      return 0;
    }
    long[] column = j < small.length ? small[j] : null;
    return (column == null ? fill(j) : column)[n];
  }

  /** C(n, j) of any size. */
  BigInteger exact(int n, int j) {
    long value = get(n, j);
    return value == LARGE ? large[j][n] : BigInteger.valueOf(value);
  }

  private long[] fill(int j) {
    if (j >= small.length) {
      int length = Math.max(2 * small.length, j + 1);
      small = Arrays.copyOf(small, length);
      large = Arrays.copyOf(large, length);
    }
    long[] column = new long[bound + 1];
    BigInteger value = BigInteger.ONE;
    for (int n = j; n <= bound; n++) {
      if (value.bitLength() <= SMALL_BITS) {
        column[n] = value.longValue();
      } else {
        column[n] = LARGE;
        if (large[j] == null) {
          large[j] = new BigInteger[bound + 1];
        }
        large[j][n] = value;
      }
      value = value.multiply(BigInteger.valueOf(n + 1L)).divide(BigInteger.valueOf(n + 1L - j));
    }
    small[j] = column;
    return column;
  }
}
