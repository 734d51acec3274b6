package io.cliquestream.kernels.cpu.cover;

/**
 * Tuning of the vertex cover search. No value changes an answer.
 *
 * @param mostUnconfinedDegree vertices with more neighbours are not tried for being unconfined
 * @param mostUnconfinedSet largest set that such a trial grows
 */
public record CoverPolicy(int mostUnconfinedDegree, int mostUnconfinedSet) {

  /** Found on complements of sparse random graphs and of the shared DIMACS graphs. */
  public static final CoverPolicy DEFAULT = new CoverPolicy(64, 16);
}
