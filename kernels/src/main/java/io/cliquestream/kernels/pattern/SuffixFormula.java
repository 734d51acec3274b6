package io.cliquestream.kernels.pattern;

import io.cliquestream.kernels.job.Pattern;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The number of ways to pick distinct vertices for some pattern vertices that are pairwise not
 * adjacent, from their candidate sets: inclusion and exclusion over which of them coincide. For
 * sets S₁ … S_s it is the sum over all partitions of 1 … s into blocks B of the product of
 * (-1)^(|B|-1)·(|B|-1)!·|∩ of the S_i with i in B|.
 */
final class SuffixFormula {
  /** Most sets: all vertices of a pattern but one. */
  private static final int MOST = Pattern.MAXIMUM_VERTICES - 1;

  /** By number of sets, made when first asked for. */
  private static final AtomicReferenceArray<Map<List<Integer>, Long>> MADE =
      new AtomicReferenceArray<>(MOST + 1);

  private SuffixFormula() {}

  /**
   * The formula's products.
   *
   * @param members number of sets, 1 to 7
   * @return the coefficient of each list of blocks; a block is a bit set of members; not to be
   *     changed
   */
  static Map<List<Integer>, Long> partitions(int members) {
    Map<List<Integer>, Long> products = MADE.get(members);
    if (products == null) {
      products = new LinkedHashMap<>();
      split((1 << members) - 1, new ArrayList<>(), 1, products);
      products = Collections.unmodifiableMap(products);
      MADE.set(members, products);
    }
    return products;
  }

  private static void split(
      int rest, List<Integer> blocks, long coefficient, Map<List<Integer>, Long> products) {
    if (rest == 0) {
      products.merge(List.copyOf(blocks), coefficient, Long::sum);
      return;
    }
    int first = Integer.lowestOneBit(rest);
    int others = rest & ~first;
    // Every block that holds the first member left.
    for (int subset = others; ; subset = (subset - 1) & others) {
      blocks.add(first | subset);
      split(others & ~subset, blocks, coefficient * blockSign(Integer.bitCount(subset)), products);
      blocks.removeLast();
      if (subset == 0) {
        return;
      }
    }
  }

  /** (-1)^n · n!. */
  private static long blockSign(int n) {
    long sign = 1;
    for (int i = 1; i <= n; i++) {
      sign *= -i;
    }
    return sign;
  }
}
