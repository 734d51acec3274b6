package io.cliquestream.kernels.cuda.triangle;

import io.cliquestream.kernels.cuda.device.DeviceMemory;
import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.device.SlicePlan;
import io.cliquestream.kernels.cuda.device.SlicedRun;
import io.cliquestream.kernels.cuda.graph.LaneCalls;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.cuda.library.NativeRecord;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Runs a kernel slice by slice on a lane and brings the sum back, which counts only if no block was
 * told to stop: the lane's stop word comes back behind the last slice, and is 0.
 */
final class SlicedCount {
  private SlicedCount() {}

  /**
   * The triangles that all slices add up to; a count of a graph that fits a device fits 63 bits.
   */
  static long run(Lane lane, CudaLibrary library, int slices, TriangleKernel kernel) {
    NativeRecord slice = library.allocate("cs_slice", Arena.ofAuto()).set("stop", lane.stopWord());
    MemorySegment pinned = lane.host(2 * Long.BYTES);
    try (DeviceMemory counter = lane.allocate(Long.BYTES)) {
      lane.fill(counter, (byte) 0);
      SlicedRun.run(
          lane,
          new SlicePlan(slices, slices, null, 0),
          (index, count) -> {
            slice.set("index", index).set("count", count);
            LaneCalls.enqueue(lane, () -> kernel.enqueue(lane, slice, counter.address()));
          });
      lane.download(counter, 0, pinned.asSlice(0, Long.BYTES));
      lane.downloadStopWord(pinned.asSlice(Long.BYTES, Integer.BYTES));
      lane.await();
      if (pinned.get(ValueLayout.JAVA_INT, Long.BYTES) != 0) {
        throw new ComputeException(
            FailureCode.INTERNAL, "a count on the device was told to stop and is not complete");
      }
      return pinned.get(ValueLayout.JAVA_LONG, 0);
    }
  }
}
