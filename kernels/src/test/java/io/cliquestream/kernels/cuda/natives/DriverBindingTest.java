package io.cliquestream.kernels.cuda.natives;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.cuda.natives.NativesSearch.Found;
import java.lang.foreign.Arena;
import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** On a GPU host: both libraries load, side by side, and the driver sees a device. */
@Tag("gpu")
final class DriverBindingTest {
  @Test
  void theDriverAnswersThroughTheVerifiedBinding() {
    var search = CudaNatives.locate();
    assertThat(search).isInstanceOf(Found.class);
    var libraries = ((Found) search).libraries();
    libraries.loadDriverBinding();
    libraries.loadDriverBinding();
    assertThat(JCudaDriver.cuInit(0)).isEqualTo(CUresult.CUDA_SUCCESS);
    var devices = new int[1];
    assertThat(JCudaDriver.cuDeviceGetCount(devices)).isEqualTo(CUresult.CUDA_SUCCESS);
    assertThat(devices[0]).isPositive();
    try (Arena arena = Arena.ofConfined()) {
      assertThat(libraries.openLibrary(arena).find("cs_wedge_count")).isPresent();
    }
  }
}
