package io.cliquestream.kernels.cpu.maxclique;

/**
 * Tuning of the maximum clique search. No value changes an answer.
 *
 * @param degreeSeeds vertices of largest degree that the default heuristic starts from
 * @param coreSeeds roots of largest core number that the default heuristic starts from
 * @param rootsPerChunk most roots in one chunk of the schedule
 * @param chunkArcs out-neighbours of the roots after which a chunk is full
 * @param workPerCheck words touched between two looks at cancellation and at idle threads
 * @param literalClassSize largest colour class whose members are tried one by one for a conflict
 * @param maximumMatrixBytes most bytes of one thread's matrix of a neighbourhood
 */
record MaximumCliquePolicy(
    int degreeSeeds,
    int coreSeeds,
    int rootsPerChunk,
    long chunkArcs,
    long workPerCheck,
    int literalClassSize,
    long maximumMatrixBytes) {

  /** Found by measuring the shared graphs; see the benchmark of this package. */
  static final MaximumCliquePolicy DEFAULT =
      new MaximumCliquePolicy(8, 32, 64, 4_096, 1 << 18, 6, 1L << 30);
}
