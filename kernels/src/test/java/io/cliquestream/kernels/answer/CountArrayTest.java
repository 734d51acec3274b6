package io.cliquestream.kernels.answer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
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
}
