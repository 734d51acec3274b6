package io.cliquestream.kernels.job;

import io.cliquestream.kernels.failure.Options;

/**
 * Estimates the number of k-cliques for one k or a range, with a confidence interval for each: for
 * sizes whose exact count ({@link KCliqueCount}) nobody can wait for. The answer is the same for
 * the same graph, seed and number of samples.
 *
 * @param smallest smallest clique size, 1 or more
 * @param largest largest clique size, at least {@code smallest}; a range spans at most {@link
 *     #MAXIMUM_SIZES} sizes
 * @param samples taken for each size, 1 to {@link #MAXIMUM_SAMPLES}; the interval narrows with
 *     their square root
 * @param confidence probability with which an interval holds the exact count, taken size by size:
 *     0.5 or more, below 1
 * @param seed of the random numbers
 */
public record CliqueEstimate(int smallest, int largest, int samples, double confidence, long seed)
    implements Job {
  /** Most sizes of a range. */
  public static final int MAXIMUM_SIZES = 64;

  /** Most samples for a size. */
  public static final int MAXIMUM_SAMPLES = 1_000_000_000;

  /** Samples where nothing is said. */
  public static final int USUAL_SAMPLES = 1_000_000;

  /** Confidence where nothing is said. */
  public static final double USUAL_CONFIDENCE = 0.95;

  /**
   * Checks sizes, samples and confidence.
   *
   * @throws io.cliquestream.kernels.failure.ComputeException OPTION_INVALID for one that is out of
   *     its range
   */
  public CliqueEstimate {
    Options.require(smallest >= 1, "k must be 1 or more, not " + smallest);
    Options.require(largest >= smallest, "the range of k is empty: " + smallest + " to " + largest);
    Options.require(
        largest - smallest < MAXIMUM_SIZES,
        "an estimate spans at most "
            + MAXIMUM_SIZES
            + " sizes, not "
            + smallest
            + " to "
            + largest);
    Options.require(
        samples >= 1 && samples <= MAXIMUM_SAMPLES,
        "samples must be 1 to " + MAXIMUM_SAMPLES + ", not " + samples);
    Options.require(
        confidence >= 0.5 && confidence < 1,
        "the confidence must be at least 0.5 and below 1, not " + confidence);
  }

  /**
   * Of one size, with the usual samples and confidence.
   *
   * @param k size, 1 or more
   * @return a job on this size alone
   */
  public static CliqueEstimate of(int k) {
    return new CliqueEstimate(k, k, USUAL_SAMPLES, USUAL_CONFIDENCE, 0);
  }

  @Override
  public String name() {
    return "clique-estimate";
  }
}
