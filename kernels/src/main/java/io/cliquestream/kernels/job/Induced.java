package io.cliquestream.kernels.job;

/** What a match may hold besides the pattern's edges. */
public enum Induced {
  /** Every edge of the pattern is there; others among the matched vertices may be too. */
  EDGE,
  /** The edges among the matched vertices are exactly the pattern's. */
  VERTEX
}
