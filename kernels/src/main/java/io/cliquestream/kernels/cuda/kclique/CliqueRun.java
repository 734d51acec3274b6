package io.cliquestream.kernels.cuda.kclique;

import io.cliquestream.kernels.cuda.device.DeviceMemory;
import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.device.PausableRun;
import io.cliquestream.kernels.cuda.device.SlicePlan;
import io.cliquestream.kernels.cuda.device.SlicedRun;
import io.cliquestream.kernels.cuda.device.TimeMark;
import io.cliquestream.kernels.cuda.graph.Completion;
import io.cliquestream.kernels.cuda.graph.LaneCalls;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.cuda.library.NativeRecord;
import io.cliquestream.kernels.cuda.share.Share;
import io.cliquestream.kernels.cuda.share.SharePolicy;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.function.IntSupplier;

/**
 * Counts by one kernel at a time in memory that is set aside: samples, and the whole, in launches
 * that pause when others want the device, or in slices. A slice is every so-manieth root (task), so
 * that each is a sample of the whole.
 */
public final class CliqueRun implements AutoCloseable {
  private final Lane lane;
  private final CudaLibrary library;
  private final DeviceMemory memory;
  private final Completion completion;
  private CliqueKernel bound;

  /** Takes so many bytes on the device. */
  public CliqueRun(Lane lane, CudaLibrary library, long bytes) {
    this.lane = lane;
    this.library = library;
    this.memory = lane.allocate(bytes);
    this.completion = new Completion(lane, library);
  }

  /**
   * A sample.
   *
   * @param every one of so many roots, or tasks, was counted
   * @param millis device time it took
   * @param ended whether it came to its end within the limit
   * @param cycles clock cycles of all warps, 0 where the kernel does not count them
   */
  record Sample(long every, double millis, boolean ended, double cycles) {}

  /** Counts one of so many roots, or tasks, for a limited time. */
  Sample sample(CliqueKernel kernel, long every, Duration limit) {
    start(kernel);
    NativeRecord slice = slice().set("index", every / 2).set("count", every);
    TimeMark before = lane.timeMark();
    kernel.enqueue(slice);
    TimeMark after = lane.timeMark();
    boolean ended = lane.await(limit);
    return new Sample(every, after.millisSince(before), ended, (double) totals().get("cycles"));
  }

  /**
   * Counts what a share gives of all, and adds to the progress of the lane's job.
   *
   * @param phase of the share
   * @throws io.cliquestream.kernels.control.StoppedException when the job was stopped; what {@link
   *     #tally} gives is partial then
   */
  CliqueTally count(CliqueKernel kernel, int slices, Share share, int phase) {
    start(kernel);
    NativeRecord slice = slice();
    boolean divided = share.devices() > 1;
    IntSupplier next = () -> share.take(phase, slices);
    if (kernel.isPausable()) {
      PausableRun.run(
          lane,
          new SlicePlan(slices, divided ? kernel.units() : 0, completion.done(), 0),
          !divided,
          new PausableRun.Counter(completion.done(), 0),
          next,
          (index, resumed) -> {
            slice.set("index", index).set("count", slices).set("resume", resumed ? 1 : 0);
            kernel.enqueue(slice.set("spared", lane.turn().spared()));
          });
    } else {
      SlicedRun.run(
          lane,
          divided
              ? new SlicePlan(slices, kernel.units(), null, 0, true)
              : new SlicePlan(slices, 0, completion.done(), 0, true),
          divided ? SharePolicy.AHEAD : lane.device().policy().slicesInFlight(),
          next,
          (index, count, parts) -> {
            slice.set("index", index).set("count", count).set("parts", parts);
            kernel.enqueue(slice.set("spared", lane.turn().spared()));
          });
    }
    completion.prove(share, phase);
    return tally();
  }

  /**
   * A count in one launch.
   *
   * @param millis device time
   * @param ended whether it came to its end within the limit
   */
  public record Timed(double millis, boolean ended, CliqueTally tally) {}

  /** Counts all in one launch and takes the device's time; a launch past the limit is stopped. */
  public Timed timed(CliqueKernel kernel, Duration limit) {
    start(kernel);
    NativeRecord slice = slice().set("index", 0).set("count", 1);
    TimeMark before = lane.timeMark();
    kernel.enqueue(slice);
    TimeMark after = lane.timeMark();
    boolean ended = lane.await(limit);
    return new Timed(after.millisSince(before), ended, ended ? whole() : tally());
  }

  private NativeRecord slice() {
    return library
        .allocate("cs_slice", Arena.ofAuto())
        .set("stop", lane.stopWord())
        .set("done", completion.done().address());
  }

  private void start(CliqueKernel kernel) {
    kernel.bind(memory);
    bound = kernel;
    LaneCalls.enqueue(lane, () -> library.cliques().start(kernel.work(), lane.stream()));
    completion.begin(kernel::enqueueUnits);
  }

  private long resultOffset() {
    return bound.work().get("totals") - memory.address();
  }

  private NativeRecord totals() {
    var layout = library.layout("cs_clique_totals");
    MemorySegment host = lane.host(layout.bytes());
    lane.download(memory, resultOffset(), host);
    lane.await();
    return new NativeRecord(layout, host);
  }

  /**
   * What was counted since the last start, which is all there is.
   *
   * @throws io.cliquestream.kernels.failure.ComputeException INTERNAL when not all work was done
   */
  CliqueTally whole() {
    completion.prove();
    return tally();
  }

  /** What was counted since the last start; partial while there is more to count. */
  CliqueTally tally() {
    NativeRecord work = bound.work();
    var layout = library.layout("cs_clique_totals");
    MemorySegment host = Arena.ofAuto().allocate(work.get("result_bytes"), Long.BYTES);
    lane.download(memory, resultOffset(), host);
    lane.await();
    return new CliqueTally(
        new NativeRecord(layout, host.asSlice(0, layout.bytes())),
        host.asSlice(layout.bytes()),
        (int) work.get("held"),
        (int) work.get("pivots"));
  }

  @Override
  public void close() {
    completion.close();
    memory.close();
  }
}
