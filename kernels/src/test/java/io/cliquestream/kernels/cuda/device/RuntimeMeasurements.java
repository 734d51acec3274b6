package io.cliquestream.kernels.cuda.device;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Phase;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.cuda.driver.DevicePolicy;
import io.cliquestream.kernels.cuda.driver.LaunchShape;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.function.LongSupplier;

/** Prints what the runtime costs on this GPU: medians of repeated measurements. */
final class RuntimeMeasurements {
  private static final int JIT_WARM_UP = 5_000;
  private static final int WARM_UP = 3;
  private static final int TIMES = 21;
  private static final LaunchShape SHAPE = new LaunchShape(132 * 8, 64, 0);

  private final CudaDevice device;
  private final DeviceModule module;

  private RuntimeMeasurements(CudaDevice device) {
    this.device = device;
    this.module = device.load(GpuUnderTest.kernels());
  }

  public static void main(String[] arguments) {
    try (CudaDevice device = GpuUnderTest.open(DevicePolicy.DEFAULT)) {
      System.out.println(device.description());
      RuntimeMeasurements of = new RuntimeMeasurements(device);
      long warmUp = 0;
      for (int i = 0; i < JIT_WARM_UP; i++) {
        warmUp += of.emptyTask() + of.allocation() + of.launchAndAwait();
      }
      System.out.printf("warmed up for %.1f s%n", warmUp / 1e9);
      of.print("empty task, caller to caller", "us", 1e3, of::emptyTask);
      of.print("allocate and free 1 MiB", "us", 1e3, of::allocation);
      of.print("launch and await", "us", 1e3, of::launchAndAwait);
      of.print("cancel to the caller's exception", "us", 1e3, of::stopLatency);
      of.print("upload 256 MiB pageable", "ms", 1e6, () -> of.upload(false));
      of.print("upload 256 MiB pinned", "ms", 1e6, () -> of.upload(true));
      for (int slices : new int[] {1, 12, 25, 50, 100}) {
        of.print("100 ms of work in " + slices + " slices", "ms", 1e6, () -> of.sliced(slices));
      }
    }
  }

  private void print(String what, String unit, double nanos, LongSupplier measurement) {
    long[] times = new long[TIMES];
    for (int i = -WARM_UP; i < TIMES; i++) {
      times[Math.max(i, 0)] = measurement.getAsLong();
    }
    Arrays.sort(times);
    System.out.printf(
        "%-40s median %9.2f %s, least %9.2f, most %9.2f%n",
        what, times[TIMES / 2] / nanos, unit, times[0] / nanos, times[TIMES - 1] / nanos);
  }

  private long emptyTask() {
    long start = System.nanoTime();
    device.run(JobControl.unbounded(), 0, lane -> null);
    return System.nanoTime() - start;
  }

  private long allocation() {
    return device.run(
        JobControl.unbounded(),
        1 << 20,
        lane -> {
          long start = System.nanoTime();
          lane.allocate(1 << 20).close();
          return System.nanoTime() - start;
        });
  }

  private long launchAndAwait() {
    return device.run(
        JobControl.unbounded(),
        4096,
        lane -> {
          DeviceMemory memory = lane.allocate(4096);
          long start = System.nanoTime();
          lane.launch(
              module.function("fill"), new LaunchShape(1, 32, 0), memory.address(), 32L, 1, 1, 1);
          lane.await();
          return System.nanoTime() - start;
        });
  }

  private long stopLatency() {
    JobControl control = JobControl.unbounded();
    CountDownLatch started = new CountDownLatch(1);
    long[] cancelled = new long[1];
    Thread canceller =
        Thread.startVirtualThread(
            () -> {
              try {
                started.await();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
              long until = System.nanoTime() + 3_000_000;
              while (System.nanoTime() < until) {
                Thread.onSpinWait();
              }
              cancelled[0] = System.nanoTime();
              control.cancel("measured");
            });
    try {
      device.run(
          control,
          4096,
          lane -> {
            DeviceMemory stopped = lane.allocate(4096);
            lane.launch(
                module.function("work_until_stopped"),
                SHAPE,
                lane.stopWord(),
                5_000_000_000L,
                stopped.address());
            started.countDown();
            lane.await();
            return null;
          });
      throw new IllegalStateException("not stopped");
    } catch (StoppedException e) {
      long nanos = System.nanoTime() - cancelled[0];
      try {
        canceller.join();
      } catch (InterruptedException interrupted) {
        throw new IllegalStateException(interrupted);
      }
      return nanos;
    }
  }

  private long upload(boolean pinned) {
    long bytes = 256L << 20;
    try (Arena arena = Arena.ofShared()) {
      MemorySegment source = arena.allocate(bytes).fill((byte) 1);
      PinnedMemory memory = pinned ? device.pin(source) : null;
      try {
        return device.run(
            JobControl.unbounded(),
            bytes,
            lane -> {
              DeviceMemory target = lane.allocate(bytes);
              lane.await();
              long start = System.nanoTime();
              lane.upload(source, target, 0);
              lane.await();
              return System.nanoTime() - start;
            });
      } finally {
        if (memory != null) {
          memory.close();
        }
      }
    }
  }

  private long sliced(int slices) {
    JobControl control = JobControl.unbounded();
    double items = 132 * 8 * 2000;
    control.beginPhase(Phase.COMPUTING, items);
    return device.run(
        control,
        4096,
        lane -> {
          DeviceMemory counters = lane.allocate(16);
          lane.fill(counters, (byte) 0);
          lane.await();
          long start = System.nanoTime();
          SlicedRun.run(
              lane,
              new SlicePlan(slices, items, counters, 0),
              (index, count, _) ->
                  lane.launch(
                      module.function("slice_of_sum"),
                      SHAPE,
                      index,
                      count,
                      (long) items,
                      50_000L,
                      lane.stopWord(),
                      counters.address(),
                      counters.address() + 8));
          return System.nanoTime() - start;
        });
  }
}
