package io.cliquestream.kernels.cpu.estimate;

import io.cliquestream.kernels.control.StopMeter;
import java.util.SplittableRandom;

/**
 * How many of a number of independent draws fall on each of some weights, one weight after the
 * other: the draws come as uniform order statistics, each made from the one before (Bentley and
 * Saxe, "Generating sorted lists of random numbers", 1980), so nothing is sorted or kept.
 */
final class SortedDraws {
  private static final long STEPS_OF_A_DRAW = 32;

  private final SplittableRandom random;
  private final StopMeter meter;
  private final double total;
  private long left;
  private double logAbove;
  private double next;
  private double passed;

  /**
   * Draws from weights.
   *
   * @param total the sum of the weights in the order in which they will come
   */
  SortedDraws(long draws, double total, long seed, StopMeter meter) {
    this.meter = meter;
    this.random = new SplittableRandom(seed);
    this.total = total;
    this.left = draws;
    draw();
  }

  /** The draws that fall on the next weight. */
  long on(double weight) {
    passed += weight;
    long taken = 0;
    while (left > 0 && next < passed) {
      taken++;
      left--;
      draw();
    }
    return taken;
  }

  private void draw() {
    if (left > 0) {
      // All of a billion draws may fall on one root.
      meter.work(STEPS_OF_A_DRAW);
      // 1 − U of the smallest of so many draws above the last one is a power of a uniform number.
      logAbove += Math.log(1 - random.nextDouble()) / left;
      next = -Math.expm1(logAbove) * total;
    }
  }

  /** Draws that no weight has taken: those that rounding put beyond the last one. */
  long left() {
    return left;
  }
}
