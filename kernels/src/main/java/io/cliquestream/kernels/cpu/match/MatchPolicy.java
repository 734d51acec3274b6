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
 */
record MatchPolicy(
    long hubBits,
    int hubDegree,
    int gallop,
    int stepsBetweenChecks,
    int splitLevels,
    int listingWindow,
    int listingRoots,
    int listingBuffer) {
  /** 64 MiB of hub rows; at most 64 · 4,096 matches wait for the sink. */
  static final MatchPolicy DEFAULT = new MatchPolicy(1L << 29, 64, 16, 1 << 15, 4, 64, 64, 4_096);

  /** Time of a set element looked at, for what is beyond any sensible wait. */
  static final double ELEMENT_NANOS = 1;

  /** Plans of a census that are expected to take longer are refused. */
  static final double HOPELESS_YEARS = 10;
}
