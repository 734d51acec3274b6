package io.cliquestream.cli.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class DeviceWatchTest {
  @Test
  void useOfAGpuWasReportedAsZeroOnceItsMetricsHadALabel() {
    String metrics =
        """
        # TYPE cliquestream_device_memory_budget_bytes gauge
        cliquestream_device_memory_budget_bytes{device="0"} 1000.0
        cliquestream_device_memory_budget_bytes{device="1"} 4.0E3
        # TYPE cliquestream_device_memory_peak_bytes gauge
        cliquestream_device_memory_peak_bytes{device="0"} 20.0
        cliquestream_device_memory_peak_bytes{device="1"} 1.2E2
        """;
    assertThat(DeviceWatch.peakShare(metrics)).isCloseTo(0.03, within(1e-12));
  }

  @Test
  void metricsWithoutLabelsAreReadToo() {
    assertThat(
            DeviceWatch.peakShare(
                """
                cliquestream_device_memory_budget_bytes 200.0
                cliquestream_device_memory_peak_bytes 50.0
                """))
        .isCloseTo(0.25, within(1e-12));
    assertThat(DeviceWatch.peakShare("")).isZero();
  }
}
