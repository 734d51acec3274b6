package io.cliquestream.kernels.cpu.kclique;

import java.math.BigInteger;

/** A sum of non-negative longs in 128 bits: exact for 2^64 additions. For one thread. */
final class ExactSum {
  private long high;
  private long low;

  /** Adds 0 ≤ value &lt; 2^63. */
  void add(long value) {
    low += value;
    if (Long.compareUnsigned(low, value) < 0) {
      high++;
    }
  }

  void add(ExactSum other) {
    low += other.low;
    if (Long.compareUnsigned(low, other.low) < 0) {
      high++;
    }
    high += other.high;
  }

  BigInteger toBigInteger() {
    BigInteger lowPart = BigInteger.valueOf(low >>> 1).shiftLeft(1).or(BigInteger.valueOf(low & 1));
    return BigInteger.valueOf(high).shiftLeft(Long.SIZE).add(lowPart);
  }
}
