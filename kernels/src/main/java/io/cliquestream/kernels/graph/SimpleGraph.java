package io.cliquestream.kernels.graph;

/**
 * A simple undirected graph of any size in compressed sparse rows: a {@link Graph}, whose vertices
 * are ints and which the engines work on, or a {@link WideGraph} with more vertices than that.
 *
 * <p>Vertices are dense, 0 … n-1, ascend with their ids in the input, and each has an edge. Any
 * number of threads may read it.
 */
public sealed interface SimpleGraph extends AutoCloseable permits Graph, WideGraph {
  /** {@return number of vertices, 64 bits} */
  long vertexTotal();

  /** {@return number of undirected edges} */
  long edgeCount();

  /**
   * {@return index of the first neighbour of a vertex, for {@link #neighborAt}; n is allowed}
   *
   * @param vertex 0 to n
   */
  long rowOffset(long vertex);

  /**
   * {@return the neighbour at an index; a vertex's neighbours ascend}
   *
   * @param index between the offsets of a vertex and of the next one
   */
  long neighborAt(long index);

  /**
   * The id in the input of a vertex.
   *
   * @param vertex 0 to n - 1
   * @return unsigned
   */
  long originalId(long vertex);

  /** {@return what was dropped on the way in} */
  GraphInput input();

  /** {@return off-heap bytes held} */
  long bytes();

  /** Frees the memory. */
  @Override
  void close();

  /** Takes an edge. */
  @FunctionalInterface
  interface EdgeVisitor {
    /**
     * An edge by its ids in the input.
     *
     * @param from the end of smaller id, compared as unsigned numbers
     * @param to the other end
     */
    void edge(long from, long to);
  }

  /**
   * Visits every edge once: the order of counts by edge.
   *
   * @param visitor called on the calling thread
   */
  default void forEachEdge(EdgeVisitor visitor) {
    long n = vertexTotal();
    for (long v = 0; v < n; v++) {
      for (long i = rowOffset(v); i < rowOffset(v + 1); i++) {
        long other = neighborAt(i);
        if (other > v) {
          visitor.edge(originalId(v), originalId(other));
        }
      }
    }
  }
}
