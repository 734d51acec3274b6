package io.cliquestream.worker.config;

/** Which engine answers jobs, and with how many threads. */
@Section("engine")
public record EngineSettings(
    @Setting(defaultValue = "auto", description = "auto, cpu or cuda.") Choice kind,
    @Setting(
            defaultValue = "0",
            minimum = "0",
            maximum = "4096",
            description = "Compute threads; 0 for one per core.")
        int threads) {
  /** Engines a worker can be told to use. */
  public enum Choice {
    /** The best one of this machine. */
    AUTO,
    CPU,
    CUDA
  }

  /** Threads with 0 replaced by the number of cores. */
  public int effectiveThreads() {
    return threads == 0 ? Runtime.getRuntime().availableProcessors() : threads;
  }
}
