package io.cliquestream.kernels.cuda.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cliquestream.kernels.cuda.CudaInstallation;
import io.cliquestream.kernels.cuda.device.CudaDevice;
import io.cliquestream.kernels.cuda.driver.DevicePolicy;
import io.cliquestream.kernels.failure.ComputeException;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class DeviceProbeTest {
  @Test
  void theHostExpectsTheSumOfTheFirstNumbers() {
    // Published first numbers of the generator for this seed.
    long[] known = {
      6457827717110365317L,
      3203168211198807973L,
      Long.parseUnsignedLong("9817491932198370423"),
      4593380528125082431L,
      Long.parseUnsignedLong("16408922859458223821")
    };
    assertThat(DeviceProbe.expectedSum(1234567, known.length))
        .isEqualTo(LongStream.of(known).sum());
    assertThat(DeviceProbe.expectedSum(1, 0)).isZero();
  }

  @Test
  @Tag("gpu")
  void theDeviceGivesTheHostsSumAndAnImageThatIsNoneIsRefused() {
    CudaInstallation installation = CudaInstallation.find();
    assumeTrue(installation.problem().isEmpty(), () -> installation.problem().orElseThrow());
    var random = new SplittableRandom(5);
    try (CudaDevice device =
        CudaDevice.open(installation.devices().getFirst(), DevicePolicy.DEFAULT)) {
      var probe = new DeviceProbe(device, installation.fatbin());
      for (int i = 0; i < 100; i++) {
        probe.run(random.nextLong());
      }
      byte[] noImage = "no image".getBytes(StandardCharsets.UTF_8);
      assertThatThrownBy(() -> new DeviceProbe(device, noImage))
          .isInstanceOf(ComputeException.class);
    }
  }
}
