package io.cliquestream.kernels.engine.process;

import io.cliquestream.kernels.engine.CudaEngine;
import io.cliquestream.kernels.engine.Engine;
import io.cliquestream.kernels.engine.EngineOptions;

/** The CUDA engine in its own process. */
public final class CudaEngineService extends EngineService {
  /** For the process's main class. */
  public CudaEngineService() {}

  @Override
  protected Engine openEngine(EngineOptions options) {
    return CudaEngine.open(options);
  }
}
