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

  /**
   * Most bytes that {@link io.cliquestream.kernels.graph.build.GraphBuilder#build} takes at a time
   * on top of the edge array, the result included.
   *
   * @param vertices a bound on the vertices; twice the pairs when nothing is known
   */
  public static long buildBytes(long pairs, long vertices) {
    // Either 16 bytes per 64 possible ids, of which there are at most 64 per pair, or 96 a vertex.
    long ids = Math.max(16 * Math.max(pairs, 1L << 16) + 16, 96 * vertices + (1L << 20));
    return ids + 8 * (vertices + 1) + 8 * pairs + graphBytes(vertices, pairs);
  }
}
