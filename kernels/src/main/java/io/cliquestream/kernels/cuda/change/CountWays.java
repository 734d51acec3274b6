package io.cliquestream.kernels.cuda.change;

import java.util.OptionalLong;

/**
 * The two ways to what a batch did to one total of a graph: by the changes, and by the graph
 * counted whole, which needs the total before the batch. Follows that total from batch to batch,
 * and learns what the ways take. Only which way is taken depends on it. For one thread at a time.
 */
final class CountWays {
  /** A count of changes that took less says more of its launches than of its look-ups. */
  private static final long LEAST_NANOS = 500_000;

  private static final double WEIGHT = 0.5;

  /** Measured over expected at most, either way. */
  private static final double MOST_SCALE = 1_000;

  /** One bad measurement must not keep a way from being taken for ever. */
  private static final double FORGETTING = 0.97;

  private final double firstProbeNanos;
  private double probeNanos;
  private double wholeScale = 1;
  private boolean warm;
  private long total;
  private long batch = -1;

  /**
   * @param probeNanos a look-up, before any was measured
   */
  CountWays(double probeNanos) {
    this.firstProbeNanos = probeNanos;
    this.probeNanos = probeNanos;
  }

  /**
   * Whether the whole count is expected to be sooner.
   *
   * @param probes of the changes
   * @param wholeNanos first guess of the whole count
   */
  boolean isWholeSooner(long probes, double wholeNanos) {
    return wholeNanos * wholeScale < probes * probeNanos;
  }

  /** The total after so many batches, if it is known. */
  OptionalLong after(long batches) {
    return batch == batches ? OptionalLong.of(total) : OptionalLong.empty();
  }

  /** The graph was counted whole after so many batches. */
  void counted(long found, long batches) {
    total = found;
    batch = batches;
  }

  /**
   * Changes were counted of the last of so many batches: the total is known after it if it was
   * before.
   */
  void followed(long more, long batches) {
    if (batch != batches - 1) {
      return;
    }
    try {
      counted(Math.addExact(total, more), batches);
    } catch (ArithmeticException _) {
      batch = -1;
    }
  }

  void tookChanges(long probes, long nanos) {
    wholeScale = Math.max(Math.min(wholeScale, 1), wholeScale * FORGETTING);
    if (nanos >= LEAST_NANOS && probes > 0) {
      probeNanos += WEIGHT * (bounded((double) nanos / probes, firstProbeNanos) - probeNanos);
    }
  }

  /** The first whole count waits for its kernels to be loaded, and says nothing of later ones. */
  void tookWhole(double expectedNanos, long nanos) {
    if (!warm) {
      warm = true;
      return;
    }
    probeNanos = Math.max(Math.min(probeNanos, firstProbeNanos), probeNanos * FORGETTING);
    wholeScale += WEIGHT * (bounded(nanos / Math.max(1, expectedNanos), 1) - wholeScale);
  }

  private static double bounded(double measured, double first) {
    return Math.clamp(measured, first / MOST_SCALE, first * MOST_SCALE);
  }
}
