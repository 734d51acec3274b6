package io.cliquestream.kernels.cpu.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.job.CliqueEstimate;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class SortedDrawsTest {
  @Test
  void everyDrawFallsSomewhere() {
    var draws = new SortedDraws(10_000, 10, 1, new StopMeter(() -> {}));
    long taken = 0;
    for (int i = 0; i < 10; i++) {
      long own = draws.on(1);
      assertThat(own).isBetween(800L, 1_200L);
      taken += own;
    }
    assertThat(taken + draws.left()).isEqualTo(10_000);
  }

  @Test
  void aBillionDrawsOnOneRootOnceHeardNoCancel() {
    var asked = new AtomicInteger();
    var meter =
        new StopMeter(
            () -> {
              if (asked.incrementAndGet() == 3) {
                throw new CancellationException();
              }
            });
    var draws = new SortedDraws(CliqueEstimate.MAXIMUM_SAMPLES, 1, 1, meter);
    assertThatThrownBy(() -> draws.on(1)).isInstanceOf(CancellationException.class);
    assertThat(draws.left()).isGreaterThan(CliqueEstimate.MAXIMUM_SAMPLES / 2);
  }
}
