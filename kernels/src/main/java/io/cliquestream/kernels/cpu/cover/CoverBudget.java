package io.cliquestream.kernels.cpu.cover;

import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.kernels.control.StopMeter;

/** What all parts of one search may spend together. Of one thread. */
final class CoverBudget {
  private final StopMeter meter;
  private final long most;
  private long nodes;

  CoverBudget(StopCheck stop, long mostNodes) {
    this.meter = new StopMeter(stop);
    this.most = mostNodes;
  }

  /** Counts a node of the search tree; false when there may be none. */
  boolean spendNode() {
    if (nodes == most) {
      return false;
    }
    nodes++;
    return true;
  }

  /** Counts steps of work, and looks now and then whether to stop. */
  void work(long steps) {
    meter.work(steps);
  }

  long nodes() {
    return nodes;
  }
}
