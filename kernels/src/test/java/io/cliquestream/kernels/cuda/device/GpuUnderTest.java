package io.cliquestream.kernels.cuda.device;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cliquestream.kernels.cuda.CudaInstallation;
import io.cliquestream.kernels.cuda.driver.DeviceDescription;
import io.cliquestream.kernels.cuda.driver.DevicePolicy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The GPU and the test kernels, where there are any. */
public final class GpuUnderTest {
  /** File made by the test kernels' build script: runtime_kernels.fatbin. */
  public static final String KERNELS = "cliquestream.cuda.test.kernels";

  private GpuUnderTest() {}

  /** The first GPU; without one the test is skipped and says why. */
  public static DeviceDescription firstDevice() {
    CudaInstallation found = CudaInstallation.find();
    assumeTrue(found.problem().isEmpty(), () -> found.problem().orElseThrow());
    return found.devices().getFirst();
  }

  public static CudaDevice open(DevicePolicy policy) {
    return CudaDevice.open(firstDevice(), policy);
  }

  /** The image with the test kernels; without one the test is skipped and says why. */
  public static byte[] kernels() {
    String file = System.getProperty(KERNELS, "");
    assumeTrue(
        !file.isEmpty() && Files.exists(Path.of(file)),
        "no test kernels: set " + KERNELS + " to runtime_kernels.fatbin");
    try {
      return Files.readAllBytes(Path.of(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
