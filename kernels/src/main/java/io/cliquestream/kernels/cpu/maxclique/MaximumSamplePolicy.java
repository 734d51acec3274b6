package io.cliquestream.kernels.cpu.maxclique;

/**
 * Budgets of the sample that predicts a search for maximum cliques.
 *
 * @param problemWords words of a subproblem after which it is left to descents
 * @param searchedWords words of all subproblems together after which no further one is searched
 * @param allWords words and cells of all together after which the rest of the sample is left out
 * @param fewestProblems of the sample that are looked at, whatever they take
 * @param descentWords words of descents into one subproblem
 * @param fewestDescents into one subproblem, whatever they take
 * @param coverNodes nodes after which a cover is given up
 * @param allCoverNodes nodes of all covers after which none is begun
 */
record MaximumSamplePolicy(
    long problemWords,
    long searchedWords,
    long allWords,
    int fewestProblems,
    long descentWords,
    int fewestDescents,
    long coverNodes,
    long allCoverNodes) {

  /** Up to about a second where the search is long. */
  static final MaximumSamplePolicy DEFAULT =
      new MaximumSamplePolicy(1 << 19, 30_000_000, 120_000_000, 8, 300_000, 4, 4_000, 10_000);
}
