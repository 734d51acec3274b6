package io.cliquestream.worker.config;

import io.cliquestream.kernels.engine.EngineChoice;
import io.cliquestream.kernels.engine.EngineOptions;
import io.cliquestream.kernels.engine.Engines;
import io.cliquestream.kernels.failure.ComputeException;
import java.util.List;

/** Which engine answers jobs, with how many threads, and how much of a GPU. */
@Section("engine")
public record EngineSettings(
    @Setting(defaultValue = "auto", description = "auto, cpu or cuda.") Choice kind,
    @Setting(
            defaultValue = "0",
            range = "0..4096",
            description = "Compute threads; 0 for one per core.")
        int threads,
    @Setting(
            defaultValue = "0",
            range = "0..63",
            description = "Index of the GPU, as the driver counts.")
        int device,
    @Setting(
            defaultValue = "",
            description =
                "GPUs that share the jobs that take long: all, or indexes such as 0,1; the one of"
                    + " engine.device when empty. Memory and jobs side by side are for each.")
        String devices,
    @Setting(
            defaultValue = "9",
            range = "1..64",
            description =
                "GPU jobs side by side. With as many as there are lanes of all kinds, no job waits"
                    + " for a second time behind the worker's line.")
        int deviceLanes,
    @Setting(
            defaultValue = "0B",
            range = "0B..16TiB",
            description =
                "Most device memory in use at a time, graphs and jobs together; 0B for nine tenths"
                    + " of what is free at the start.")
        ByteSize deviceBytes,
    @Setting(
            defaultValue = "0B",
            range = "0B..16TiB",
            description =
                "Bytes of graphs kept on the device between jobs; 0B for half of the device"
                    + " memory.")
        ByteSize deviceCacheBytes) {
  /** Engines a worker can be told to use. */
  public enum Choice {
    /** The best one of this machine. */
    AUTO,
    CPU,
    CUDA
  }

  /** Checks what no bound does. */
  public EngineSettings {
    try {
      var _ = Engines.deviceList(devices);
    } catch (ComputeException e) {
      throw new IllegalArgumentException("engine.devices: " + e.getMessage(), e);
    }
  }

  /** The GPUs for the compute library; none for that of the options. */
  public List<Integer> deviceList() {
    return Engines.deviceList(devices);
  }

  /** The same for the compute library. */
  public EngineOptions options() {
    return new EngineOptions(
        threads, device, deviceLanes, deviceBytes.bytes(), deviceCacheBytes.bytes());
  }

  /** The choice for the compute library. */
  public EngineChoice choice() {
    return switch (kind) {
      case AUTO -> EngineChoice.AUTO;
      case CPU -> EngineChoice.CPU;
      case CUDA -> EngineChoice.CUDA;
    };
  }
}
