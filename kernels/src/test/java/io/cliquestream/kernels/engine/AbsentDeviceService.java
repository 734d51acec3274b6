package io.cliquestream.kernels.engine;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;

/** The host's engine as one of several devices, of which the second is somebody else's. */
public final class AbsentDeviceService extends EngineService {
  /** For the process's main class. */
  public AbsentDeviceService() {}

  @Override
  protected Engine openEngine(EngineOptions options) {
    if (options.device() == 1) {
      throw new ComputeException(FailureCode.ENGINE_UNAVAILABLE, "it is taken");
    }
    return Engines.open(EngineChoice.CPU, options);
  }
}
