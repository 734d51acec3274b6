package io.cliquestream.kernels.job;

/** How motifs are counted. All give the same counts. */
public enum MotifMethod {
  /**
   * By formulas over wedges, triangles, cycles and cliques, both engines': of 3 to 5 vertices all
   * motifs, of 6 the sparse third, the others by plans.
   */
  FORMULAS,
  /** Every motif's edge-induced matches along its own plan, converted; both engines'. */
  PLANS,
  /** Every connected subgraph visited and named by a dictionary; the CUDA engine's. */
  SUBGRAPHS
}
