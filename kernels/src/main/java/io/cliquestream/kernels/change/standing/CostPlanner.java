package io.cliquestream.kernels.change.standing;

import io.cliquestream.kernels.change.device.DeviceCosts;

/**
 * Predicts how long an advance and a recount take, and learns from both. Only which of three ways
 * to the same answer is taken depends on it.
 *
 * <p>An advance is steps times nanoseconds a step; a recount is nanoseconds an edge; an advance on
 * a device is a call, and beside it steps and changes for much less. The factors start from the
 * policy and follow what was measured, each new measurement with a weight.
 */
final class CostPlanner {
  /** First guess for a step, before any was measured. */
  private static final double STEP_NANOS = 1;

  /** Threads with which the first guess holds as it is. */
  private static final int FEW_THREADS = 2;

  /** Batches of so many changes keep all threads at work: 1,000 do on 14 threads, 100 do not. */
  private static final int SPREAD_CHANGES = 512;

  /** First guess for an edge of a recount. */
  private static final double EDGE_NANOS = 60;

  /**
   * A recount of fewer edges takes as long as one of so many: what it took says nothing of an edge.
   * A stream's first graph is often empty, and what is learned of it must hold for millions.
   */
  private static final long LEAST_EDGES = 1 << 14;

  private static final double MOST_STEPS = 1e18;
  private static final double WEIGHT = 0.25;

  /** An advance is given up when it takes so many times as long as a recount should. */
  private static final double PATIENCE = 2;

  private static final double LEAST_STEPS = 1e6;

  private static final double COLD = 4;
  private static final double LEAST_NANOS = 1e-4;
  private static final double MOST_NANOS = 1e6;
  private static final double FORGETTING = 0.97;

  /** A call to a device takes so much more or less than expected, at most. */
  private static final double MOST_CALLS = 100;

  /** Changes take so much more or less than expected, at most. */
  private static final double MOST_SCALE = 1_000;

  private double callNanos = -1;
  private double deviceScale = 1;
  private double stepNanos = STEP_NANOS;

  /** Of batches that several threads share; below 0 until one was. */
  private double spreadStepNanos = -1;

  private double spreadGuess;
  private double edgeNanos = EDGE_NANOS;
  private boolean counted;

  /** Of so many changes, which so many threads may share. */
  double incrementalNanos(double steps, long changes, int threads) {
    return steps * (isSpread(changes, threads) ? spreadStepNanos(threads) : stepNanos);
  }

  private static boolean isSpread(long changes, int threads) {
    return changes >= SPREAD_CHANGES && threads > FEW_THREADS;
  }

  private double spreadStepNanos(int threads) {
    if (spreadStepNanos < 0) {
      spreadGuess = STEP_NANOS * FEW_THREADS / threads;
      spreadStepNanos = spreadGuess;
    }
    return spreadStepNanos;
  }

  double recountNanos(long edges) {
    return Math.max(LEAST_EDGES, edges) * edgeNanos;
  }

  /** On a device that has the graph. */
  double deviceNanos(DeviceCosts costs, double steps, long changes) {
    return call(costs) + deviceScale * changeNanos(costs, steps, changes);
  }

  private double call(DeviceCosts costs) {
    return callNanos < 0 ? costs.callNanos() : callNanos;
  }

  private static double changeNanos(DeviceCosts costs, double steps, long changes) {
    return changes * costs.changeNanos() + steps * costs.stepNanos();
  }

  /** What was measured says something of the larger part of what was expected. */
  void advancedOnDevice(DeviceCosts costs, double steps, long changes, long nanos) {
    double expected = changeNanos(costs, steps, changes);
    double scaled = deviceScale * expected;
    if (scaled > call(costs)) {
      double measured = Math.max(0, nanos - call(costs)) / expected;
      double bounded = Math.min(MOST_SCALE, Math.max(1 / MOST_SCALE, measured));
      deviceScale += WEIGHT * (bounded - deviceScale);
    } else {
      double most = MOST_CALLS * costs.callNanos();
      double measured = Math.min(most, Math.max(costs.callNanos() / MOST_CALLS, nanos - scaled));
      callNanos = call(costs) + WEIGHT * (measured - call(costs));
    }
  }

  /** Another way was taken: one bad step must not keep the device from all later ones. */
  void passedDeviceOver(DeviceCosts costs) {
    deviceScale = Math.max(Math.min(deviceScale, 1), deviceScale * FORGETTING);
    callNanos = Math.max(Math.min(call(costs), costs.callNanos()), call(costs) * FORGETTING);
  }

  /** Most steps of an advance while a recount would do. */
  long mostSteps(long edges) {
    return (long) Math.min(MOST_STEPS, LEAST_STEPS + PATIENCE * recountNanos(edges));
  }

  /** Of so many changes, which so many threads may share. */
  void advanced(double steps, long changes, int threads, long nanos) {
    if (steps <= 0) {
      return;
    }
    if (isSpread(changes, threads)) {
      double before = spreadStepNanos(threads);
      spreadStepNanos = before + WEIGHT * (measured(steps, nanos) - before);
    } else {
      stepNanos += WEIGHT * (measured(steps, nanos) - stepNanos);
    }
  }

  private static double measured(double steps, long nanos) {
    return Math.min(MOST_NANOS, Math.max(LEAST_NANOS, nanos / steps));
  }

  /** Another way was taken: one bad batch must not keep all later ones from being followed. */
  void passedOver() {
    stepNanos = Math.max(Math.min(stepNanos, STEP_NANOS), stepNanos * FORGETTING);
    if (spreadStepNanos >= 0) {
      spreadStepNanos =
          Math.max(Math.min(spreadStepNanos, spreadGuess), spreadStepNanos * FORGETTING);
    }
  }

  void recounted(long edges, long nanos) {
    double measured = (double) nanos / Math.max(LEAST_EDGES, edges);
    // The first one often waits for the compiler. Taken for less, it is soon measured again.
    edgeNanos = counted ? (edgeNanos + measured) / 2 : measured / COLD;
    counted = true;
  }
}
