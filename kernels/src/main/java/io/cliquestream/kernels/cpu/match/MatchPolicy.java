package io.cliquestream.kernels.cpu.match;

/**
 * Tuning of pattern matching.
 *
 * @param hubBits most bits of all hub rows together
 * @param hubDegree a vertex of this degree or more may get a bit row
 * @param gallop a list is searched rather than merged when the other one is this many times shorter
 * @param stepsBetweenChecks set elements looked at between two questions to the scheduler
 * @param splitLevels positions at which the remaining candidates may be handed to other threads
 * @param listingWindow root ranges that are searched ahead of the sink
 * @param listingRoots roots in such a range
 * @param listingBuffer matches kept for each of them
 * @param forecastBranches candidates of a position that a descent of a forecast goes on with
 * @param forecastElements set elements that the descents of a forecast look at
 */
record MatchPolicy(
    long hubBits,
    int hubDegree,
    int gallop,
    int stepsBetweenChecks,
    int splitLevels,
    int listingWindow,
    int listingRoots,
    int listingBuffer,
    int forecastBranches,
    long forecastElements) {
  /** 64 MiB of hub rows; at most 64 · 4,096 matches wait for the sink; some 50 ms of descents. */
  static final MatchPolicy DEFAULT =
      new MatchPolicy(1L << 29, 64, 16, 1 << 15, 4, 64, 64, 4_096, 2, 1 << 22);

  /** Time of a set element looked at, for what is beyond any sensible wait. */
  static final double ELEMENT_NANOS = 1;

  /** Plans of a census that are expected to take longer are refused. */
  static final double HOPELESS_YEARS = 10;
}
