package io.cliquestream.kernels.cpu.estimate;

import io.cliquestream.kernels.control.StopMeter;

/**
 * Clopper's and Pearson's interval for the probability behind a number of hits (Biometrika 26,
 * 1934): it holds the probability with the wanted confidence or more, for any number of samples and
 * without an approximation by the normal distribution.
 *
 * <p>Its ends are quantiles of beta distributions, found by bisection on the regularized incomplete
 * beta function, which is evaluated by its continued fraction (DLMF 8.17.22) after the modified
 * method of Lentz. Each end is looked for where its own tail is small, and that tail is never one
 * less a number near one: so the smallest risk that a double below 1 leaves (10^-16) is as exact as
 * a large one. Relative errors of about 10^-5 of a tail's probability at 10^9 samples come from the
 * logarithm of the gamma function.
 *
 * @param low smallest probability that the hits do not speak against
 * @param high largest
 */
record BinomialInterval(double low, double high) {
  private static final int BISECTIONS = 200;
  private static final double SMALLEST = 1e-300;
  private static final double PRECISION = 1e-15;

  /** The coefficients of Lanczos's approximation for g = 7 and nine terms. */
  private static final double[] LANCZOS = {
    0.9999999999998099,
    676.5203681218851,
    -1259.1392167224028,
    771.3234287776531,
    -176.6150291621406,
    12.507343278686905,
    -0.13857109526572012,
    9.984369578019572e-6,
    1.5056327351493116e-7
  };

  /** Divisions and products of a term of the continued fraction. */
  private static final long STEPS_OF_A_TERM = 8;

  /**
   * The interval.
   *
   * @param hits 0 to {@code samples}
   * @param samples 1 or more
   * @param confidence 0 or more, below 1
   * @param meter is told the steps: some hundred thousand at a billion samples
   */
  static BinomialInterval of(long hits, long samples, double confidence, StopMeter meter) {
    double tail = (1 - confidence) / 2;
    double misses = (double) (samples - hits);
    double low = hits == 0 ? 0 : end(tail, (double) hits, misses + 1, false, meter);
    double high = hits == samples ? 1 : end(tail, hits + 1.0, misses, true, meter);
    return new BinomialInterval(low, high);
  }

  /**
   * The x at which the beta distribution of a and b has this much below it, or above it; of the two
   * numbers around it the one outside the interval.
   */
  private static double end(double tail, double a, double b, boolean above, StopMeter meter) {
    double low = 0;
    double high = 1;
    for (int step = 0; step < BISECTIONS && high - low > PRECISION * high; step++) {
      double middle = (low + high) / 2;
      boolean isLow = above ? above(middle, a, b, meter) > tail : below(middle, a, b, meter) < tail;
      if (isLow) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return above ? high : low;
  }

  /** The regularized incomplete beta function I_x(a, b). */
  static double below(double x, double a, double b, StopMeter meter) {
    // The fraction converges fast on this side of the mean only.
    return x < (a + 1) / (a + b + 2)
        ? smallTail(x, a, b, meter)
        : 1 - smallTail(1 - x, b, a, meter);
  }

  /** 1 − I_x(a, b), exact where it is small. */
  private static double above(double x, double a, double b, StopMeter meter) {
    return x < (a + 1) / (a + b + 2)
        ? 1 - smallTail(x, a, b, meter)
        : smallTail(1 - x, b, a, meter);
  }

  private static double smallTail(double x, double a, double b, StopMeter meter) {
    if (x <= 0) {
      return 0;
    }
    double front =
        Math.exp(
            logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
    return front * fraction(x, a, b, meter) / a;
  }

  private static double fraction(double x, double a, double b, StopMeter meter) {
    double c = 1;
    double d = 1 / nonZero(1 - (a + b) * x / (a + 1));
    double value = d;
    // About the square root of the larger parameter is enough.
    long most = 1_000 + 10 * (long) Math.sqrt(Math.max(a, b));
    for (long m = 1; m <= most; m++) {
      meter.work(STEPS_OF_A_TERM);
      double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
      d = 1 / nonZero(1 + even * d);
      c = nonZero(1 + even / c);
      value *= d * c;
      double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
      d = 1 / nonZero(1 + odd * d);
      c = nonZero(1 + odd / c);
      double factor = d * c;
      value *= factor;
      if (Math.abs(factor - 1) < PRECISION) {
        break;
      }
    }
    return value;
  }

  private static double nonZero(double value) {
    return Math.abs(value) < SMALLEST ? SMALLEST : value;
  }

  /** The logarithm of the gamma function of a number of 1 or more. */
  private static double logGamma(double x) {
    double sum = LANCZOS[0];
    for (int i = 1; i < LANCZOS.length; i++) {
      sum += LANCZOS[i] / (x - 1 + i);
    }
    double t = x + 6.5;
    return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(sum);
  }
}
