package io.cliquestream.kernels.cuda.change;

import io.cliquestream.kernels.change.device.ChangeQuestion;
import io.cliquestream.kernels.change.device.DeviceCosts;
import io.cliquestream.kernels.change.device.WholeCosts;
import io.cliquestream.kernels.failure.Options;
import java.util.List;

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
 * @param probeNanos a look-up of counting what changed, for triangles, cliques of four vertices, of
 *     five, and so on, as long as the costs have a whole count of them; before any was measured
 * @param changeShare what the changes that are applied at once take of each graph is at most one
 *     part in so many of the budget: they are applied in more pieces on a small device
 */
public record DeviceChangePolicy(
    DeviceCosts costs,
    int poolSpare,
    int hubDegree,
    int hubShare,
    int graphShare,
    int stepShare,
    int mostGraphs,
    List<Double> probeNanos,
    int changeShare) {
  /** Of the device for each change of those that are applied at once: keys, records, sorting. */
  private static final long CHANGE_BYTES = 245;

  /** With fewer at once, calls take longer than the changes. */
  private static final long LEAST_CHANGES = 1 << 10;

  /**
   * A call of 0.45 ms, 2^20 changes at once where the device has the room, three times the rows, a
   * third of the budget.
   */
  public static final DeviceChangePolicy DEFAULT =
      new DeviceChangePolicy(
          new DeviceCosts(
              450_000,
              50,
              0.00125,
              25,
              1e9,
              1 << 20,
              new WholeCosts(600_000, 0.2, List.of(0.5, 4.0))),
          3,
          512,
          64,
          3,
          4,
          256,
          List.of(0.016, 1.5, 2.2),
          64);

  public DeviceChangePolicy {
    Options.require(poolSpare >= 2, "a pool must be twice its rows or more, not " + poolSpare);
    probeNanos = List.copyOf(probeNanos);
    Options.require(
        probeNanos.size() > costs.whole().cliqueNanos().size(),
        "every question that has a whole count needs the time of a look-up");
    Options.require(
        hubDegree >= 1
            && hubShare >= 1
            && graphShare >= 1
            && stepShare >= 1
            && mostGraphs >= 1
            && changeShare >= 1,
        "a bound of graphs that change is below 1");
  }

  /** A look-up of counting what changed of a question that has a whole count. */
  double probeNanos(ChangeQuestion question) {
    return probeNanos.get(
        question instanceof ChangeQuestion.Cliques(int k)
            ? k - ChangeQuestion.Cliques.SMALLEST + 1
            : 0);
  }

  /**
   * The same for a device with so many bytes: on one with less room fewer changes are applied at
   * once.
   */
  public DeviceChangePolicy forBudget(long bytes) {
    long room = Math.max(LEAST_CHANGES, bytes / changeShare / CHANGE_BYTES);
    return withMostChanges((int) Math.min(costs.mostChanges(), Long.highestOneBit(room)));
  }

  /** The same with another number of changes that are applied at once. */
  public DeviceChangePolicy withMostChanges(int changes) {
    return with(changes, costs.whole());
  }

  /** The same with other costs of counting a graph whole. */
  public DeviceChangePolicy withWhole(WholeCosts whole) {
    return with(costs.mostChanges(), whole);
  }

  private DeviceChangePolicy with(int mostChanges, WholeCosts whole) {
    return new DeviceChangePolicy(
        new DeviceCosts(
            costs.callNanos(),
            costs.changeNanos(),
            costs.stepNanos(),
            costs.loadEdgeNanos(),
            costs.mostNanos(),
            mostChanges,
            whole),
        poolSpare,
        hubDegree,
        hubShare,
        graphShare,
        stepShare,
        mostGraphs,
        probeNanos,
        changeShare);
  }
}
