package io.cliquestream.kernels.cuda.device;

import io.cliquestream.kernels.cuda.driver.DeviceFunction;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import jcuda.driver.CUfunction;
import jcuda.driver.CUmodule;
import jcuda.driver.JCudaDriver;

/** Kernels loaded from a fatbin, cubin or PTX image. Lives as long as its device. */
public final class DeviceModule {
  private final CudaDevice device;
  private final CUmodule module;
  private final Map<String, DeviceFunction> functions = new HashMap<>();

  DeviceModule(CudaDevice device, byte[] image) {
    this.device = device;
    this.module = new CUmodule();
    byte[] terminated = Arrays.copyOf(image, image.length + 1); // PTX must end with a zero
    device.inContext("cuModuleLoadData", () -> JCudaDriver.cuModuleLoadData(module, terminated));
  }

  /**
   * A kernel by its plain ({@code extern "C"}) name.
   *
   * @throws io.cliquestream.kernels.failure.ComputeException INTERNAL when there is none
   */
  public synchronized DeviceFunction function(String name) {
    return functions.computeIfAbsent(
        name,
        key -> {
          DeviceFunction function = new DeviceFunction(key, new CUfunction());
          device.inContext(
              "cuModuleGetFunction " + key,
              () -> JCudaDriver.cuModuleGetFunction(function.handle(), module, key));
          return function;
        });
  }
}
