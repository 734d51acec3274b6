package io.cliquestream.kernels.cuda.device;

import io.cliquestream.kernels.cuda.driver.DevicePointer;
import io.cliquestream.kernels.cuda.driver.HostCopy;
import io.cliquestream.kernels.cuda.driver.HostPointer;
import java.lang.foreign.MemorySegment;
import jcuda.driver.JCudaDriver;

/**
 * Copies between host and device on one lane.
 *
 * <p>Pageable memory goes through up to two staging slabs: while the device reads one, the thread
 * fills the other.
 */
record LaneTransfers(Lane lane, CudaDevice device) {
  void upload(MemorySegment source, long target) {
    long bytes = source.byteSize();
    if (bytes == 0) {
      return;
    }
    if (device.isPinned(source)) {
      toDevice(target, source);
      return;
    }
    try (SlabPair slabs = new SlabPair(lane, device.staging())) {
      for (long start = 0; start < bytes; start += slabs.bytes()) {
        long length = Math.min(slabs.bytes(), bytes - start);
        MemorySegment slab = slabs.next().asSlice(0, length);
        HostCopy.copy(source.asSlice(start, length), slab);
        toDevice(target + start, slab);
        slabs.mark();
      }
    }
  }

  void download(long source, MemorySegment target) {
    long bytes = target.byteSize();
    if (bytes == 0) {
      return;
    }
    if (device.isPinned(target)) {
      toHost(target, source);
      return;
    }
    try (SlabPair slabs = new SlabPair(lane, device.staging())) {
      for (long start = 0; start < bytes; start += slabs.bytes()) {
        long length = Math.min(slabs.bytes(), bytes - start);
        MemorySegment slab = slabs.next().asSlice(0, length);
        toHost(slab, source + start);
        slabs.mark(slab, target.asSlice(start, length));
      }
      slabs.finish();
    }
  }

  private void toDevice(long target, MemorySegment source) {
    lane.enqueuing();
    lane.check(
        "cuMemcpyHtoDAsync of " + source.byteSize() + " bytes",
        JCudaDriver.cuMemcpyHtoDAsync(
            new DevicePointer(target), new HostPointer(source), source.byteSize(), lane.handle()));
  }

  private void toHost(MemorySegment target, long source) {
    lane.enqueuing();
    lane.check(
        "cuMemcpyDtoHAsync of " + target.byteSize() + " bytes",
        JCudaDriver.cuMemcpyDtoHAsync(
            new HostPointer(target), new DevicePointer(source), target.byteSize(), lane.handle()));
  }
}
