package io.cliquestream.kernels.cpu.ranked;

import java.math.BigInteger;

/**
 * A signed 128-bit sum that throws rather than wrap around. Not safe for use by several threads:
 * each thread keeps its own and they are added up at the end.
 */
public final class ExactSum {
  private long high;
  private long low;

  /** Adds a value. */
  public void add(long value) {
    add(value >> 63, value);
  }

  /** Adds the exact product of two values. */
  public void addProduct(long first, long second) {
    add(Math.multiplyHigh(first, second), first * second);
  }

  /** Adds another sum. */
  public void add(ExactSum other) {
    add(other.high, other.low);
  }

  private void add(long addHigh, long addLow) {
    long sum = low + addLow;
    int carry = Long.compareUnsigned(sum, low) < 0 ? 1 : 0;
    low = sum;
    // high + addHigh alone may overflow where the carry brings it back; that is far beyond use.
    high = Math.addExact(Math.addExact(high, addHigh), carry);
  }

  /** Adds C(n, 2); nothing for n below 2. */
  public void addPairs(long n) {
    addProduct((n & 1) == 0 ? n >> 1 : n, (n & 1) == 0 ? n - 1 : (n - 1) >> 1);
  }

  /** Adds C(n, 3) for 0 ≤ n &lt; 2^31. */
  public void addTriples(long n) {
    long pairs = n * (n - 1) / 2;
    boolean first = pairs % 3 == 0;
    addProduct(first ? pairs / 3 : pairs, first ? n - 2 : (n - 2) / 3);
  }

  /** Adds C(n, 4) for 0 ≤ n &lt; 2^31. */
  public void addQuadruples(long n) {
    long pairs = n * (n - 1) / 2;
    long others = (n - 2) * (n - 3) / 2;
    long divisor = (pairs % 2 == 0 ? 2L : 1L) * (pairs % 3 == 0 ? 3L : 1L);
    addProduct(pairs / divisor, others / (6 / divisor));
  }

  /** The sum. */
  public BigInteger value() {
    return BigInteger.valueOf(high)
        .shiftLeft(64)
        .add(BigInteger.valueOf(low >>> 1).shiftLeft(1))
        .add(BigInteger.valueOf(low & 1));
  }
}
