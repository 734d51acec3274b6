package io.cliquestream.kernels.cuda.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.job.JobControl;
import io.cliquestream.kernels.job.Phase;
import io.cliquestream.kernels.job.StoppedException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The runtime on a real GPU. */
@Tag("gpu")
@Timeout(value = 2, unit = TimeUnit.MINUTES)
final class CudaDeviceTest {
  private static final int LANES = 8;
  private static final long BUDGET = 4L << 30;
  private static final long SECOND = 1_000_000_000L;
  private static final int WAITING = 1100;

  private static CudaDevice device;
  private static DeviceModule module;
  private static ExecutorService callers;

  @BeforeAll
  static void open() {
    byte[] image = GpuUnderTest.kernels();
    device =
        GpuUnderTest.open(
            DevicePolicy.DEFAULT
                .withLanes(LANES)
                .withBudgetBytes(BUDGET)
                .withWaitingTasks(WAITING));
    module = device.load(image);
    callers = Executors.newCachedThreadPool();
  }

  @AfterAll
  static void close() {
    if (device != null) {
      device.close();
      callers.shutdown();
    }
  }

  @AfterEach
  void everythingWasGivenBack() {
    if (device != null) {
      assertThat(device.memoryUse().used()).isZero();
      assertThat(device.memoryUse().reserved()).isZero();
      assertThat(device.staging().lent()).isZero();
    }
  }

  private static <T> T run(long bytes, LaneTask<T> task) {
    return device.run(JobControl.unbounded(), bytes, task);
  }

  private static long meet(Lane lane, long address, int expected) {
    MemorySegment met = lane.host(Integer.BYTES);
    try (DeviceMemory out = lane.allocate(Integer.BYTES)) {
      lane.launch(
          module.function("meet"),
          new LaunchShape(1, 1, 0),
          address,
          expected,
          20 * SECOND,
          out.address());
      lane.download(out, 0, met);
      lane.await();
    }
    return met.get(ValueLayout.JAVA_INT, 0);
  }

  @Test
  void allLanesRunAtTheSameTime() throws Exception {
    try (DeviceMemory here = device.allocateResident(Integer.BYTES)) {
      run(
          0,
          lane -> {
            lane.fill(here, (byte) 0);
            return null;
          });
      List<Future<Long>> meetings = new ArrayList<>();
      for (int i = 0; i < LANES; i++) {
        meetings.add(
            callers.submit(() -> run(4096, lane -> meet(lane, here.address(), LANES))));
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
    CountDownLatch started = new CountDownLatch(LANES);
    for (int i = 0; i < LANES; i++) {
      JobControl control = JobControl.unbounded();
      controls.add(control);
      busy.add(callers.submit(() -> workUntilStopped(control, started)));
    }
    started.await();

    String urgent =
        device.run(
            JobControl.withPriority(JobControl.HIGHEST_PRIORITY),
            0,
            lane -> lane.kind() + " " + lane.index());

    assertThat(urgent).isEqualTo("URGENT " + LANES);
    controls.forEach(control -> control.cancel("done"));
    for (Future<?> task : busy) {
      assertThatThrownBy(task::get).hasCauseInstanceOf(StoppedException.class);
    }
  }

  private static int workUntilStopped(JobControl control, CountDownLatch started) {
    return device.run(
        control,
        4096,
        lane -> {
          DeviceMemory stopped = lane.allocate(Integer.BYTES);
          lane.fill(stopped, (byte) 0);
          lane.launch(
              module.function("work_until_stopped"),
              new LaunchShape(16, 32, 0),
              lane.stopWord(),
              60 * SECOND,
              stopped.address());
          started.countDown();
          lane.await();
          return 0;
        });
  }

  @Test
  void aCancelledKernelSeesTheStopWordAndEndsLongBeforeItsTime() {
    CountDownLatch started = new CountDownLatch(1);
    JobControl control = JobControl.unbounded();
    Future<?> task = callers.submit(() -> workUntilStopped(control, started));
    control.cancel("by the test");

    assertThatThrownBy(task::get)
        .cause()
        .isInstanceOfSatisfying(
            StoppedException.class, e -> assertThat(e.code()).isEqualTo(FailureCode.CANCELLED));
    // The lane serves the next task as if nothing had been: its stop word is clear again.
    for (int i = 0; i < 3 * LANES; i++) {
      assertThat(run(4096, CudaDeviceTest::blocksStopped)).isZero();
    }
  }

  private static int blocksStopped(Lane lane) {
    MemorySegment count = lane.host(Integer.BYTES);
    DeviceMemory stopped = lane.allocate(Integer.BYTES);
    lane.fill(stopped, (byte) 0);
    lane.launch(
        module.function("work_until_stopped"),
        new LaunchShape(4, 32, 0),
        lane.stopWord(),
        100_000L,
        stopped.address());
    lane.download(stopped, 0, count);
    lane.await();
    return count.get(ValueLayout.JAVA_INT, 0);
  }

  @Test
  void aDeadlineEndsAKernel() {
    ComputeException failure =
        catchThrowableOfType(
            ComputeException.class,
            () ->
                workUntilStopped(
                    JobControl.within(Duration.ofMillis(30)), new CountDownLatch(1)));

    assertThat(failure.code()).isEqualTo(FailureCode.DEADLINE_EXCEEDED);
  }

  @Test
  void uploadAndDownloadKeepEveryByte() {
    long slab = device.policy().slabBytes();
    for (long bytes : new long[] {1, 4095, slab - 1, slab, 3 * slab + 7, 50 * slab + 1}) {
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment source = random(arena, bytes, bytes);
        try (Arena shared = Arena.ofShared()) {
          MemorySegment from = shared.allocate(bytes).copyFrom(source);
          MemorySegment to = shared.allocate(bytes);
          run(DeviceMemory.accounted(bytes), lane -> roundTrip(lane, from, to));
          assertThat(to.mismatch(source)).as("pageable, %d bytes", bytes).isEqualTo(-1);
        }
      }
    }
  }

  @Test
  void pinnedMemoryIsCopiedDirectly() {
    long bytes = (64L << 20) + 13;
    try (Arena arena = Arena.ofShared()) {
      MemorySegment from = random(arena, bytes, 5);
      MemorySegment to = arena.allocate(bytes);
      try (PinnedMemory pinnedFrom = device.pin(from);
          PinnedMemory pinnedTo = device.pin(to)) {
        run(
            DeviceMemory.accounted(bytes),
            lane -> roundTrip(lane, pinnedFrom.segment(), pinnedTo.segment()));
      }
      assertThat(to.mismatch(from)).isEqualTo(-1);
    }
  }

  private static Void roundTrip(Lane lane, MemorySegment from, MemorySegment to) {
    DeviceMemory memory = lane.allocate(from.byteSize());
    lane.upload(from, memory, 0);
    lane.download(memory, 0, to);
    lane.await();
    return null;
  }

  private static MemorySegment random(Arena arena, long bytes, long seed) {
    byte[] pattern = new byte[65_521]; // a prime length, so that no slab starts like another
    new Random(seed).nextBytes(pattern);
    MemorySegment segment = arena.allocate(bytes);
    for (long at = 0; at < bytes; at += pattern.length) {
      MemorySegment.copy(
          pattern,
          0,
          segment,
          ValueLayout.JAVA_BYTE,
          at,
          (int) Math.min(pattern.length, bytes - at));
    }
    return segment;
  }

  @Test
  void aJobLargerThanTheBudgetIsRefused() {
    assertThatThrownBy(() -> run(BUDGET + 1, lane -> null))
        .isInstanceOfSatisfying(
            ComputeException.class,
            e -> assertThat(e.code()).isEqualTo(FailureCode.JOB_MEMORY_EXCEEDED))
        .hasMessageContaining("budget is " + BUDGET);
  }

  @Test
  void aTaskCannotAllocateMoreThanItSetAside() {
    assertThatThrownBy(() -> run(8192, lane -> List.of(lane.allocate(4096), lane.allocate(8192))))
        .isInstanceOfSatisfying(
            ComputeException.class,
            e -> assertThat(e.code()).isEqualTo(FailureCode.JOB_MEMORY_EXCEEDED));
  }

  @Test
  void aJobWaitsForMemoryUntilAnotherEnds() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    CountDownLatch holding = new CountDownLatch(1);
    Future<Object> first =
        callers.submit(
            () ->
                run(
                    BUDGET - 4096,
                    lane -> {
                      holding.countDown();
                      awaitLatch(release);
                      return null;
                    }));
    holding.await();
    AtomicReference<String> order = new AtomicReference<>("second waits");
    Future<Object> second =
        callers.submit(
            () -> run(8192, lane -> order.updateAndGet(so -> so + ", second runs")));
    while (device.memoryUse().waitingJobs() == 0) {
      Thread.onSpinWait();
    }
    order.updateAndGet(so -> so + ", first ends");
    release.countDown();
    first.get();
    second.get();

    assertThat(order).hasValue("second waits, first ends, second runs");
  }

  private static void awaitLatch(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void residentMemoryOutlivesItsTaskAndIsEvictedWhenAJobNeedsTheSpace() {
    DeviceMemory kept =
        run(
            BUDGET / 2,
            lane -> {
              DeviceMemory memory = lane.allocate(BUDGET / 2);
              fill(lane, memory, 3, 1);
              return memory.keep();
            });
    assertThat(device.memoryUse().resident()).isEqualTo(BUDGET / 2);
    int word = run(0, lane -> word(lane, kept, 1000));
    assertThat(word).isEqualTo(3001);

    device
        .admission()
        .relief(
            bytes -> {
              long freed = kept.bytes();
              kept.close();
              return freed;
            });
    run(BUDGET, lane -> lane.allocate(BUDGET));
    device.admission().relief(MemoryRelief.NONE);

    assertThat(device.memoryUse().resident()).isZero();
  }

  private static void fill(Lane lane, DeviceMemory memory, int factor, int addend) {
    lane.launch(
        module.function("fill"),
        new LaunchShape(256, 256, 0),
        memory.address(),
        memory.bytes() / 4,
        factor,
        addend,
        1);
  }

  private static int word(Lane lane, DeviceMemory memory, long index) {
    MemorySegment word = lane.host(4);
    lane.download(memory, 4 * index, word);
    lane.await();
    return word.get(ValueLayout.JAVA_INT, 0);
  }

  @Test
  void aThousandMixedTasksGiveEverythingBack() throws Exception {
    List<Future<?>> tasks = new ArrayList<>();
    long seed = 20_261_121;
    Random random = new Random(seed);
    for (int i = 0; i < 1000; i++) {
      int number = i;
      int kind = random.nextInt(5);
      long bytes = 4096L * (1 + random.nextInt(4096));
      int priority = random.nextInt(10);
      tasks.add(callers.submit(() -> mixedTask(number, kind, bytes, priority)));
    }
    for (Future<?> task : tasks) {
      task.get();
    }
    assertThat(device.memoryUse().used()).as("seed %d", seed).isZero();
    assertThat(device.memoryUse().reserved()).isZero();
    assertThat(device.memoryUse().resident()).isZero();
    assertThat(device.memoryUse().peakUsed()).isBetween(1L, BUDGET);
  }

  /** Fills, copies, fails, is cancelled, or asks too much; what should come out came out. */
  private static void mixedTask(int number, int kind, long bytes, int priority) {
    JobControl control = JobControl.withPriority(priority);
    switch (kind) {
      case 0, 1 -> {
        int word = device.run(control, 2 * bytes, lane -> filledCopy(lane, bytes, number));
        assertThat(word).isEqualTo(1023 * number + 7);
      }
      case 2 ->
          assertThatThrownBy(
                  () ->
                      device.run(
                          control,
                          bytes,
                          lane -> {
                            fill(lane, lane.allocate(bytes), 1, 1);
                            throw new IllegalStateException("by the test");
                          }))
              .isInstanceOf(IllegalStateException.class);
      case 3 -> {
        Thread.ofVirtual().start(() -> control.cancel("by the test"));
        assertThatThrownBy(() -> workUntilStopped(control, new CountDownLatch(1)))
            .isInstanceOf(StoppedException.class);
      }
      default ->
          assertThatThrownBy(() -> device.run(control, bytes, lane -> lane.allocate(bytes + 1)))
              .isInstanceOf(ComputeException.class);
    }
  }

  private static int filledCopy(Lane lane, long bytes, int factor) {
    DeviceMemory a = lane.allocate(bytes);
    DeviceMemory b = lane.allocate(bytes);
    fill(lane, a, factor, 7);
    lane.copy(a, 0, b, 0, bytes);
    a.close();
    return word(lane, b, 1023);
  }

  @Test
  void slicesDoAllTheWorkOnceAndReportItAsItIsDone() throws Exception {
    int items = 2_000;
    JobControl control = JobControl.unbounded();
    control.beginPhase(Phase.COMPUTING, items);
    Future<Long> sum = callers.submit(() -> slicedSum(control, items, 40, 1_000_000));
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
    return device.run(
        control,
        4096,
        lane -> {
          MemorySegment sum = lane.host(Long.BYTES);
          DeviceMemory counters = lane.allocate(2L * Long.BYTES);
          lane.fill(counters, (byte) 0);
          SlicedRun.run(
              lane,
              new SlicePlan(slices, items, counters, 0),
              (index, count) ->
                  lane.launch(
                      module.function("slice_of_sum"),
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
    Future<Long> longJob = callers.submit(() -> slicedSum(control, 1_000_000, 2_000, 1_000_000));
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
                run(
                    4096,
                    lane -> {
                      lane.launch(module.function("fill"), new LaunchShape(1, 1, 1 << 30));
                      return null;
                    }))
        .isInstanceOfSatisfying(
            ComputeException.class, e -> assertThat(e.code()).isEqualTo(FailureCode.INTERNAL))
        .hasMessageContaining("cuLaunchKernel fill failed: CUDA_ERROR_INVALID_VALUE");
    assertThat(device.state()).isEqualTo(DeviceState.READY);
    assertThatThrownBy(() -> module.function("no_such_kernel"))
        .hasMessageContaining("cuModuleGetFunction no_such_kernel");
    assertThat(run(4096, CudaDeviceTest::blocksStopped)).isZero();
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
    CountDownLatch started = new CountDownLatch(LANES);
    for (int i = 0; i < LANES; i++) {
      JobControl control = JobControl.unbounded();
      controls.add(control);
      busy.add(callers.submit(() -> workUntilStopped(control, started)));
    }
    started.await();
    JobControl waits = JobControl.unbounded();
    Future<?> waiting = callers.submit(() -> device.run(waits, 0, lane -> 1));
    waits.cancel("by the test");

    assertThatThrownBy(waiting::get).hasCauseInstanceOf(StoppedException.class);
    controls.forEach(control -> control.cancel("done"));
    for (Future<?> task : busy) {
      assertThatThrownBy(task::get).hasCauseInstanceOf(StoppedException.class);
    }
  }
}
