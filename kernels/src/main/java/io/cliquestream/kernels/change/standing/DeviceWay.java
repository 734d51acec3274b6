package io.cliquestream.kernels.change.standing;

import io.cliquestream.kernels.change.GraphVersion;
import io.cliquestream.kernels.change.VersionChange;
import io.cliquestream.kernels.change.device.ChangeCounts;
import io.cliquestream.kernels.change.device.ChangeQuestion;
import io.cliquestream.kernels.change.device.DeviceCopy;
import io.cliquestream.kernels.change.device.DeviceCosts;
import io.cliquestream.kernels.change.standing.Advance.Method;
import io.cliquestream.kernels.change.state.MaintainedAnswer;
import io.cliquestream.kernels.control.JobControl;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A standing job's way over a device: when it is taken, and taking it. The graph is loaded once
 * what steps took longer elsewhere adds up to what loading costs, so that at worst twice the time
 * of the best choice is spent. For one thread at a time.
 */
final class DeviceWay implements AutoCloseable {
  private final DeviceCopy copy;
  private final CostPlanner planner;
  private boolean closed;

  /**
   * @param copy the caller's part in it is taken over
   */
  DeviceWay(DeviceCopy copy, CostPlanner planner) {
    this.copy = copy;
    this.planner = planner;
  }

  /** Expected time with the graph on the device; empty when the device cannot be asked. */
  OptionalDouble predict(MaintainedAnswer answer, VersionChange change, double steps) {
    Optional<ChangeQuestion> question = answer.question();
    if (question.isEmpty() || !copy.isUsable()) {
      return OptionalDouble.empty();
    }
    DeviceCosts costs = copy.costs();
    double bounded = costs.boundedSteps(steps, question.get(), change.edgesAfter());
    return OptionalDouble.of(planner.deviceNanos(costs, bounded, change.count()));
  }

  /**
   * Whether it is taken, rather than another that is expected to take so long. One whose changes
   * are expected to be on the device for too long never is: the kernels that count changes hear of
   * no stop, and the device counts them wherever it does not know the total before.
   *
   * @param from what the answer stands on
   * @param nanos what {@link #predict} said
   */
  boolean isTaken(
      Optional<Method> forced,
      GraphVersion from,
      VersionChange change,
      double steps,
      double nanos,
      double other) {
    DeviceCosts costs = copy.costs();
    return planner.deviceNanos(costs, steps, change.count()) <= costs.mostNanos()
        && forced
            .map(way -> way == Method.DEVICE)
            .orElseGet(() -> nanos < other && (copy.isNear(from) || copy.isWorthLoading(from)));
  }

  /**
   * Another way was taken.
   *
   * @param from what the answer stood on
   * @param longer so much longer it took than the device was expected to; below 0: shorter
   */
  void passedOver(GraphVersion from, double longer) {
    planner.passedDeviceOver(copy.costs());
    copy.passedOver(from, longer);
  }

  /**
   * Brings an answer forward.
   *
   * @return whether it was; otherwise nothing has changed
   */
  boolean advance(
      MaintainedAnswer answer,
      GraphVersion from,
      GraphVersion newer,
      VersionChange change,
      double steps,
      JobControl control) {
    DeviceCosts costs = copy.costs();
    boolean loads = !copy.isNear(from);
    long start = System.nanoTime();
    ChangeQuestion question = answer.question().orElseThrow();
    Optional<ChangeCounts> counts = copy.count(from, newer, change, question, control);
    if (counts.isEmpty()) {
      return false;
    }
    try {
      answer.advanced(counts.get());
    } catch (ArithmeticException _) {
      return false;
    }
    if (!loads) {
      double bounded = costs.boundedSteps(steps, question, change.edgesAfter());
      planner.advancedOnDevice(costs, bounded, change.count(), System.nanoTime() - start);
    }
    return true;
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      copy.close();
    }
  }
}
