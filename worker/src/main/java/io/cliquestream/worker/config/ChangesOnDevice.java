package io.cliquestream.worker.config;

import io.cliquestream.kernels.change.device.DeviceCopies;
import io.cliquestream.kernels.change.standing.Advance.Method;
import io.cliquestream.kernels.engine.Engine;
import java.util.Optional;

/** When a GPU counts what changed for standing jobs. */
public enum ChangesOnDevice {
  /** Where that is predicted to be the soonest way. */
  AUTO,
  /** Never. */
  NEVER,
  /** Wherever it can. */
  ALWAYS;

  /** The engine's copies of graphs, if they are to be used. */
  public Optional<DeviceCopies> copies(Engine engine) {
    return this == NEVER ? Optional.empty() : engine.changes();
  }

  /** The way that is given, not chosen. */
  public Optional<Method> forced() {
    return this == ALWAYS ? Optional.of(Method.DEVICE) : Optional.empty();
  }
}
