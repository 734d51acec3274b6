package io.cliquestream.kernels.cpu.maximalclique;

/**
 * Budgets of the sample that predicts an enumeration of maximal cliques.
 *
 * @param sampledRoots roots of the sample
 * @param rootWords words after which a root is left to descents
 * @param patience roots left to them from which on the search must be long
 * @param fewRootWords the words of a root from then on
 * @param descentWords words of descents below one root
 * @param allWords words of all roots of the sample together, after which the rest of it is left out
 * @param fewestDescents below one root, whatever they take
 * @param fewestRoots of the sample that are looked at, whatever they take
 */
record MaximalSamplePolicy(
    int sampledRoots,
    long rootWords,
    int patience,
    long fewRootWords,
    long descentWords,
    long allWords,
    int fewestDescents,
    int fewestRoots) {

  /** Some hundred milliseconds where the search is long. */
  static final MaximalSamplePolicy DEFAULT =
      new MaximalSamplePolicy(384, 2_000_000, 24, 50_000, 400_000, 150_000_000, 2, 8);
}
