package io.cliquestream.kernels.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.TriangleCount;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which jobs break a device on purpose; that they do is shown by campaigns on one. */
final class FaultInjectionTest {
  @Test
  void nothingIsBrokenWithoutTheProperty() {
    assertThat(FaultInjection.size(null)).isEmpty();
    assertThat(FaultInjection.size("61")).contains(61);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "-1", "many"})
  void aWrongPropertyIsRefused(String value) {
    assertThatThrownBy(() -> FaultInjection.size(value))
        .isInstanceOf(ComputeException.class)
        .hasMessageContaining(FaultInjection.PROPERTY);
  }

  @Test
  void onlyCountsOfThatSizeAloneAreMeant() {
    assertThat(FaultInjection.isFor(61, KCliqueCount.range(61, 61))).isTrue();
    assertThat(FaultInjection.isFor(61, KCliqueCount.range(3, 61))).isFalse();
    assertThat(FaultInjection.isFor(61, KCliqueCount.all())).isFalse();
    assertThat(FaultInjection.isFor(3, TriangleCount.total())).isFalse();
  }
}
