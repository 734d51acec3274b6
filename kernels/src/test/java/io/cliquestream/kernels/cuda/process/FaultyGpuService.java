package io.cliquestream.kernels.cuda.process;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Phase;
import io.cliquestream.kernels.cuda.device.CudaDevice;
import io.cliquestream.kernels.cuda.device.DeviceMemory;
import io.cliquestream.kernels.cuda.device.DeviceModule;
import io.cliquestream.kernels.cuda.device.GpuUnderTest;
import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.device.SlicePlan;
import io.cliquestream.kernels.cuda.device.SlicedRun;
import io.cliquestream.kernels.cuda.driver.DevicePolicy;
import io.cliquestream.kernels.cuda.driver.LaunchShape;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;

/**
 * A GPU with honest kernels and with one that breaks it. A request is three longs: what to do and
 * two operands; an answer is one.
 */
public final class FaultyGpuService implements DeviceService {
  /** Adds 1 to {@code first} in slices, an item of {@code second} nanoseconds each. */
  static final long SUM = 0;

  /** Breaks the context in the way {@code first}. */
  static final long FAULT = 1;

  /** Fills resident memory so that word i is i · {@code first} + {@code second}. */
  static final long CACHE = 2;

  /** Reads word {@code first} of it. */
  static final long READ = 3;

  private static final long CACHED_BYTES = 64L << 20;
  private static final int SLICES = 40;

  private CudaDevice device;
  private DeviceModule module;
  private volatile DeviceMemory cached;

  static byte[] request(long what, long first, long second) {
    return ByteBuffer.allocate(3 * Long.BYTES).putLong(what).putLong(first).putLong(second).array();
  }

  @Override
  public void open(String... arguments) {
    device =
        CudaDevice.open(GpuUnderTest.firstDevice(), DevicePolicy.DEFAULT.withBudgetBytes(1L << 30));
    module = device.load(GpuUnderTest.kernels());
  }

  @Override
  public byte[] call(ServiceCall call, byte[] request) {
    ByteBuffer words = ByteBuffer.wrap(request);
    long what = words.getLong();
    long first = words.getLong();
    long second = words.getLong();
    JobControl control = call.control();
    long answer =
        switch ((int) what) {
          case (int) SUM -> {
            control.beginPhase(Phase.COMPUTING, (double) first);
            yield device.run(control, 4096, lane -> sum(lane, first, second));
          }
          case (int) FAULT -> device.run(control, 4096, lane -> fault(lane, (int) first));
          case (int) CACHE ->
              device.run(control, CACHED_BYTES, lane -> cache(lane, (int) first, (int) second));
          case (int) READ -> device.run(control, 0, lane -> read(lane, first));
          default -> throw new IllegalArgumentException("request " + what);
        };
    return ByteBuffer.allocate(Long.BYTES).putLong(answer).array();
  }

  private long sum(Lane lane, long items, long itemNanos) {
    MemorySegment sum = lane.host(Long.BYTES);
    DeviceMemory counters = lane.allocate(2L * Long.BYTES);
    lane.fill(counters, (byte) 0);
    SlicedRun.run(
        lane,
        new SlicePlan(SLICES, items, counters, 0),
        (index, count, _) ->
            lane.launch(
                module.function("slice_of_sum"),
                new LaunchShape(16, 32, 0),
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
  }

  private long fault(Lane lane, int kind) {
    DeviceMemory valid = lane.allocate(64);
    lane.launch(module.function("fault"), new LaunchShape(1, 1, 0), kind, valid.address());
    lane.await();
    return 0;
  }

  private long cache(Lane lane, int factor, int addend) {
    DeviceMemory memory = lane.allocate(CACHED_BYTES);
    lane.launch(
        module.function("fill"),
        new LaunchShape(256, 256, 0),
        memory.address(),
        CACHED_BYTES / 4,
        factor,
        addend,
        1);
    lane.await();
    cached = memory.keep();
    return device.memoryUse().resident();
  }

  private long read(Lane lane, long index) {
    MemorySegment word = lane.host(Integer.BYTES);
    lane.download(cached, Integer.BYTES * index, word);
    lane.await();
    return word.get(ValueLayout.JAVA_INT, 0);
  }

  @Override
  public void close() {
    device.close();
  }
}
