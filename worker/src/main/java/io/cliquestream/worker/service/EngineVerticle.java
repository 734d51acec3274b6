package io.cliquestream.worker.service;

import io.cliquestream.kernels.engine.Engine;
import io.cliquestream.kernels.engine.EngineChoice;
import io.cliquestream.kernels.engine.Engines;
import io.cliquestream.worker.config.EngineSettings;
import io.vertx.core.AbstractVerticle;

/**
 * Owns an engine: a worker verticle, since opening and closing one blocks. Jobs run on the lanes'
 * threads and the engine's own, never on this verticle's.
 */
final class EngineVerticle extends AbstractVerticle {
  private final EngineSettings settings;
  private volatile Engine engine;

  EngineVerticle(EngineSettings settings) {
    this.settings = settings;
  }

  @Override
  public void start() {
    EngineChoice choice =
        switch (settings.kind()) {
          case AUTO -> EngineChoice.AUTO;
          case CPU -> EngineChoice.CPU;
          case CUDA -> EngineChoice.CUDA;
        };
    engine = Engines.open(choice, settings.threads());
  }

  @Override
  public void stop() {
    engine.close();
  }

  /** The engine, once this is deployed. */
  Engine engine() {
    return engine;
  }
}
