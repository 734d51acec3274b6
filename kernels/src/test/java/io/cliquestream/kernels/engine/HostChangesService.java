package io.cliquestream.kernels.engine;

import io.cliquestream.kernels.change.device.ChangeDevice;
import io.cliquestream.kernels.change.device.HostChangeDevice;

/** The host's engine in a process of its own that also stands for a device that counts changes. */
public final class HostChangesService extends EngineService {
  private final HostChangeDevice changes = new HostChangeDevice();

  /** For the process's main class. */
  public HostChangesService() {}

  @Override
  protected Engine openEngine(EngineOptions options) {
    return Engines.open(EngineChoice.CPU, options);
  }

  @Override
  protected ChangeDevice changeDevice(Engine on) {
    return changes;
  }
}
