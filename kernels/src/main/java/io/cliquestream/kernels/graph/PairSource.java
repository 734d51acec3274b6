package io.cliquestream.kernels.graph;

/**
 * Pairs of ids that can be read again and again, from any place on: stored, as in an {@link
 * EdgeArray}, or computed. Any number of threads may read.
 */
public interface PairSource {
  /** {@return number of pairs} */
  long size();

  /**
   * Gives the ids of successive pairs from one on, two per pair, as many as fit or fewer.
   *
   * @param firstPair below {@link #size}
   * @param ids room for two of a pair, and as many more as fit
   * @return pairs given, 1 or more
   */
  int copyPairs(long firstPair, long[] ids);
}
