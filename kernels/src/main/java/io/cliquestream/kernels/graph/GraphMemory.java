package io.cliquestream.kernels.graph;

/**
 * Off-heap bytes of graphs before they are built, for whoever has to decide whether they fit. Upper
 * bounds: the vertices and edges of a graph may be fewer than announced, never more.
 */
public final class GraphMemory {
  private GraphMemory() {}

  /**
   * {@return bytes an edge array takes, at most}
   *
   * @param pairs 0 or more
   * @param wide whether ids take 8 bytes, not 4
   */
  public static long edgeArrayBytes(long pairs, boolean wide) {
    long block = 1L << 20;
    return (pairs + block) * (wide ? 16 : 8);
  }

  /**
   * {@return bytes of a {@link Graph}}
   *
   * @param vertices with an edge
   * @param edges undirected
   */
  public static long graphBytes(long vertices, long edges) {
    return 8 * (vertices + 1) + 8 * edges + 8 * vertices;
  }

  /**
   * {@return bytes of a {@link WideGraph}}
   *
   * @param vertices with an edge
   * @param edges undirected
   */
  public static long wideGraphBytes(long vertices, long edges) {
    return 8 * (vertices + 1) + 16 * edges + 16 * vertices;
  }

  /**
   * {@return bytes of an {@link OrientedGraph}; the same for every order, but for the core numbers
   * that the degeneracy order brings}
   *
   * @param vertices with an edge
   * @param edges undirected
   * @param ordering that gives the ranks
   */
  public static long orientationBytes(long vertices, long edges, Ordering ordering) {
    long perVertex =
        switch (ordering) {
          case DEGREE -> 4;
          case DEGENERACY -> 8;
        };
    return 8 * (vertices + 1) + 4 * edges + perVertex * vertices;
  }
}
