package io.cliquestream.kernels.change.rows;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.control.Parallelism;
import java.util.Arrays;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

/** Any values, with any number of threads, are sorted as the JDK sorts them. */
final class LongSorterTest {
  private static final int[] LENGTHS = {0, 1, 199, 200, 5_000, 32_767, 32_768, 100_001};

  private static void sorts(LongUnaryOperator value) {
    for (int length : LENGTHS) {
      for (int threads : new int[] {1, 2, 3, 8}) {
        long[] values = new long[length];
        Arrays.setAll(values, value::applyAsLong);
        long[] wanted = values.clone();
        Arrays.sort(wanted);
        LongSorter.sort(values, new Parallelism(threads));
        assertThat(values).as(length + " values, " + threads + " threads").isEqualTo(wanted);
      }
    }
  }

  @Test
  void evenValues() {
    Random random = new Random(1);
    sorts(_ -> random.nextLong() >>> 1);
  }

  @Test
  void valuesOfFewSlots() {
    Random random = new Random(2);
    sorts(_ -> (long) (20 * Math.pow(random.nextDouble(), 6)) << 32 | random.nextInt(1 << 20));
  }

  @Test
  void equalValuesAndValuesInOrder() {
    sorts(_ -> 7);
    sorts(i -> i / 3);
    sorts(i -> Long.MAX_VALUE - i);
  }
}
