package io.cliquestream.kernels.cpu.maximalclique;

/**
 * Tuning of the maximal clique enumeration. No value changes an answer.
 *
 * @param rootsPerChunk most roots in one chunk of the schedule
 * @param chunkArcs arcs at the roots after which a chunk is full
 * @param workPerCheck words touched between two looks at cancellation and at idle threads
 * @param smallestJoin fewest candidates for which a look at the complement's components pays
 * @param partWords words whose time it takes to count such a component on its own, its search not
 *     included
 * @param listedChunks chunks enumerated at a time while cliques are being listed
 * @param bufferInts most vertices buffered for one of those chunks; a chunk with more is enumerated
 *     again, straight into the sink
 * @param maximumMatrixBytes most bytes of one thread's matrix of a neighbourhood
 */
record MaximalCliquePolicy(
    int rootsPerChunk,
    long chunkArcs,
    long workPerCheck,
    int smallestJoin,
    int partWords,
    int listedChunks,
    int bufferInts,
    long maximumMatrixBytes) {

  /** Found by measuring the shared graphs; see the benchmark of this package. */
  static final MaximalCliquePolicy DEFAULT =
      new MaximalCliquePolicy(64, 2_048, 1 << 16, 6, 64, 256, 1 << 18, 1L << 30);
}
