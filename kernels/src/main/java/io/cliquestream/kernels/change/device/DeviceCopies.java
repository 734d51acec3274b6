package io.cliquestream.kernels.change.device;

import io.cliquestream.kernels.change.GraphVersion;
import java.util.IdentityHashMap;

/**
 * The copies of evolving graphs on a device, one for each graph however many jobs follow it. A copy
 * goes with the last job. Safe for use by any number of threads.
 */
public final class DeviceCopies {
  private final ChangeDevice device;
  private final IdentityHashMap<Object, DeviceCopy> copies = new IdentityHashMap<>();

  /**
   * Keeps copies on a device; none is made yet.
   *
   * @param device stays the caller's
   */
  public DeviceCopies(ChangeDevice device) {
    this.device = device;
  }

  /**
   * The copy of a version's graph, for the caller to close; nothing is on the device before it is
   * needed there.
   *
   * @param version any of the graph's; stays the caller's
   * @return for the caller to close; the same copy for all versions of the graph
   */
  public synchronized DeviceCopy join(GraphVersion version) {
    DeviceCopy copy =
        copies.computeIfAbsent(version.lineage(), lineage -> new DeviceCopy(this, lineage, device));
    copy.users++;
    return copy;
  }

  /** One job less. */
  void leave(DeviceCopy copy) {
    synchronized (this) {
      if (--copy.users > 0) {
        return;
      }
      copies.remove(copy.lineage);
    }
    copy.forget();
  }

  /** {@return the device that the copies are on} */
  public ChangeDevice device() {
    return device;
  }

  /** How many graphs jobs follow with this device at hand. */
  synchronized int count() {
    return copies.size();
  }
}
