package io.cliquestream.kernels.cpu.kclique.search;

import java.math.BigInteger;
import java.util.Arrays;

/** Polynomials with non-negative coefficients of any size, lowest first. */
final class BigPolynomial {
  private static final BigInteger[] ONE = {BigInteger.ONE};

  private BigPolynomial() {}

  /** 1. */
  static BigInteger[] one() {
    return ONE;
  }

  /** The first {@code length} of some small coefficients. */
  static BigInteger[] of(long[] coefficients, int length) {
    BigInteger[] result = new BigInteger[length];
    for (int j = 0; j < length; j++) {
      result[j] = BigInteger.valueOf(coefficients[j]);
    }
    return result;
  }

  /** A product, cut off above x^{@code most}. */
  static BigInteger[] times(BigInteger[] first, BigInteger[] second, int most) {
    int top = Math.min(first.length + second.length - 2, most);
    BigInteger[] product = new BigInteger[top + 1];
    Arrays.fill(product, BigInteger.ZERO);
    for (int i = 0; i < first.length && i <= top; i++) {
      for (int j = 0; j < second.length && i + j <= top; j++) {
        product[i + j] = product[i + j].add(first[i].multiply(second[j]));
      }
    }
    return product;
  }

  /** {@code without} + x · {@code with}: a vertex is left out, or taken. */
  static BigInteger[] leftOutOrTaken(BigInteger[] without, BigInteger[] with) {
    BigInteger[] sum = Arrays.copyOf(without, Math.max(without.length, with.length + 1));
    for (int j = 0; j < sum.length; j++) {
      BigInteger first = sum[j] == null ? BigInteger.ZERO : sum[j];
      sum[j] = j == 0 || j > with.length ? first : first.add(with[j - 1]);
    }
    return sum;
  }
}
