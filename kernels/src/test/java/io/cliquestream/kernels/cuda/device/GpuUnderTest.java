package io.cliquestream.kernels.cuda.device;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The GPU and the test kernels, where there are any. */
final class GpuUnderTest {
  /** File made by the test kernels' build script: runtime_kernels.fatbin. */
  static final String KERNELS = "cliquestream.cuda.test.kernels";

  private GpuUnderTest() {}

  /** The first GPU; without one the test is skipped and says why. */
  static DeviceDescription firstDevice() {
    DeviceSurvey survey = CudaDevices.survey();
    assumeTrue(survey.problem().isEmpty(), () -> survey.problem().orElseThrow());
    return survey.devices().getFirst();
  }

  static CudaDevice open(DevicePolicy policy) {
    return CudaDevice.open(firstDevice(), policy);
  }

  /** The image with the test kernels; without one the test is skipped and says why. */
  static byte[] kernels() {
    String file = System.getProperty(KERNELS, "");
    assumeTrue(!file.isEmpty(), "no test kernels: set " + KERNELS + " to runtime_kernels.fatbin");
    try {
      return Files.readAllBytes(Path.of(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
