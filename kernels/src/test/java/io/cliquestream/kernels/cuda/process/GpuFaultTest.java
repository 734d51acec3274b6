package io.cliquestream.kernels.cuda.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.cuda.device.GpuUnderTest;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Kernels that break a real GPU's context on purpose, beside seven that do not. */
@Tag("gpu")
@Timeout(120)
final class GpuFaultTest {
  /** The usual policy, but for many more faults than a device may have in production. */
  private static final ProcessPolicy POLICY =
      ProcessPolicies.of(
          3,
          8,
          100,
          ProcessPolicy.DEFAULT.restartWindow(),
          ProcessPolicy.DEFAULT.startTime(),
          ProcessPolicy.DEFAULT.stopTime(),
          ProcessPolicy.DEFAULT.checkTime(),
          ProcessPolicy.DEFAULT.progressTime(),
          64,
          List.of("-Xmx256m", "-XX:+UseSerialGC"));

  private static final int INNOCENT = 7;
  private static final long ITEMS = 40_000;
  private static final long ITEM_NANOS = 100_000;
  private static final int FACTOR = 5;

  private static DeviceSupervisor supervisor;
  private static ExecutorService callers;

  @BeforeAll
  static void start() {
    GpuUnderTest.kernels();
    GpuUnderTest.firstDevice();
    supervisor = DeviceSupervisor.start(POLICY, FaultyGpuService.class);
    callers = Executors.newCachedThreadPool();
  }

  @AfterAll
  static void close() {
    if (supervisor != null) {
      supervisor.close();
      callers.shutdown();
    }
  }

  private static long call(JobControl control, long what, long first, long second) {
    byte[] answer = supervisor.call(control, FaultyGpuService.request(what, first, second));
    return ByteBuffer.wrap(answer).getLong();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({"illegal address, 0", "trap, 1", "misaligned address, 2"})
  void theInnocentAnswerTheOffenderIsReportedAndTheDeviceIsUsable(String name, int kind)
      throws Exception {
    long key = supervisor.keep(FaultyGpuService.request(FaultyGpuService.CACHE, FACTOR, kind));
    List<JobControl> controls = new ArrayList<>();
    List<Future<Long>> innocent = new ArrayList<>();
    for (int i = 0; i < INNOCENT; i++) {
      JobControl control = JobControl.unbounded();
      controls.add(control);
      innocent.add(callers.submit(() -> call(control, FaultyGpuService.SUM, ITEMS, ITEM_NANOS)));
    }
    while (controls.stream().anyMatch(control -> control.progress().fraction() == 0)) {
      Thread.onSpinWait(); // until all are on the device
    }
    long before = supervisor.restarts();

    assertThatThrownBy(() -> call(JobControl.unbounded(), FaultyGpuService.FAULT, kind, 0))
        .as(name)
        .isInstanceOfSatisfying(
            ComputeException.class, e -> assertThat(e.code()).isEqualTo(FailureCode.DEVICE_FAULT))
        .hasMessageContaining("broke the GPU " + POLICY.tries() + " times")
        .hasMessageContaining("CUDA_ERROR_");

    for (Future<Long> sum : innocent) {
      assertThat(sum.get()).isEqualTo(ITEMS * (ITEMS + 1) / 2);
    }
    assertThat(supervisor.restarts() - before)
        .isBetween((long) POLICY.tries(), POLICY.tries() + 1L);
    assertThat(call(JobControl.unbounded(), FaultyGpuService.READ, 1_000_000, 0))
        .as("cached before the faults")
        .isEqualTo(1_000_000L * FACTOR + kind);
    assertThat(call(JobControl.unbounded(), FaultyGpuService.SUM, 100, 1000)).isEqualTo(5050);
    supervisor.forget(key, FaultyGpuService.request(FaultyGpuService.READ, 0, 0));
  }
}
