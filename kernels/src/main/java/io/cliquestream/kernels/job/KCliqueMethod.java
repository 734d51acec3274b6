package io.cliquestream.kernels.job;

/** The two ways to count k-cliques (Almasri et al., section 3). */
public enum KCliqueMethod {
  /** Extends cliques vertex by vertex along an acyclic orientation. */
  ORIENTATION,
  /** Branches on the non-neighbours of a pivot and counts whole sets by formula. */
  PIVOTING
}
