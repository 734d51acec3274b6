package io.cliquestream.kernels.engine;

/** The host's engine in a process of its own, so that supervision is tested without a GPU. */
public final class CpuEngineService extends EngineService {
  /** For the process's main class. */
  public CpuEngineService() {}

  @Override
  protected Engine openEngine(EngineOptions options) {
    return Engines.open(EngineChoice.CPU, options);
  }
}
