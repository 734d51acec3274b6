package io.cliquestream.kernels.cuda.change;

import io.cliquestream.kernels.change.device.DeviceCosts;
import io.cliquestream.kernels.failure.Options;

/**
 * Tuning of graphs that change on a device. Times are of one H200 with the device in its own
 * process; see {@code src/bench/cuda/RECORD-changes.md}.
 *
 * @param costs what the planner reckons with, and the changes that are applied at once
 * @param poolSpare the pool of rows is so many times as large as the rows in it, 2 or more: a batch
 *     writes the rows that it changes behind the others
 * @param hubDegree longer rows get a bit row, as far as the memory goes
 * @param hubShare bit rows take at most one part in so many of the device's budget
 * @param graphShare all graphs together take at most one part in so many of it
 * @param stepShare what one count works in takes at most one part in so many of it
 * @param mostGraphs graphs at most
 */
public record DeviceChangePolicy(
    DeviceCosts costs,
    int poolSpare,
    int hubDegree,
    int hubShare,
    int graphShare,
    int stepShare,
    int mostGraphs) {
  /** A call of 0.45 ms, 2^20 changes at once, three times the rows, a third of the budget. */
  public static final DeviceChangePolicy DEFAULT =
      new DeviceChangePolicy(
          new DeviceCosts(450_000, 50, 0.00125, 25, 1e9, 1 << 20), 3, 512, 64, 3, 4, 256);

  public DeviceChangePolicy {
    Options.require(poolSpare >= 2, "a pool must be twice its rows or more, not " + poolSpare);
    Options.require(
        hubDegree >= 1 && hubShare >= 1 && graphShare >= 1 && stepShare >= 1 && mostGraphs >= 1,
        "a bound of graphs that change is below 1");
  }

  /** The same with another number of changes that are applied at once. */
  public DeviceChangePolicy withMostChanges(int changes) {
    return new DeviceChangePolicy(
        new DeviceCosts(
            costs.callNanos(),
            costs.changeNanos(),
            costs.stepNanos(),
            costs.loadEdgeNanos(),
            costs.mostNanos(),
            changes),
        poolSpare,
        hubDegree,
        hubShare,
        graphShare,
        stepShare,
        mostGraphs);
  }

  /** The same with bit rows for other rows. */
  public DeviceChangePolicy withHubDegree(int degree) {
    return new DeviceChangePolicy(
        costs, poolSpare, degree, hubShare, graphShare, stepShare, mostGraphs);
  }
}
