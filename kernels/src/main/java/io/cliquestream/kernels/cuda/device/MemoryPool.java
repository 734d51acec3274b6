package io.cliquestream.kernels.cuda.device;

import static jcuda.driver.CUmemAllocationType.CU_MEM_ALLOCATION_TYPE_PINNED;
import static jcuda.driver.CUmemLocationType.CU_MEM_LOCATION_TYPE_DEVICE;

import io.cliquestream.kernels.cuda.driver.DevicePointer;
import io.cliquestream.kernels.cuda.driver.DeviceState;
import io.cliquestream.kernels.cuda.driver.DriverLibrary;
import io.cliquestream.kernels.cuda.driver.NativeStream;
import jcuda.Pointer;
import jcuda.driver.CUmemLocation;
import jcuda.driver.CUmemPoolProps;
import jcuda.driver.CUmemoryPool;
import jcuda.driver.CUresult;
import jcuda.driver.CUstream_flags;
import jcuda.driver.JCudaDriver;

/**
 * The stream-ordered pool of a device. It keeps all memory it ever got from the driver until it is
 * trimmed. The budget is not checked here: {@link
 * io.cliquestream.kernels.cuda.admission.MemoryAdmission} does.
 */
final class MemoryPool {
  /** CU_MEMPOOL_ATTR_RELEASE_THRESHOLD; JCuda lacks the call that sets it. */
  private static final int RELEASE_THRESHOLD = 4;

  private static final long KEEP_ALL = -1L;

  private final CudaDevice device;
  private final PoolHandle pool = new PoolHandle();

  /** For resident memory, which belongs to no lane. */
  private final NativeStream stream = new NativeStream();

  private static final class PoolHandle extends CUmemoryPool {
    long address() {
      return getNativePointer();
    }
  }

  MemoryPool(CudaDevice device) {
    this.device = device;
    CUmemPoolProps properties = new CUmemPoolProps();
    properties.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.location =
        new CUmemLocation(CU_MEM_LOCATION_TYPE_DEVICE, device.description().ordinal());
    properties.win32SecurityAttributes = new Pointer();
    device.inContext("cuMemPoolCreate", () -> JCudaDriver.cuMemPoolCreate(pool, properties));
    DriverLibrary driver = DriverLibrary.find().orElseThrow();
    device.inContext(
        "cuMemPoolSetAttribute",
        () -> driver.setPoolAttribute(pool.address(), RELEASE_THRESHOLD, KEEP_ALL));
    device.inContext(
        "cuStreamCreate",
        () -> JCudaDriver.cuStreamCreate(stream, CUstream_flags.CU_STREAM_NON_BLOCKING));
  }

  /** Memory that is valid for work that follows on the lane's stream. */
  DevicePointer allocate(Lane lane, long bytes) {
    DevicePointer pointer = new DevicePointer();
    int status = allocate(pointer, bytes, lane.handle());
    if (status == CUresult.CUDA_ERROR_OUT_OF_MEMORY) {
      // What other streams freed is reusable once they got there, and what lies in pieces can be
      // given back and had again in one.
      trim();
      status = allocate(pointer, bytes, lane.handle());
    }
    lane.check("cuMemAllocFromPoolAsync of " + bytes + " bytes", status);
    return pointer;
  }

  private int allocate(DevicePointer pointer, long bytes, NativeStream on) {
    return JCudaDriver.cuMemAllocFromPoolAsync(pointer, Math.max(bytes, 1), pool, on);
  }

  void free(DevicePointer pointer) {
    if (device.state() != DeviceState.FAULTED) {
      device.inContext("cuMemFreeAsync", () -> JCudaDriver.cuMemFreeAsync(pointer, stream));
    }
  }

  void trim() {
    device.inContext("cuStreamSynchronize", () -> JCudaDriver.cuStreamSynchronize(stream));
    device.inContext("cuMemPoolTrimTo", () -> JCudaDriver.cuMemPoolTrimTo(pool, 0));
  }

  void close() {
    device.inContext("cuStreamSynchronize", () -> JCudaDriver.cuStreamSynchronize(stream));
    device.inContext("cuStreamDestroy", () -> JCudaDriver.cuStreamDestroy(stream));
    device.inContext("cuMemPoolDestroy", () -> JCudaDriver.cuMemPoolDestroy(pool));
  }
}
