package io.cliquestream.kernels.cuda.kclique;

import io.cliquestream.kernels.cuda.device.DeviceMemory;
import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.device.SlicePlan;
import io.cliquestream.kernels.cuda.device.SlicedRun;
import io.cliquestream.kernels.cuda.device.TimeMark;
import io.cliquestream.kernels.cuda.graph.LaneCalls;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.cuda.library.NativeRecord;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;

/**
 * Counts by one kernel at a time in memory that is set aside: samples, and the whole in slices. A
 * slice is every so-manieth root (task), so that each is a sample of the whole.
 */
final class CliqueRun implements AutoCloseable {
  private final Lane lane;
  private final CudaLibrary library;
  private final DeviceMemory memory;
  private final DeviceMemory done;
  private CliqueKernel bound;

  /** Takes so many bytes on the device. */
  CliqueRun(Lane lane, CudaLibrary library, long bytes) {
    this.lane = lane;
    this.library = library;
    this.memory = lane.allocate(bytes);
    this.done = lane.allocate(Long.BYTES);
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
    NativeRecord slice = slice().set("index", every / 2).set("count", every);
    start(kernel);
    TimeMark before = lane.timeMark();
    kernel.enqueue(slice);
    TimeMark after = lane.timeMark();
    boolean ended = lane.await(limit);
    return new Sample(every, after.millisSince(before), ended, (double) totals().get("cycles"));
  }

  /**
   * Counts all and adds to the progress of the lane's job.
   *
   * @throws io.cliquestream.kernels.control.StoppedException when the job was stopped; what {@link
   *     #tally} gives is partial then
   */
  CliqueTally count(CliqueKernel kernel, int slices) {
    start(kernel);
    lane.fill(done, (byte) 0);
    NativeRecord slice = slice().set("done", done.address());
    SlicedRun.run(
        lane,
        new SlicePlan(slices, 0, done, 0),
        (index, count) -> {
          slice.set("index", index).set("count", count);
          kernel.enqueue(slice);
        });
    return tally();
  }

  /**
   * A count in one launch.
   *
   * @param millis device time
   * @param ended whether it came to its end within the limit
   */
  record Timed(double millis, boolean ended, CliqueTally tally) {}

  /** Counts all in one launch and takes the device's time; a launch past the limit is stopped. */
  Timed timed(CliqueKernel kernel, Duration limit) {
    NativeRecord slice = slice().set("index", 0).set("count", 1);
    start(kernel);
    TimeMark before = lane.timeMark();
    kernel.enqueue(slice);
    TimeMark after = lane.timeMark();
    boolean ended = lane.await(limit);
    return new Timed(after.millisSince(before), ended, tally());
  }

  private NativeRecord slice() {
    return library.allocate("cs_slice", Arena.ofAuto()).set("stop", lane.stopWord());
  }

  private void start(CliqueKernel kernel) {
    kernel.bind(memory);
    bound = kernel;
    LaneCalls.enqueue(lane, () -> library.cliques().start(kernel.work(), lane.stream()));
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
    done.close();
    memory.close();
  }
}
