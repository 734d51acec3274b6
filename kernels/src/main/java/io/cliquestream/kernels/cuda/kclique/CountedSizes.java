package io.cliquestream.kernels.cuda.kclique;

import java.math.BigInteger;
import java.util.Arrays;

/**
 * Counts by clique size out of the pivot tree's leaves. A leaf that holds h vertices and has p
 * pivots stands for C(p, k - h) cliques of k vertices, so that the counts are the coefficients of
 *
 * <p>Q(x) = Σ cell(h, p) · x^h · (1 + x)^p.
 *
 * <p>With y = 1 + x that is Σ_h (y - 1)^h · P_h(y), where P_h(y) = Σ_p cell(h, p) · y^p: Horner's
 * rule over h multiplies by (y - 1), and a Taylor shift goes back to x. Both take additions only,
 * O((H + P)²) of them instead of O(H · P · k) products with binomials. Exact for any size.
 */
final class CountedSizes {
  private CountedSizes() {}

  /** A cell of the histogram. */
  @FunctionalInterface
  interface Cells {
    /** The number of leaves with so many held vertices and pivots. */
    BigInteger get(int held, int pivots);
  }

  /** Entry k: cliques of k vertices, for k from 0 to held + pivots - 2. */
  static BigInteger[] of(int held, int pivots, Cells cells) {
    BigInteger[] sum = new BigInteger[Math.max(1, held + pivots)];
    Arrays.fill(sum, BigInteger.ZERO);
    int length = 0;
    for (int h = held - 1; h >= 0; h--) {
      // sum := sum · (y - 1)
      for (int i = length; i > 0; i--) {
        sum[i] = sum[i - 1].subtract(i < length ? sum[i] : BigInteger.ZERO);
      }
      if (length > 0) {
        sum[0] = sum[0].negate();
        length++;
      }
      for (int p = 0; p < pivots; p++) {
        BigInteger cell = cells.get(h, p);
        if (cell.signum() != 0) {
          sum[p] = sum[p].add(cell);
          length = Math.max(length, p + 1);
        }
      }
    }
    shift(sum, length);
    return sum;
  }

  /** From powers of y = 1 + x to powers of x, in place. */
  private static void shift(BigInteger[] coefficients, int length) {
    for (int i = 0; i < length - 1; i++) {
      for (int j = length - 2; j >= i; j--) {
        coefficients[j] = coefficients[j].add(coefficients[j + 1]);
      }
    }
  }
}
