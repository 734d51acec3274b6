package io.cliquestream.kernels.answer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class CountArrayTest {
  private static final BigInteger LARGE = BigInteger.ONE.shiftLeft(63);

  @Test
  void countsThatFollowEachOtherGoInAndComeOut() {
    CountArray counts = new CountArray(6);
    counts.setAll(1, new long[] {5, Long.MAX_VALUE, 7, 9}, 3);
    counts.set(4, LARGE);

    long[] values = {-7, -7, -7, -7, -7, -7, -7};
    counts.getAll(0, values, 6);

    assertThat(values).containsExactly(0, 5, Long.MAX_VALUE, 7, -1, 0, -7);
    assertThat(counts.get(4)).isEqualTo(LARGE);
    assertThat(counts.get(2)).isEqualTo(LARGE.subtract(BigInteger.ONE));
  }

  @Test
  void aNegativeCountIsRefusedAndNothingIsSet() {
    CountArray counts = new CountArray(3);

    assertThatThrownBy(() -> counts.setAll(0, new long[] {1, -1, 2}, 3))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(counts.get(0)).isZero();
  }

  @Test
  void countsThatGrowPastSixtyThreeBitsAreAddedExactly() {
    int size = 10_000; // of which some blocks hold large counts, and some do not
    CountArray sums = new CountArray(size);
    CountArray more = new CountArray(size);
    BigInteger[] wanted = new BigInteger[size];
    Random random = new Random(5);
    for (int i = 0; i < size; i++) {
      int bits = i < 5_000 ? 40 : 62 + random.nextInt(3) * random.nextInt(20);
      BigInteger first = new BigInteger(bits, random);
      BigInteger second = new BigInteger(bits, random);
      sums.set(i, first);
      more.set(i, second);
      wanted[i] = first.add(second);
    }

    sums.addAll(more);

    for (int i = 0; i < size; i++) {
      assertThat(sums.get(i)).isEqualTo(wanted[i]);
    }
    assertThatThrownBy(() -> sums.addAll(new CountArray(size - 1)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
