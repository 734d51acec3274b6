package io.cliquestream.kernels.cuda.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.cuda.driver.DevicePolicy;
import io.cliquestream.kernels.cuda.driver.LaunchShape;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A device, the test kernels on it, and threads that call it. */
final class DeviceUnderTest implements AutoCloseable {
  static final int LANES = 8;
  static final long BUDGET = 4L << 30;
  static final long SECOND = 1_000_000_000L;
  private static final int WAITING = 1100;

  private final CudaDevice device;
  private final DeviceModule module;
  private final ExecutorService callers = Executors.newCachedThreadPool();

  private DeviceUnderTest(CudaDevice device, DeviceModule module) {
    this.device = device;
    this.module = module;
  }

  /** The first GPU; without one, or without the test kernels, the test is skipped and says why. */
  static DeviceUnderTest open() {
    byte[] image = GpuUnderTest.kernels();
    CudaDevice device =
        GpuUnderTest.open(
            DevicePolicy.DEFAULT
                .withLanes(LANES)
                .withBudgetBytes(BUDGET)
                .withWaitingTasks(WAITING));
    return new DeviceUnderTest(device, device.load(image));
  }

  CudaDevice device() {
    return device;
  }

  DeviceModule module() {
    return module;
  }

  ExecutorService callers() {
    return callers;
  }

  /** To be asked after each test. */
  void requireEverythingGivenBack() {
    assertThat(device.memoryUse().used()).isZero();
    assertThat(device.memoryUse().reserved()).isZero();
    assertThat(device.staging().lent()).isZero();
  }

  <T> T run(long bytes, LaneTask<T> task) {
    return device.run(JobControl.unbounded(), bytes, task);
  }

  int workUntilStopped(JobControl control, CountDownLatch started) {
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

  int blocksStopped(Lane lane) {
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

  void fill(Lane lane, DeviceMemory memory, int factor, int addend) {
    lane.launch(
        module.function("fill"),
        new LaunchShape(256, 256, 0),
        memory.address(),
        memory.bytes() / 4,
        factor,
        addend,
        1);
  }

  int word(Lane lane, DeviceMemory memory, long index) {
    MemorySegment word = lane.host(4);
    lane.download(memory, 4 * index, word);
    lane.await();
    return word.get(ValueLayout.JAVA_INT, 0);
  }

  @Override
  public void close() {
    device.close();
    callers.shutdown();
  }
}
