package io.cliquestream.kernels.cuda.kclique;

import java.util.Optional;

/**
 * What a sample says of a count.
 *
 * @param kernel how to count; with orientation over a range the first size
 * @param nanos predicted time on the device
 * @param lowerBound whether it may well be more, for no sample came to its end
 * @param whole the result, when the sample was of every root and came to its end
 */
record Prediction(
    CliqueKernel kernel, double nanos, boolean lowerBound, Optional<CliqueTally> whole) {

  /** Whether counting like this takes longer than a finite limit, as far as the sample can tell. */
  boolean isLongerThan(double limitNanos) {
    return whole.isEmpty()
        && limitNanos != Double.POSITIVE_INFINITY
        && (lowerBound || nanos > limitNanos);
  }

  /** Whether to count like this rather than by another. */
  boolean isBetterThan(Prediction other) {
    if (whole.isPresent() || other.whole.isPresent()) {
      return whole.isPresent();
    }
    return lowerBound == other.lowerBound ? nanos < other.nanos : other.lowerBound;
  }
}
