package io.cliquestream.kernels.cuda.kclique;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class CliqueSizesTest {
  @Test
  void countsBySizeAreTheSumOfBinomialsOverAllLeaves() {
    for (int seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      int held = 1 + random.nextInt(9);
      int pivots = 1 + random.nextInt(9);
      BigInteger[][] cells = new BigInteger[held][pivots];
      for (BigInteger[] row : cells) {
        for (int p = 0; p < pivots; p++) {
          row[p] = random.nextInt(3) == 0 ? BigInteger.ZERO : new BigInteger(128, random);
        }
      }
      BigInteger[] found = CountedSizes.of(held, pivots, (h, p) -> cells[h][p]);
      for (int k = 0; k < held + pivots; k++) {
        BigInteger expected = BigInteger.ZERO;
        for (int h = 0; h < held; h++) {
          for (int p = 0; p < pivots; p++) {
            expected = expected.add(cells[h][p].multiply(choose(p, k - h)));
          }
        }
        assertThat(found[k]).as("seed %d, k %d", seed, k).isEqualTo(expected);
      }
    }
  }

  private static BigInteger choose(int n, int j) {
    if (j < 0 || j > n) {
      return BigInteger.ZERO;
    }
    BigInteger value = BigInteger.ONE;
    for (int i = 0; i < j; i++) {
      value = value.multiply(BigInteger.valueOf(n - i)).divide(BigInteger.valueOf(i + 1));
    }
    return value;
  }
}
