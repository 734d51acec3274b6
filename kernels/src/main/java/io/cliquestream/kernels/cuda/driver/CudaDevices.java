package io.cliquestream.kernels.cuda.driver;

import static jcuda.driver.CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR;
import static jcuda.driver.CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR;
import static jcuda.driver.CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT;
import static jcuda.driver.CUresult.CUDA_ERROR_NO_DEVICE;
import static jcuda.driver.CUresult.CUDA_SUCCESS;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import jcuda.driver.CUdevice;
import jcuda.driver.JCudaDriver;

/** Looks for GPUs. On a machine without GPU or driver it says so and throws nothing. */
public final class CudaDevices {
  /**
   * The oldest driver that runs what a CUDA 12 toolkit built: within a major version any driver of
   * that version will do. A library built by a later major version needs that version's driver.
   */
  public static final int OLDEST_DRIVER = 12000;

  private static final int NAME_LENGTH = 256;

  private CudaDevices() {}

  /**
   * Looks for GPUs.
   *
   * @param loader makes JCuda's native library available
   * @param neededDriver the oldest CUDA version a driver must support, 13000 for 13.0
   * @param lanes usual lanes of the device that will be opened; the first survey of a process
   *     settles the driver's hardware queues
   */
  public static DeviceSurvey survey(JCudaLoader loader, int neededDriver, int lanes) {
    var driver = DriverLibrary.find().orElse(null);
    if (driver == null) {
      return DeviceSurvey.none("no NVIDIA driver was found (libcuda.so.1)");
    }
    int version = driver.version();
    if (version < neededDriver) {
      return DeviceSurvey.none(
          "the NVIDIA driver supports CUDA "
              + DeviceSurvey.versionText(version)
              + ", but CUDA "
              + DeviceSurvey.versionText(neededDriver)
              + " is needed: update the driver");
    }
    int status = driver.init(DevicePolicy.hardwareQueues(lanes), lanes > 1);
    if (status != CUDA_SUCCESS) {
      return DeviceSurvey.none(
          status == CUDA_ERROR_NO_DEVICE
              ? "the NVIDIA driver is there, but it sees no GPU"
              : "the NVIDIA driver cannot be used: " + CudaStatus.message("cuInit", status));
    }
    try {
      loader.load();
      JCudaDriver.setExceptionsEnabled(false);
      CudaStatus.check("cuInit", JCudaDriver.cuInit(0));
    } catch (LinkageError e) {
      return DeviceSurvey.none("JCuda's native library cannot be loaded: " + e.getMessage());
    }
    return describeAll(version);
  }

  private static DeviceSurvey describeAll(int version) {
    int[] count = new int[1];
    CudaStatus.check("cuDeviceGetCount", JCudaDriver.cuDeviceGetCount(count));
    List<DeviceDescription> devices = new ArrayList<>();
    for (int ordinal = 0; ordinal < count[0]; ordinal++) {
      devices.add(describe(ordinal, version));
    }
    return devices.isEmpty()
        ? DeviceSurvey.none("the NVIDIA driver is there, but it sees no GPU")
        : new DeviceSurvey(devices, Optional.empty());
  }

  private static DeviceDescription describe(int ordinal, int version) {
    CUdevice device = new CUdevice();
    CudaStatus.check("cuDeviceGet", JCudaDriver.cuDeviceGet(device, ordinal));
    byte[] name = new byte[NAME_LENGTH];
    CudaStatus.check("cuDeviceGetName", JCudaDriver.cuDeviceGetName(name, name.length, device));
    long[] memory = new long[1];
    CudaStatus.check("cuDeviceTotalMem", JCudaDriver.cuDeviceTotalMem(memory, device));
    return new DeviceDescription(
        ordinal,
        text(name),
        attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device),
        attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device),
        attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device),
        memory[0],
        version);
  }

  private static String text(byte[] zeroTerminated) {
    int length = 0;
    while (length < zeroTerminated.length && zeroTerminated[length] != 0) {
      length++;
    }
    return new String(zeroTerminated, 0, length, StandardCharsets.UTF_8);
  }

  private static int attribute(int attribute, CUdevice device) {
    int[] value = new int[1];
    CudaStatus.check(
        "cuDeviceGetAttribute", JCudaDriver.cuDeviceGetAttribute(value, attribute, device));
    return value[0];
  }
}
