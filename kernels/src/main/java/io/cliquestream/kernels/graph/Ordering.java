package io.cliquestream.kernels.graph;

/** Total orders of the vertices by which a graph is oriented. */
public enum Ordering {
  /** By degree; among equal degrees by id. */
  DEGREE,
  /**
   * By exact degeneracy: the reverse of an order that always removes a vertex of least remaining
   * degree (Matula and Beck), so that no out-degree exceeds the graph's degeneracy.
   */
  DEGENERACY
}
