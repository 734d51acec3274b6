package io.cliquestream.kernels.cuda.probe;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.cuda.device.CudaDevice;
import io.cliquestream.kernels.cuda.device.DeviceMemory;
import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.driver.DeviceFunction;
import io.cliquestream.kernels.cuda.driver.LaunchShape;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;

/**
 * Runs one small kernel on every multiprocessor and compares what it gives with the host's own
 * computation. A device can be listed by its driver and yet be of no use: an architecture this
 * build has no code for, a driver that is half updated, memory that fails.
 */
public final class DeviceProbe {
  private static final String KERNEL = "cs_probe";
  private static final int THREADS = 256;
  private static final int BLOCKS_PER_MULTIPROCESSOR = 4;
  private static final long PEAK_BYTES = 4096;
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final CudaDevice device;
  private final DeviceFunction kernel;

  /**
   * Loads the kernel.
   *
   * @param image the build's fatbin
   * @throws ComputeException when the driver does not take it
   */
  public DeviceProbe(CudaDevice device, byte[] image) {
    this.device = device;
    this.kernel = device.load(image).function(KERNEL);
  }

  /**
   * Runs it, for half a minute at most.
   *
   * @throws ComputeException ENGINE_UNAVAILABLE when the device's answer is wrong; DEVICE_FAULT,
   *     DEADLINE_EXCEEDED or another code when it gives none
   */
  public void run(long seed) {
    int blocks = device.description().multiprocessors() * BLOCKS_PER_MULTIPROCESSOR;
    long found =
        device.run(JobControl.within(PATIENCE), PEAK_BYTES, lane -> sum(lane, blocks, seed));
    long expected = expectedSum(seed, (long) blocks * THREADS);
    if (found != expected) {
      throw new ComputeException(
          FailureCode.ENGINE_UNAVAILABLE,
          "the CUDA engine is not available: GPU "
              + device.description().ordinal()
              + " computes wrongly (the probe gave "
              + Long.toUnsignedString(found)
              + ", not "
              + Long.toUnsignedString(expected)
              + ")");
    }
  }

  private long sum(Lane lane, int blocks, long seed) {
    DeviceMemory sum = lane.allocate(Long.BYTES);
    MemorySegment answer = lane.host(Long.BYTES);
    lane.fill(sum, (byte) 0);
    lane.launch(kernel, new LaunchShape(blocks, THREADS, 0), seed, sum.address());
    lane.download(sum, 0, answer);
    lane.await();
    return answer.get(ValueLayout.JAVA_LONG, 0);
  }

  /**
   * The sum, modulo 2^64, of the first numbers of the splitmix64 sequence (Steele, Lea, Flood:
   * "Fast splittable pseudorandom number generators", 2014).
   */
  static long expectedSum(long seed, long numbers) {
    long sum = 0;
    long state = seed;
    for (long i = 0; i < numbers; i++) {
      state += 0x9e3779b97f4a7c15L;
      long value = (state ^ (state >>> 30)) * 0xbf58476d1ce4e5b9L;
      value = (value ^ (value >>> 27)) * 0x94d049bb133111ebL;
      sum += value ^ (value >>> 31);
    }
    return sum;
  }
}
