package io.cliquestream.kernels.job;

/** Greedy lower bounds for the clique number (Geil, Porumbescu and Owens, section III). */
public enum GreedyHeuristic {
  /** No lower bound beyond one edge. */
  NONE,
  /** One clique, grown by taking the remaining vertex of largest degree. */
  SINGLE_RUN_DEGREE,
  /** One clique, grown by taking the remaining vertex of largest core number. */
  SINGLE_RUN_CORE,
  /** One clique from every seed vertex, by degree. */
  MULTI_RUN_DEGREE,
  /** One clique from every seed vertex, by core number. */
  MULTI_RUN_CORE
}
