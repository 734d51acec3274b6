package io.cliquestream.kernels.cuda.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.cuda.admission.MemoryRelief;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Copies, budget and resident memory of the runtime on a real GPU. */
@Tag("gpu")
@Timeout(value = 2, unit = TimeUnit.MINUTES)
final class CudaMemoryTest {
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

  @Test
  void uploadAndDownloadKeepEveryByte() {
    long slab = gpu.device().policy().slabBytes();
    for (long bytes : new long[] {1, 4095, slab - 1, slab, 3 * slab + 7, 50 * slab + 1}) {
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment source = random(arena, bytes, bytes);
        try (Arena shared = Arena.ofShared()) {
          MemorySegment from = shared.allocate(bytes).copyFrom(source);
          MemorySegment to = shared.allocate(bytes);
          gpu.run(DeviceMemory.accounted(bytes), lane -> roundTrip(lane, from, to));
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
      try (PinnedMemory pinnedFrom = gpu.device().pin(from);
          PinnedMemory pinnedTo = gpu.device().pin(to)) {
        gpu.run(
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
    assertThatThrownBy(() -> gpu.run(DeviceUnderTest.BUDGET + 1, lane -> null))
        .isInstanceOfSatisfying(
            ComputeException.class,
            e -> assertThat(e.code()).isEqualTo(FailureCode.JOB_MEMORY_EXCEEDED))
        .hasMessageContaining("budget is " + DeviceUnderTest.BUDGET);
  }

  @Test
  void aTaskCannotAllocateMoreThanItSetAside() {
    assertThatThrownBy(
            () -> gpu.run(8192, lane -> List.of(lane.allocate(4096), lane.allocate(8192))))
        .isInstanceOfSatisfying(
            ComputeException.class,
            e -> assertThat(e.code()).isEqualTo(FailureCode.JOB_MEMORY_EXCEEDED));
  }

  @Test
  void aJobWaitsForMemoryUntilAnotherEnds() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    CountDownLatch holding = new CountDownLatch(1);
    Future<Object> first =
        gpu.callers()
            .submit(
                () ->
                    gpu.run(
                        DeviceUnderTest.BUDGET - 4096,
                        lane -> {
                          holding.countDown();
                          awaitLatch(release);
                          return null;
                        }));
    holding.await();
    AtomicReference<String> order = new AtomicReference<>("second waits");
    Future<Object> second =
        gpu.callers()
            .submit(() -> gpu.run(8192, lane -> order.updateAndGet(so -> so + ", second runs")));
    while (gpu.device().memoryUse().waitingJobs() == 0) {
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
        gpu.run(
            DeviceUnderTest.BUDGET / 2,
            lane -> {
              DeviceMemory memory = lane.allocate(DeviceUnderTest.BUDGET / 2);
              gpu.fill(lane, memory, 3, 1);
              return memory.keep();
            });
    assertThat(gpu.device().memoryUse().resident()).isEqualTo(DeviceUnderTest.BUDGET / 2);
    int word = gpu.run(0, lane -> gpu.word(lane, kept, 1000));
    assertThat(word).isEqualTo(3001);

    gpu.device()
        .admission()
        .relief(
            bytes -> {
              long freed = kept.bytes();
              kept.close();
              return freed;
            });
    gpu.run(DeviceUnderTest.BUDGET, lane -> lane.allocate(DeviceUnderTest.BUDGET));
    gpu.device().admission().relief(MemoryRelief.NONE);

    assertThat(gpu.device().memoryUse().resident()).isZero();
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
      tasks.add(gpu.callers().submit(() -> mixedTask(number, kind, bytes, priority)));
    }
    for (Future<?> task : tasks) {
      task.get();
    }
    assertThat(gpu.device().memoryUse().used()).as("seed %d", seed).isZero();
    assertThat(gpu.device().memoryUse().reserved()).isZero();
    assertThat(gpu.device().memoryUse().resident()).isZero();
    assertThat(gpu.device().memoryUse().peakUsed()).isBetween(1L, DeviceUnderTest.BUDGET);
  }

  /** Fills, copies, fails, is cancelled, or asks too much; what should come out came out. */
  private static void mixedTask(int number, int kind, long bytes, int priority) {
    JobControl control = JobControl.withPriority(priority);
    switch (kind) {
      case 0, 1 -> {
        int word = gpu.device().run(control, 2 * bytes, lane -> filledCopy(lane, bytes, number));
        assertThat(word).isEqualTo(1023 * number + 7);
      }
      case 2 ->
          assertThatThrownBy(
                  () ->
                      gpu.device()
                          .run(
                              control,
                              bytes,
                              lane -> {
                                gpu.fill(lane, lane.allocate(bytes), 1, 1);
                                throw new IllegalStateException("by the test");
                              }))
              .isInstanceOf(IllegalStateException.class);
      case 3 -> {
        Thread.ofVirtual().start(() -> control.cancel("by the test"));
        assertThatThrownBy(() -> gpu.workUntilStopped(control, new CountDownLatch(1)))
            .isInstanceOf(StoppedException.class);
      }
      default ->
          assertThatThrownBy(
                  () -> gpu.device().run(control, bytes, lane -> lane.allocate(bytes + 1)))
              .isInstanceOf(ComputeException.class);
    }
  }

  private static int filledCopy(Lane lane, long bytes, int factor) {
    DeviceMemory a = lane.allocate(bytes);
    DeviceMemory b = lane.allocate(bytes);
    gpu.fill(lane, a, factor, 7);
    lane.copy(a, 0, b, 0, bytes);
    a.close();
    return gpu.word(lane, b, 1023);
  }
}
