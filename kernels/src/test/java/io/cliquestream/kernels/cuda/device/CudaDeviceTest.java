package io.cliquestream.kernels.cuda.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Phase;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.cuda.driver.DevicePolicy;
import io.cliquestream.kernels.cuda.driver.DeviceState;
import io.cliquestream.kernels.cuda.driver.LaunchShape;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Lanes, slices, stops and errors of the runtime on a real GPU. */
@Tag("gpu")
@Timeout(value = 2, unit = TimeUnit.MINUTES)
final class CudaDeviceTest {
  private static DeviceUnderTest gpu;

  @BeforeAll
  static void open() {
    gpu = DeviceUnderTest.open();
  }

  @AfterAll
  static void close() {
    if (gpu != null) {
      gpu.close();
    }
  }

  @AfterEach
  void everythingWasGivenBack() {
    if (gpu != null) {
      gpu.requireEverythingGivenBack();
    }
  }

  private static long meet(Lane lane, long address, int expected) {
    MemorySegment met = lane.host(Integer.BYTES);
    try (DeviceMemory out = lane.allocate(Integer.BYTES)) {
      lane.launch(
          gpu.module().function("meet"),
          new LaunchShape(1, 1, 0),
          address,
          expected,
          20 * DeviceUnderTest.SECOND,
          out.address());
      lane.download(out, 0, met);
      lane.await();
    }
    return met.get(ValueLayout.JAVA_INT, 0);
  }

  @Test
  void allLanesRunAtTheSameTime() throws Exception {
    try (DeviceMemory here =
        gpu.run(
            4096,
            lane -> {
              DeviceMemory word = lane.allocate(Integer.BYTES);
              lane.fill(word, (byte) 0);
              lane.await();
              return word.keep();
            })) {
      List<Future<Long>> meetings = new ArrayList<>();
      for (int i = 0; i < DeviceUnderTest.LANES; i++) {
        meetings.add(
            gpu.callers()
                .submit(
                    () ->
                        gpu.run(4096, lane -> meet(lane, here.address(), DeviceUnderTest.LANES))));
      }
      for (Future<Long> meeting : meetings) {
        assertThat(meeting.get()).as("met on the device").isOne();
      }
    }
  }

  @Test
  void theUrgentLaneIsFreeWhileAllOthersAreBusy() throws Exception {
    List<JobControl> controls = new ArrayList<>();
    List<Future<?>> busy = new ArrayList<>();
    CountDownLatch started = new CountDownLatch(DeviceUnderTest.LANES);
    for (int i = 0; i < DeviceUnderTest.LANES; i++) {
      JobControl control = JobControl.unbounded();
      controls.add(control);
      busy.add(gpu.callers().submit(() -> gpu.workUntilStopped(control, started)));
    }
    started.await();

    String urgent =
        gpu.device()
            .run(
                JobControl.withPriority(JobControl.HIGHEST_PRIORITY),
                0,
                lane -> lane.kind() + " " + lane.index());

    assertThat(urgent).isEqualTo("URGENT " + DeviceUnderTest.LANES);
    controls.forEach(control -> control.cancel("done"));
    for (Future<?> task : busy) {
      assertThatThrownBy(task::get).hasCauseInstanceOf(StoppedException.class);
    }
  }

  @Test
  void aCancelledKernelSeesTheStopWordAndEndsLongBeforeItsTime() {
    CountDownLatch started = new CountDownLatch(1);
    JobControl control = JobControl.unbounded();
    Future<?> task = gpu.callers().submit(() -> gpu.workUntilStopped(control, started));
    control.cancel("by the test");

    assertThatThrownBy(task::get)
        .cause()
        .isInstanceOfSatisfying(
            StoppedException.class, e -> assertThat(e.code()).isEqualTo(FailureCode.CANCELLED));
    // The lane serves the next task as if nothing had been: its stop word is clear again.
    for (int i = 0; i < 3 * DeviceUnderTest.LANES; i++) {
      assertThat(gpu.run(4096, gpu::blocksStopped)).isZero();
    }
  }

  @Test
  void aDeadlineEndsAKernel() {
    ComputeException failure =
        catchThrowableOfType(
            ComputeException.class,
            () ->
                gpu.workUntilStopped(
                    JobControl.within(Duration.ofMillis(30)), new CountDownLatch(1)));

    assertThat(failure.code()).isEqualTo(FailureCode.DEADLINE_EXCEEDED);
  }

  @Test
  void slicesDoAllTheWorkOnceAndReportItAsItIsDone() throws Exception {
    int items = 2_000;
    JobControl control = JobControl.unbounded();
    control.beginPhase(Phase.COMPUTING, items);
    Future<Long> sum = gpu.callers().submit(() -> slicedSum(control, items, 40, 1_000_000));
    double last = 0;
    int steps = 0;
    while (!sum.isDone()) {
      double fraction = control.progress().fraction();
      assertThat(fraction).as("progress never goes back").isGreaterThanOrEqualTo(last);
      steps += fraction > last ? 1 : 0;
      last = fraction;
    }

    assertThat(sum.get()).isEqualTo(items * (items + 1L) / 2);
    assertThat(control.progress().fraction()).isEqualTo(1.0);
    assertThat(steps).as("seen steps of progress").isGreaterThan(3);
  }

  /** Each item takes a microsecond in one of 64 blocks. */
  private static long slicedSum(JobControl control, long items, int slices, long itemNanos) {
    return gpu.device()
        .run(
            control,
            4096,
            lane -> {
              MemorySegment sum = lane.host(Long.BYTES);
              DeviceMemory counters = lane.allocate(2L * Long.BYTES);
              lane.fill(counters, (byte) 0);
              SlicedRun.run(
                  lane,
                  new SlicePlan(slices, items, counters, 0),
                  (index, count, _) ->
                      lane.launch(
                          gpu.module().function("slice_of_sum"),
                          new LaunchShape(64, 32, 0),
                          index,
                          count,
                          items,
                          itemNanos,
                          lane.stopWord(),
                          counters.address(),
                          counters.address() + Long.BYTES));
              lane.download(counters, Long.BYTES, sum);
              lane.await();
              return sum.get(ValueLayout.JAVA_LONG, 0);
            });
  }

  @Test
  void aShortJobRunsBetweenTheSlicesOfALongOne() throws Exception {
    JobControl control = JobControl.unbounded();
    control.beginPhase(Phase.COMPUTING, 1_000_000);
    Future<Long> longJob =
        gpu.callers().submit(() -> slicedSum(control, 1_000_000, 2_000, 1_000_000));
    while (control.progress().fraction() == 0) {
      Thread.onSpinWait();
    }

    long shortSum = slicedSum(JobControl.unbounded(), 10, 2, 1000);

    assertThat(longJob.isDone()).isFalse();
    assertThat(shortSum).isEqualTo(55);
    control.cancel("seen enough");
    assertThatThrownBy(longJob::get).hasCauseInstanceOf(StoppedException.class);
  }

  @Test
  void anOrdinaryErrorNamesItsOperationAndBreaksNothing() {
    assertThatThrownBy(
            () ->
                gpu.run(
                    4096,
                    lane -> {
                      lane.launch(gpu.module().function("fill"), new LaunchShape(1, 1, 1 << 30));
                      return null;
                    }))
        .isInstanceOfSatisfying(
            ComputeException.class, e -> assertThat(e.code()).isEqualTo(FailureCode.INTERNAL))
        .hasMessageContaining("cuLaunchKernel fill failed: CUDA_ERROR_INVALID_VALUE");
    assertThat(gpu.device().state()).isEqualTo(DeviceState.READY);
    assertThatThrownBy(() -> gpu.module().function("no_such_kernel"))
        .hasMessageContaining("cuModuleGetFunction no_such_kernel");
    assertThat(gpu.run(4096, gpu::blocksStopped)).isZero();
  }

  @Test
  void aSecondOwnerIsRefused() {
    assertThatThrownBy(() -> GpuUnderTest.open(DevicePolicy.DEFAULT))
        .isInstanceOfSatisfying(
            ComputeException.class,
            e -> assertThat(e.code()).isEqualTo(FailureCode.ENGINE_UNAVAILABLE));
  }

  @Test
  void waitingJobsCanBeCancelled() throws Exception {
    List<JobControl> controls = new ArrayList<>();
    List<Future<?>> busy = new ArrayList<>();
    CountDownLatch started = new CountDownLatch(DeviceUnderTest.LANES);
    for (int i = 0; i < DeviceUnderTest.LANES; i++) {
      JobControl control = JobControl.unbounded();
      controls.add(control);
      busy.add(gpu.callers().submit(() -> gpu.workUntilStopped(control, started)));
    }
    started.await();
    JobControl waits = JobControl.unbounded();
    Future<?> waiting = gpu.callers().submit(() -> gpu.device().run(waits, 0, lane -> 1));
    waits.cancel("by the test");

    assertThatThrownBy(waiting::get).hasCauseInstanceOf(StoppedException.class);
    controls.forEach(control -> control.cancel("done"));
    for (Future<?> task : busy) {
      assertThatThrownBy(task::get).hasCauseInstanceOf(StoppedException.class);
    }
  }
}
