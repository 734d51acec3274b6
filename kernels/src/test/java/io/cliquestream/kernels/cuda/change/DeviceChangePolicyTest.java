package io.cliquestream.kernels.cuda.change;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Needs no device. */
final class DeviceChangePolicyTest {
  private static final DeviceChangePolicy DEFAULT = DeviceChangePolicy.DEFAULT;

  private static int mostChanges(long budget) {
    return DEFAULT.forBudget(budget).costs().mostChanges();
  }

  /** 2^20 changes at once took 245 MB of a graph on a GPU of 2 GB as on one of 141. */
  @ParameterizedTest
  @ValueSource(longs = {100L << 20, 1L << 30, 2L << 30, 7L << 30, 14L << 30, 70L << 30})
  void aGraphTookAsMuchForItsChangesOnASmallDeviceAsOnALargeOne(long budget) {
    assertThat(245L * mostChanges(budget)).isLessThanOrEqualTo(budget / DEFAULT.changeShare());
  }

  @ParameterizedTest
  @ValueSource(longs = {21L << 30, 70L << 30, 126L << 30, Long.MAX_VALUE})
  void aLargeDeviceTakesAllOfThemAtOnce(long budget) {
    assertThat(DEFAULT.forBudget(budget)).isEqualTo(DEFAULT);
  }

  @Test
  void fewerAreAppliedAtOnceWhereThereIsLessRoomAndNeverNextToNone() {
    assertThat(mostChanges(0)).isEqualTo(1 << 10);
    assertThat(mostChanges(100L << 20)).isEqualTo(1 << 12);
    assertThat(mostChanges(2L << 30)).isEqualTo(1 << 17);
    assertThat(mostChanges(7L << 30)).isEqualTo(1 << 18);
    assertThat(mostChanges(14L << 30)).isEqualTo(1 << 19);
  }

  @Test
  void aPolicyThatAsksForFewerKeepsThem() {
    assertThat(DEFAULT.withMostChanges(5).forBudget(70L << 30).costs().mostChanges()).isEqualTo(5);
  }
}
