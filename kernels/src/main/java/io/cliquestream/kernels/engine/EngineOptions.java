package io.cliquestream.kernels.engine;

import io.cliquestream.kernels.failure.Options;

/**
 * How to open an engine.
 *
 * @param threads CPU threads; 0 stands for one per core
 * @param device index of the GPU, as the driver counts
 * @param lanes GPU jobs side by side, 1 to 64
 * @param deviceBytes most bytes of device memory in use at a time; 0 stands for nine tenths of what
 *     is free when the device is opened
 * @param deviceCacheBytes most bytes of graphs kept on the device; 0 stands for half of the memory
 * @param loadAhead whether every kernel is loaded when the engine is opened, so that none has to
 *     wait later for one that runs for long; else each is loaded when it is first used
 */
public record EngineOptions(
    int threads,
    int device,
    int lanes,
    long deviceBytes,
    long deviceCacheBytes,
    boolean loadAhead) {

  /** A core's thread each, the first GPU with eight lanes and its memory. */
  public static final EngineOptions DEFAULT = new EngineOptions(0, 0, 8, 0, 0);

  /** For a process that runs one job after another: what it does not need is not opened. */
  public static final EngineOptions ONE_JOB = new EngineOptions(0, 0, 1, 0, 0, false);

  /**
   * Options with every kernel loaded ahead.
   *
   * @param threads CPU threads; 0 stands for one per core
   * @param device index of the GPU, as the driver counts
   * @param lanes GPU jobs side by side, 1 to 64
   * @param deviceBytes most bytes of device memory in use at a time; 0 stands for nine tenths of
   *     what is free
   * @param deviceCacheBytes most bytes of graphs kept on the device; 0 stands for half of the
   *     memory
   */
  public EngineOptions(
      int threads, int device, int lanes, long deviceBytes, long deviceCacheBytes) {
    this(threads, device, lanes, deviceBytes, deviceCacheBytes, true);
  }

  /**
   * Checks the bounds.
   *
   * @throws io.cliquestream.kernels.failure.ComputeException OPTION_INVALID for one that is out of
   *     its range
   */
  public EngineOptions {
    Options.require(threads >= 0, "the number of threads must be 0 or more, not " + threads);
    Options.require(device >= 0, "the index of a GPU must be 0 or more, not " + device);
    Options.require(lanes >= 1 && lanes <= 64, "the number of lanes must be 1 to 64, not " + lanes);
    Options.require(deviceBytes >= 0, "device memory must be 0 bytes or more, not " + deviceBytes);
    Options.require(
        deviceCacheBytes >= 0, "the device cache must be 0 bytes or more, not " + deviceCacheBytes);
  }

  /**
   * {@return the same with a number of CPU threads}
   *
   * @param count 0 or more; 0 stands for one per core
   */
  public EngineOptions withThreads(int count) {
    return new EngineOptions(count, device, lanes, deviceBytes, deviceCacheBytes, loadAhead);
  }

  /**
   * {@return the same on another GPU}
   *
   * @param index as the driver counts, from 0
   */
  public EngineOptions withDevice(int index) {
    return new EngineOptions(threads, index, lanes, deviceBytes, deviceCacheBytes, loadAhead);
  }

  /** Threads with 0 replaced by the number of cores. */
  int effectiveThreads() {
    return threads == 0 ? Runtime.getRuntime().availableProcessors() : threads;
  }
}
