package io.cliquestream.kernels.engine;

/** The CUDA engine in its own process. */
public final class CudaEngineService extends EngineService {
  /** For the process's main class. */
  public CudaEngineService() {}

  @Override
  protected Engine openEngine(EngineOptions options) {
    return CudaEngine.open(options);
  }
}
