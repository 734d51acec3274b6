package io.cliquestream.kernels.change.device;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.PreparedGraph;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Several devices as one: a copy goes to the one with the fewest, and stays there. */
public final class ChangeDevices implements ChangeDevice {
  private final List<ChangeDevice> devices;
  private final Map<Long, ChangeDevice> byCopy = new ConcurrentHashMap<>();

  /**
   * Joins devices, none of which is closed.
   *
   * @param devices one or more, which stay the caller's
   */
  public ChangeDevices(List<ChangeDevice> devices) {
    this.devices = List.copyOf(devices);
  }

  @Override
  public boolean isReady() {
    return devices.stream().anyMatch(ChangeDevice::isReady);
  }

  /** Of the device that takes the fewest changes at once, as a copy may be on any. */
  @Override
  public DeviceCosts costs() {
    return devices.stream()
        .map(ChangeDevice::costs)
        .min(Comparator.comparingInt(DeviceCosts::mostChanges))
        .orElseThrow();
  }

  @Override
  public void load(long copy, PreparedGraph graph, int mostIds, JobControl control) {
    ChangeDevice device =
        devices.stream()
            .filter(ChangeDevice::isReady)
            .min(Comparator.comparingLong(this::copies))
            .orElseThrow(
                () -> new ComputeException(FailureCode.ENGINE_UNAVAILABLE, "no GPU is ready"));
    byCopy.put(copy, device);
    device.load(copy, graph, mostIds, control);
  }

  private long copies(ChangeDevice device) {
    return byCopy.values().stream().filter(device::equals).count();
  }

  @Override
  public Optional<ChangeCounts> count(long copy, ChangeStep step, JobControl control) {
    return Optional.ofNullable(byCopy.get(copy))
        .filter(ChangeDevice::isReady)
        .flatMap(device -> device.count(copy, step, control));
  }

  @Override
  public void drop(long copy) {
    ChangeDevice device = byCopy.remove(copy);
    if (device != null) {
      device.drop(copy);
    }
  }
}
