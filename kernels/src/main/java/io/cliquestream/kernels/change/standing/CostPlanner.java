package io.cliquestream.kernels.change.standing;

/**
 * Predicts how long an advance and a recount take, and learns from both. Only which of two ways to
 * the same answer is taken depends on it.
 *
 * <p>An advance is steps times nanoseconds a step; a recount is nanoseconds an edge. Both factors
 * start from the policy and follow what was measured, each new measurement with a weight.
 */
final class CostPlanner {
  /** First guess for a step, before any was measured. */
  private static final double STEP_NANOS = 1;

  /** First guess for an edge of a recount. */
  private static final double EDGE_NANOS = 60;

  private static final double WEIGHT = 0.25;

  /** An advance is given up when it takes so many times as long as a recount should. */
  private static final double PATIENCE = 2;

  private static final double LEAST_STEPS = 1e6;

  private static final double COLD = 4;
  private static final double LEAST_NANOS = 1e-4;
  private static final double MOST_NANOS = 1e6;
  private static final double FORGETTING = 0.97;

  private double stepNanos = STEP_NANOS;
  private double edgeNanos = EDGE_NANOS;
  private boolean counted;

  double incrementalNanos(double steps) {
    return steps * stepNanos;
  }

  double recountNanos(long edges) {
    return Math.max(1, edges) * edgeNanos;
  }

  /** Most steps of an advance while a recount would do. */
  long mostSteps(long edges) {
    return (long) Math.min(Long.MAX_VALUE / 4, LEAST_STEPS + PATIENCE * recountNanos(edges));
  }

  void advanced(double steps, long nanos) {
    if (steps > 0) {
      double measured = Math.min(MOST_NANOS, Math.max(LEAST_NANOS, nanos / steps));
      stepNanos += WEIGHT * (measured - stepNanos);
    }
  }

  /** A recount was taken: one bad batch must not keep all later ones from being followed. */
  void passedOver() {
    stepNanos = Math.max(Math.min(stepNanos, STEP_NANOS), stepNanos * FORGETTING);
  }

  void recounted(long edges, long nanos) {
    double measured = (double) nanos / Math.max(1, edges);
    // The first one often waits for the compiler. Taken for less, it is soon measured again.
    edgeNanos = counted ? (edgeNanos + measured) / 2 : measured / COLD;
    counted = true;
  }
}
