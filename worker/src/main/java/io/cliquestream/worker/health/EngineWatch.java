package io.cliquestream.worker.health;

import io.cliquestream.kernels.answer.EngineKind;
import io.cliquestream.kernels.engine.DeviceStatus;
import io.cliquestream.kernels.engine.Engine;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Asks an engine for its devices in the background, since a device's process may take a second to
 * answer, and gives the last answer to health and metrics at once.
 */
public final class EngineWatch implements HealthPart, Supplier<List<DeviceStatus>>, AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final BackgroundWatch watch;
  private volatile List<DeviceStatus> last;

  /** Asks once, then starts to watch; may block for a second. */
  public EngineWatch(Engine engine) {
    last = engine.devices();
    watch = new BackgroundWatch("engine", PATIENCE, () -> look(engine)).start();
  }

  private PartHealth look(Engine engine) {
    List<DeviceStatus> devices = engine.devices();
    last = devices;
    if (devices.isEmpty()) {
      return PartHealth.up(Duration.ZERO, engine.kind().label() + " takes jobs");
    }
    List<DeviceStatus> ready = devices.stream().filter(DeviceStatus::ready).toList();
    if (engine.kind() == EngineKind.CPU) {
      return PartHealth.up(
          Duration.ZERO,
          "%s takes jobs alone; %s".formatted(engine.kind().label(), names(devices)));
    }
    return new PartHealth(!ready.isEmpty(), Duration.ZERO, text(devices, ready));
  }

  private static String names(List<DeviceStatus> devices) {
    return devices.stream().map(DeviceStatus::name).distinct().collect(Collectors.joining("; "));
  }

  private static String text(List<DeviceStatus> devices, List<DeviceStatus> ready) {
    if (devices.size() > 1) {
      return "%d of %d GPUs (%s) take jobs".formatted(ready.size(), devices.size(), names(devices));
    }
    return devices.getFirst().name() + (ready.isEmpty() ? " is being recovered" : " takes jobs");
  }

  @Override
  public PartHealth now() {
    return watch.now();
  }

  /** The devices as last seen. */
  @Override
  public List<DeviceStatus> get() {
    return last;
  }

  /** Stops asking. */
  @Override
  public void close() {
    watch.close();
  }
}
