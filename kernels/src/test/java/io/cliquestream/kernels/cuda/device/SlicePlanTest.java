package io.cliquestream.kernels.cuda.device;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class SlicePlanTest {
  @Test
  void theNumberOfSlicesIsBounded() {
    assertThatThrownBy(() -> new SlicePlan(0, 1, null, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new SlicePlan((1 << 16) + 1, 1, null, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
