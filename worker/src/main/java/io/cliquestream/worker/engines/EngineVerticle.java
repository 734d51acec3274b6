package io.cliquestream.worker.engines;

import io.cliquestream.kernels.engine.AutoEngine;
import io.cliquestream.kernels.engine.Engine;
import io.cliquestream.kernels.engine.Engines;
import io.cliquestream.worker.config.EngineSettings;
import io.vertx.core.AbstractVerticle;
import java.util.List;

/**
 * Owns an engine and with it the GPU, if there is one: a worker verticle, since opening and closing
 * one blocks. Jobs run on the engine's own threads, never on this verticle's, and the GPU's in a
 * process of its own, so that a fault of the GPU does not end the worker.
 */
public final class EngineVerticle extends AbstractVerticle {
  private final EngineSettings settings;
  private volatile Engine engine;

  public EngineVerticle(EngineSettings settings) {
    this.settings = settings;
  }

  @Override
  public void start() {
    engine = Engines.openSupervised(settings.choice(), settings.options(), settings.deviceList());
  }

  @Override
  public void stop() {
    engine.close();
  }

  /** The engine, once this is deployed. */
  public Engine engine() {
    return engine;
  }

  /** The engine for jobs without a preference, then those that jobs can ask for by name. */
  public List<Engine> engines() {
    return engine instanceof AutoEngine both
        ? List.of(both, both.cpu(), both.cuda())
        : List.of(engine);
  }
}
