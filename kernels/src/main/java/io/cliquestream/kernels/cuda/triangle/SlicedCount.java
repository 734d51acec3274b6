package io.cliquestream.kernels.cuda.triangle;

import io.cliquestream.kernels.cuda.device.DeviceMemory;
import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.device.SlicePlan;
import io.cliquestream.kernels.cuda.device.SlicedRun;
import io.cliquestream.kernels.cuda.graph.Completion;
import io.cliquestream.kernels.cuda.graph.LaneCalls;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.cuda.library.NativeRecord;
import io.cliquestream.kernels.cuda.share.Share;
import io.cliquestream.kernels.cuda.share.SharePolicy;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Runs a kernel slice by slice on a lane and brings the sum back, once it is proven whole. */
public final class SlicedCount {
  private SlicedCount() {}

  /**
   * The triangles that the slices of a share add up to; a count of a graph that fits a device fits
   * 63 bits.
   *
   * @throws io.cliquestream.kernels.failure.ComputeException INTERNAL when not all work was done
   */
  public static long run(
      Lane lane, CudaLibrary library, int slices, TriangleKernel kernel, Share share) {
    NativeRecord slice = library.allocate("cs_slice", Arena.ofAuto()).set("stop", lane.stopWord());
    MemorySegment pinned = lane.host(Long.BYTES);
    try (DeviceMemory counter = lane.allocate(Long.BYTES);
        Completion completion = new Completion(lane, library)) {
      lane.fill(counter, (byte) 0);
      slice.set("done", completion.done().address());
      completion.begin();
      if (!kernel.countsUnitsLate()) {
        completion.units(units -> kernel.units(lane, units));
      }
      SlicedRun.run(
          lane,
          new SlicePlan(slices, slices, null, 0),
          share.devices() > 1 ? SharePolicy.AHEAD : lane.device().policy().slicesInFlight(),
          () -> share.take(0, slices),
          (index, count, _) -> {
            slice.set("index", index).set("count", count);
            LaneCalls.enqueue(lane, () -> kernel.enqueue(lane, slice, counter.address()));
            if (kernel.countsUnitsLate()) {
              completion.units(units -> kernel.units(lane, units));
            }
          });
      lane.download(counter, 0, pinned);
      completion.prove(share, 0);
      return pinned.get(ValueLayout.JAVA_LONG, 0);
    }
  }
}
