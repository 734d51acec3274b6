package io.cliquestream.kernels.cuda.kclique;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Needs no device. */
final class DeviceCliquePolicyTest {
  private static final double SECOND = 1e9;

  private static double sliceSeconds(double seconds) {
    return seconds / DeviceCliquePolicy.slices(seconds * SECOND);
  }

  @Test
  void aCountOfHoursHadLaunchesOfTenSeconds() {
    assertThat(sliceSeconds(3 * 3600)).isLessThanOrEqualTo(4);
    assertThat(sliceSeconds(600)).isLessThanOrEqualTo(4);
    // Beyond the most launches they get longer all the same.
    assertThat(DeviceCliquePolicy.slices(1e6 * SECOND)).isEqualTo(1 << 16);
    assertThat(DeviceCliquePolicy.slices(Double.POSITIVE_INFINITY)).isEqualTo(1 << 16);
  }

  @Test
  void shortCountsAreCutIntoLaunchesOfFortyMilliseconds() {
    assertThat(DeviceCliquePolicy.slices(0)).isEqualTo(1);
    assertThat(sliceSeconds(1)).isEqualTo(0.04);
    // Not into more than it takes for other lanes to get in between.
    assertThat(DeviceCliquePolicy.slices(100 * SECOND)).isEqualTo(1024);
  }
}
