package io.cliquestream.kernels.graph;

/**
 * Off-heap bytes of graphs before they are built, for whoever has to decide whether they fit. Upper
 * bounds: the vertices and edges of a graph may be fewer than announced, never more.
 */
public final class GraphMemory {
  private GraphMemory() {}

  /** Bytes an edge array takes, at most. */
  public static long edgeArrayBytes(long pairs, boolean wide) {
    long block = 1L << 20;
    return (pairs + block) * (wide ? 16 : 8);
  }

  /** Bytes of a {@link Graph}. */
  public static long graphBytes(long vertices, long edges) {
    return 8 * (vertices + 1) + 8 * edges + 8 * vertices;
  }

  /** Bytes of a {@link WideGraph}. */
  public static long wideGraphBytes(long vertices, long edges) {
    return 8 * (vertices + 1) + 16 * edges + 16 * vertices;
  }

  /**
   * Bytes of an {@link OrientedGraph}; the same for every order, but for the core numbers that the
   * degeneracy order brings.
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
