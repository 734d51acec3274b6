package io.cliquestream.kernels.cpu.maxclique.dense;

import java.util.List;

/**
 * Tuning of the maximum clique search. No value changes an answer.
 *
 * @param richClubDivisors the default heuristic first looks at vertices of large degree that have
 *     one part in so many of all arcs
 * @param richClubShare least ratio of the arcs that the present bound leaves to those of the club
 * @param tightSeedDivisor the look at tight vertices reads one part in so many of all arcs at most
 * @param coreSeeds roots, sampled from the largest bound down, that it starts from next
 * @param rootsPerChunk most roots in one chunk of the schedule
 * @param chunkArcs out-neighbours of the roots after which a chunk is full
 * @param workPerCheck words touched between two looks at cancellation and at idle threads
 * @param literalClassSize largest colour class whose members are tried one by one for a conflict
 * @param narrowWords rows of at most so many longs are compacted as soon as one long is saved,
 *     wider ones when half of them are
 * @param maximumMatrixBytes most bytes of one thread's matrix of a neighbourhood
 */
public record MaximumCliquePolicy(
    List<Integer> richClubDivisors,
    int richClubShare,
    int tightSeedDivisor,
    int coreSeeds,
    int rootsPerChunk,
    long chunkArcs,
    long workPerCheck,
    int literalClassSize,
    int narrowWords,
    long maximumMatrixBytes) {

  /** Found by measuring the shared graphs; see the benchmark of this package. */
  public static final MaximumCliquePolicy DEFAULT =
      new MaximumCliquePolicy(List.of(64, 16, 4), 2, 16, 256, 64, 4_096, 1 << 18, 6, 4, 1L << 30);
}
