package io.cliquestream.kernels.cpu.estimate;

import java.util.function.DoublePredicate;

/**
 * Clopper's and Pearson's interval for the probability behind a number of hits (Biometrika 26,
 * 1934): it holds the probability with the wanted confidence or more, for any number of samples and
 * without an approximation by the normal distribution.
 *
 * <p>Its ends are quantiles of beta distributions, found by bisection on the regularized incomplete
 * beta function, which is evaluated by its continued fraction (DLMF 8.17.22) after the modified
 * method of Lentz. Relative errors of about 10^-5 of a tail's probability at 10^9 samples come from
 * the logarithm of the gamma function.
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

  /**
   * The interval.
   *
   * @param hits 0 to {@code samples}
   * @param samples 1 or more
   */
  static BinomialInterval of(long hits, long samples, double confidence) {
    double tail = (1 - confidence) / 2;
    double a = hits;
    double b = (double) samples - hits;
    double low = hits == 0 ? 0 : crossing(x -> below(x, a, b + 1) < tail);
    // 1 - tail would lose what is left of a tail near the last bit of 1.
    double high = hits == samples ? 1 : crossing(x -> above(x, a + 1, b) > tail);
    return new BinomialInterval(low, high);
  }

  /** The x from which on a condition that holds at first does not hold. */
  private static double crossing(DoublePredicate isBefore) {
    double low = 0;
    double high = 1;
    for (int step = 0; step < BISECTIONS && high - low > PRECISION * high; step++) {
      double middle = (low + high) / 2;
      if (isBefore.test(middle)) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return (low + high) / 2;
  }

  /** The regularized incomplete beta function I_x(a, b). */
  static double below(double x, double a, double b) {
    if (x <= 0 || x >= 1) {
      return x <= 0 ? 0 : 1;
    }
    return isLeft(x, a, b) ? left(x, a, b) : 1 - right(x, a, b);
  }

  /** 1 - I_x(a, b), which keeps its digits where that is small. */
  private static double above(double x, double a, double b) {
    if (x <= 0 || x >= 1) {
      return x <= 0 ? 1 : 0;
    }
    return isLeft(x, a, b) ? 1 - left(x, a, b) : right(x, a, b);
  }

  /** The fraction converges fast on one side of the mean only. */
  private static boolean isLeft(double x, double a, double b) {
    return x < (a + 1) / (a + b + 2);
  }

  private static double left(double x, double a, double b) {
    return front(x, a, b) * fraction(x, a, b) / a;
  }

  private static double right(double x, double a, double b) {
    return front(x, a, b) * fraction(1 - x, b, a) / b;
  }

  private static double front(double x, double a, double b) {
    return Math.exp(
        logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
  }

  private static double fraction(double x, double a, double b) {
    double c = 1;
    double d = 1 / nonZero(1 - (a + b) * x / (a + 1));
    double value = d;
    // About the square root of the larger parameter is enough.
    long most = 1_000 + 10 * (long) Math.sqrt(Math.max(a, b));
    for (long m = 1; m <= most; m++) {
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
