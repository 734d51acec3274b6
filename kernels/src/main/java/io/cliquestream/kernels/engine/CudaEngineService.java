package io.cliquestream.kernels.engine;

/** The CUDA engine in its own process. */
final class CudaEngineService extends EngineService {
  @Override
  protected Engine openEngine(EngineOptions options) {
    return CudaEngine.open(options);
  }
}
