package io.cliquestream.kernels.change;

import io.cliquestream.kernels.failure.Options;

/**
 * When changes are merged into fresh rows, and what is kept.
 *
 * @param mergeFraction rows are merged when the changes beside them are more than this part of
 *     their arcs
 * @param leastEntries changes that never cause a merge
 * @param mostBatch most changes of one batch
 * @param threads most threads that a batch is applied with
 */
public record ChangePolicy(double mergeFraction, long leastEntries, int mostBatch, int threads) {
  /** An eighth of the arcs, at least 65,536 changes; batches of 2^26; every processor. */
  public static final ChangePolicy DEFAULT =
      new ChangePolicy(0.125, 1 << 16, 1 << 26, Runtime.getRuntime().availableProcessors());

  /**
   * Checks the numbers.
   *
   * @throws io.cliquestream.kernels.failure.ComputeException OPTION_INVALID for {@code
   *     mergeFraction} not above 0 or above 16, {@code leastEntries} below 0, {@code mostBatch}
   *     outside 1 to 2^28, {@code threads} below 1
   */
  public ChangePolicy {
    Options.require(
        mergeFraction > 0 && mergeFraction <= 16,
        "the part of the arcs that causes a merge must be above 0 and at most 16, not "
            + mergeFraction);
    Options.require(leastEntries >= 0, "changes beside rows must be 0 or more");
    Options.require(
        mostBatch >= 1 && mostBatch <= 1 << 28,
        "a batch has room for 1 to 2^28 changes, not " + mostBatch);
    Options.require(threads >= 1, "threads must be 1 or more, not " + threads);
  }

  /**
   * {@return the same policy with another number of threads}
   *
   * @param count most threads, 1 or more
   * @throws io.cliquestream.kernels.failure.ComputeException OPTION_INVALID when it is less
   */
  public ChangePolicy withThreads(int count) {
    return new ChangePolicy(mergeFraction, leastEntries, mostBatch, count);
  }

  /** Whether so many changes beside rows of so many arcs are to be merged. */
  boolean merges(long entries, long arcs) {
    return entries > Math.max(leastEntries, (long) (mergeFraction * arcs));
  }
}
