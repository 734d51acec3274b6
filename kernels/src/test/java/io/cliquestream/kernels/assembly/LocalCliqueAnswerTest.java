package io.cliquestream.kernels.assembly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.answer.CountArray;
import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.job.KCliqueCount;
import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LocalCliqueAnswerTest {
  private static final int EDGES = 100_003;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void theTotalIsExactWhereCountsAndTheirSumPass64Bits(int threads) {
    for (int bits : new int[] {0, 1, 40, 63, 64, 130}) {
      Random random = new Random(bits);
      CountArray counts = new CountArray(EDGES);
      BigInteger sum = BigInteger.ZERO;
      for (int i = 1; i < EDGES; i++) {
        BigInteger count = new BigInteger(random.nextInt(bits + 1), random);
        counts.set(i, count);
        sum = sum.add(count);
      }
      // The first one makes it a multiple of the three edges of a triangle.
      BigInteger missing = sum.negate().mod(BigInteger.valueOf(3));
      counts.set(0, missing);
      BigInteger total = sum.add(missing).divide(BigInteger.valueOf(3));

      var answer =
          LocalCliqueAnswer.of(
              KCliqueCount.local(3, false, true), null, counts, new Parallelism(threads));

      assertThat(answer.counts()).as("seed %d", bits).containsEntry(3, total);
      counts.set(0, missing.add(BigInteger.ONE));
      assertThatThrownBy(
              () ->
                  LocalCliqueAnswer.of(
                      KCliqueCount.local(3, false, true), null, counts, new Parallelism(threads)))
          .isInstanceOf(ComputeException.class)
          .hasMessageContaining("multiple of 3");
    }
  }
}
