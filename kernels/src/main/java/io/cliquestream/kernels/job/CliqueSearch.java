package io.cliquestream.kernels.job;

/** How a maximum clique is searched for. */
public enum CliqueSearch {
  /** Branch and bound with colour bounds, subtree by subtree. */
  DEPTH_FIRST,
  /** Levels of a clique list, window by window (Geil, Porumbescu and Owens); a GPU's. */
  BREADTH_FIRST,
  /** Smallest vertex covers of complements, for dense graphs; the host's. */
  VERTEX_COVER,
  /** Depth first, but at first one branch for each orbit of the automorphisms; the host's. */
  SYMMETRY
}
