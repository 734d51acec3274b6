package io.cliquestream.kernels.change.device;

import java.util.OptionalDouble;

/**
 * What a device is expected to take, before anything was measured, and how much it takes at once.
 *
 * @param callNanos a step without changes, there and back
 * @param changeNanos a changed edge: to the device, and into the rows there
 * @param stepNanos what a step of following on the host is worth on the device
 * @param loadEdgeNanos an edge of a graph that is not there yet
 * @param mostNanos longest predicted step: a kernel that counts changes hears of no stop
 * @param mostChanges changes that are applied at once; more are several batches to the device
 * @param whole what counting the graph whole takes, which it does where that is sooner
 */
public record DeviceCosts(
    double callNanos,
    double changeNanos,
    double stepNanos,
    double loadEdgeNanos,
    double mostNanos,
    int mostChanges,
    WholeCosts whole) {
  /**
   * {@return the steps of a batch that the device's time goes with: with more of them it counts the
   * graph whole}
   *
   * @param steps of following on the host
   * @param question what is counted
   * @param edges of the graph after the batch
   */
  public double boundedSteps(double steps, ChangeQuestion question, long edges) {
    OptionalDouble most = whole.nanos(question, edges);
    return most.isPresent() ? Math.min(steps, most.getAsDouble() / stepNanos) : steps;
  }
}
