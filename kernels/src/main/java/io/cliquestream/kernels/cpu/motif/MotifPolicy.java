package io.cliquestream.kernels.cpu.motif;

/**
 * Tuning of motif counting.
 *
 * @param pagePositions positions of common neighbours kept at a time, 4 bytes each
 * @param hubDegree pairs of vertices with more neighbours than so many have their common neighbours
 *     looked into one by one, others by rows of bits
 * @param largestCount beyond it a thread's counts of wedges begin at 0 again
 */
record MotifPolicy(long pagePositions, int hubDegree, int largestCount) {
  /** 512 MiB of neighbourhoods at a time; rows of 32 words. */
  static final MotifPolicy DEFAULT = new MotifPolicy(1L << 27, 2_048, Integer.MAX_VALUE);
}
