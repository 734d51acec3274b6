package io.cliquestream.kernels.cpu.maxclique;

/**
 * Tuning of counting all maximum cliques of a graph as a whole. No value changes an answer.
 *
 * @param coverNodes nodes after which a count by covers of the complement is given up
 * @param partNodes nodes after which a count by symmetric parts is given up
 * @param mostVertices the cliques listed have so many vertices together at most: where there are no
 *     more, all symmetric cliques are made to find the first ones; a list that may be longer is
 *     left to a search
 * @param firstNodes nodes after which a search for the first cliques is given up
 */
record CountPolicy(long coverNodes, long partNodes, int mostVertices, long firstNodes) {

  /** Some 20 seconds of a thread each, and half a gigabyte. */
  static final CountPolicy DEFAULT = new CountPolicy(2_000_000, 2_000_000, 1 << 24, 5_000_000);
}
