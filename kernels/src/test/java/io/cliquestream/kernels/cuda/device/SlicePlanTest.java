package io.cliquestream.kernels.cuda.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.cuda.driver.DevicePolicy;
import org.junit.jupiter.api.Test;

final class SlicePlanTest {
  private static final double SLICE = DevicePolicy.DEFAULT.sliceTime().toNanos();

  @Test
  void aSliceTakesAboutThePolicysTime() {
    assertThat(SlicePlan.slicesFor(0, DevicePolicy.DEFAULT)).isOne();
    assertThat(SlicePlan.slicesFor(SLICE, DevicePolicy.DEFAULT)).isOne();
    assertThat(SlicePlan.slicesFor(10.5 * SLICE, DevicePolicy.DEFAULT)).isEqualTo(11);
  }

  @Test
  void theNumberOfSlicesIsBounded() {
    assertThat(SlicePlan.slicesFor(Double.MAX_VALUE, DevicePolicy.DEFAULT)).isEqualTo(1 << 16);
    assertThatThrownBy(() -> new SlicePlan(0, 1, null, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
