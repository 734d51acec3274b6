package io.cliquestream.worker.service;

import io.cliquestream.kernels.engine.AutoEngine;
import io.cliquestream.kernels.engine.DeviceStatus;
import io.cliquestream.kernels.engine.Engine;
import io.cliquestream.kernels.engine.Engines;
import io.cliquestream.worker.config.EngineSettings;
import io.vertx.core.AbstractVerticle;
import java.util.List;

/**
 * Owns an engine and with it the GPU, if there is one: a worker verticle, since opening and closing
 * one blocks. Jobs run on the lanes' threads and the engine's own, never on this verticle's.
 */
final class EngineVerticle extends AbstractVerticle {
  private final EngineSettings settings;
  private volatile Engine engine;

  EngineVerticle(EngineSettings settings) {
    this.settings = settings;
  }

  @Override
  public void start() {
    engine = Engines.open(settings.choice(), settings.options());
  }

  @Override
  public void stop() {
    engine.close();
  }

  /** The engine, once this is deployed. */
  Engine engine() {
    return engine;
  }

  /** The engine for jobs without a preference, then those that jobs can ask for by name. */
  List<Engine> engines() {
    return engine instanceof AutoEngine both
        ? List.of(both, both.cpu(), both.cuda())
        : List.of(engine);
  }

  /** Whether the engine takes jobs; a GPU whose context was lost does not. */
  boolean isReady() {
    return engine.device().map(DeviceStatus::ready).orElse(true);
  }
}
