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
 * @param closureSamples wedges looked at for the statistics
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
    int closureSamples) {
  /** 64 MiB of hub rows; at most 64 · 4,096 matches wait for the sink. */
  static final MatchPolicy DEFAULT =
      new MatchPolicy(1L << 29, 64, 16, 1 << 15, 4, 64, 64, 4_096, 4_096);
}
