package io.cliquestream.kernels.cuda.device;

import io.cliquestream.kernels.cuda.driver.DevicePointer;
import io.cliquestream.kernels.cuda.driver.HostPointer;
import java.lang.foreign.MemorySegment;
import jcuda.driver.JCudaDriver;

/**
 * Off-heap memory that is page-locked, so that the device copies from and to it by itself.
 *
 * <p>The memory is the caller's own and only registered with the driver: when a fault takes the
 * context away, the lock goes and the memory stays, so that no address ever dangles.
 */
public final class PinnedMemory implements AutoCloseable {
  private final CudaDevice device;
  private final MemorySegment segment;
  private boolean closed;

  PinnedMemory(CudaDevice device, MemorySegment segment) {
    this.device = device;
    this.segment = segment;
    device.inContext(
        "cuMemHostRegister",
        () ->
            JCudaDriver.cuMemHostRegister(
                new HostPointer(segment),
                segment.byteSize(),
                JCudaDriver.CU_MEMHOSTREGISTER_PORTABLE
                    | JCudaDriver.CU_MEMHOSTREGISTER_DEVICEMAP));
  }

  /** The memory. */
  public MemorySegment segment() {
    return segment;
  }

  boolean covers(MemorySegment other) {
    long start = segment.address();
    return other.address() >= start
        && other.address() + other.byteSize() <= start + segment.byteSize();
  }

  /** The address kernels use for this memory: the same one, since addressing is unified. */
  DevicePointer deviceAddress(long offset) {
    return new DevicePointer(segment.address() + offset);
  }

  /** Unlocks the memory; no copy may be under way. */
  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      device.unpin(this);
    }
  }

  int unregister() {
    return JCudaDriver.cuMemHostUnregister(new HostPointer(segment));
  }
}
