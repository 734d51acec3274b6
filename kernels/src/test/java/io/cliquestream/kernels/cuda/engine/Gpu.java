package io.cliquestream.kernels.cuda.engine;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cliquestream.kernels.cuda.CudaInstallation;
import io.cliquestream.kernels.engine.CudaEngine;
import io.cliquestream.kernels.engine.EngineOptions;

/** The GPU of this machine for tests, which skip visibly where there is none. */
final class Gpu {
  private Gpu() {}

  /** Opens the engine, or skips the test. */
  static CudaEngine open(EngineOptions options) {
    var installation = CudaInstallation.find();
    assumeTrue(installation.problem().isEmpty(), () -> installation.problem().orElseThrow());
    return CudaEngine.open(options);
  }

  static CudaEngine open() {
    return open(EngineOptions.DEFAULT);
  }
}
