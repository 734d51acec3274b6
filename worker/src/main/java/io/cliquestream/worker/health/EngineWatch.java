package io.cliquestream.worker.health;

import io.cliquestream.kernels.engine.DeviceStatus;
import io.cliquestream.kernels.engine.Engine;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Asks an engine for its device in the background, since the device's process may take a second to
 * answer, and gives the last answer to health and metrics at once.
 */
public final class EngineWatch
    implements HealthPart, Supplier<Optional<DeviceStatus>>, AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final BackgroundWatch watch;
  private volatile Optional<DeviceStatus> last;

  /** Asks once, then starts to watch; may block for a second. */
  public EngineWatch(Engine engine) {
    last = engine.device();
    watch = new BackgroundWatch("engine", PATIENCE, () -> look(engine)).start();
  }

  private PartHealth look(Engine engine) {
    Optional<DeviceStatus> device = engine.device();
    last = device;
    if (device.isEmpty()) {
      return PartHealth.up(Duration.ZERO, engine.kind().label() + " takes jobs");
    }
    boolean ready = device.get().ready();
    return new PartHealth(
        ready,
        Duration.ZERO,
        device.get().name() + (ready ? " takes jobs" : " is being recovered"));
  }

  @Override
  public PartHealth now() {
    return watch.now();
  }

  /** The device as last seen, if there is one. */
  @Override
  public Optional<DeviceStatus> get() {
    return last;
  }

  /** Stops asking. */
  @Override
  public void close() {
    watch.close();
  }
}
