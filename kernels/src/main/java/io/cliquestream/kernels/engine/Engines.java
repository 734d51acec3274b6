package io.cliquestream.kernels.engine;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.util.List;

/** Opens engines. */
public final class Engines {
  private static final String NO_CUDA_ENGINE = "this build holds no CUDA engine";

  private Engines() {}

  /** Opens the best engine of this machine, with one thread per core. */
  public static Engine open() {
    return open(EngineChoice.AUTO, 0);
  }

  /**
   * Opens an engine.
   *
   * @param threads CPU threads; 0 stands for one per core
   * @throws ComputeException ENGINE_UNAVAILABLE when the one asked for is not there
   */
  public static Engine open(EngineChoice choice, int threads) {
    if (threads < 0) {
      throw new ComputeException(
          FailureCode.OPTION_INVALID, "the number of threads must be 0 or more, not " + threads);
    }
    return switch (choice) {
      case AUTO, CPU ->
          new CpuEngine(threads == 0 ? Runtime.getRuntime().availableProcessors() : threads);
      case CUDA ->
          throw new ComputeException(
              FailureCode.ENGINE_UNAVAILABLE,
              "the CUDA engine is not available: " + NO_CUDA_ENGINE);
    };
  }

  /** Every engine, and whether it can be opened here. */
  public static List<EngineAvailability> survey() {
    return List.of(
        new EngineAvailability(
            EngineKind.CPU, true, Runtime.getRuntime().availableProcessors() + " cores"),
        new EngineAvailability(EngineKind.CUDA, false, NO_CUDA_ENGINE));
  }
}
