package io.cliquestream.kernels.cpu.maximalclique;

import java.math.BigInteger;
import java.util.Arrays;

/** Exact numbers of cliques by size. Used by one thread at a time. */
final class MaximalTally {
  private long[] counts = new long[16];
  private BigInteger[] large = new BigInteger[0];

  /** One more clique. */
  void add(int size) {
    if (size >= counts.length) {
      counts = Arrays.copyOf(counts, Math.max(size + 1, 2 * counts.length));
    }
    counts[size]++;
  }

  /** Many more cliques of one size. */
  void add(int size, BigInteger count) {
    if (size >= large.length) {
      large = Arrays.copyOf(large, Math.max(size + 1, 2 * large.length));
    }
    large[size] = large[size] == null ? count : large[size].add(count);
  }

  /** Adds everything of another tally, each size grown by {@code grownBy}. */
  void addAll(MaximalTally other, int grownBy) {
    for (int size = 0; size < other.sizes(); size++) {
      BigInteger count = other.count(size);
      if (count.signum() != 0) {
        add(size + grownBy, count);
      }
    }
  }

  /** A bound above the largest size. */
  int sizes() {
    return Math.max(counts.length, large.length);
  }

  /** Number of cliques of a size. */
  BigInteger count(int size) {
    BigInteger few = size < counts.length ? BigInteger.valueOf(counts[size]) : BigInteger.ZERO;
    return size < large.length && large[size] != null ? few.add(large[size]) : few;
  }

  /** The tally of all unions of one clique of this and one of the other: sizes add up. */
  MaximalTally times(MaximalTally other) {
    MaximalTally product = new MaximalTally();
    for (int a = 0; a < sizes(); a++) {
      BigInteger left = count(a);
      if (left.signum() == 0) {
        continue;
      }
      for (int b = 0; b < other.sizes(); b++) {
        BigInteger right = other.count(b);
        if (right.signum() != 0) {
          product.add(a + b, left.multiply(right));
        }
      }
    }
    return product;
  }
}
