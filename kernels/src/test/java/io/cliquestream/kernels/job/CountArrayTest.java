package io.cliquestream.kernels.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.answer.CountArray;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;

final class CountArrayTest {
  @Test
  void keepsCountsOfAnySizeExactly() {
    CountArray counts = new CountArray(3);
    BigInteger huge = BigInteger.ONE.shiftLeft(200).add(BigInteger.TEN);
    counts.set(0, Long.MAX_VALUE);
    counts.set(1, huge);

    counts.add(0, BigInteger.ONE);
    counts.add(1, BigInteger.ONE);
    counts.add(2, BigInteger.TWO);

    assertThat(counts.get(0)).isEqualTo(BigInteger.ONE.shiftLeft(63));
    assertThat(counts.get(1)).isEqualTo(huge.add(BigInteger.ONE));
    assertThat(counts.get(2)).isEqualTo(BigInteger.TWO);
  }

  @Test
  void refusesNegativeCounts() {
    CountArray counts = new CountArray(1);

    assertThatThrownBy(() -> counts.set(0, -1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> counts.set(0, BigInteger.ONE.negate()))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
