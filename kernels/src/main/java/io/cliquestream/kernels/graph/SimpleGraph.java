package io.cliquestream.kernels.graph;

/**
 * A simple undirected graph of any size in compressed sparse rows: a {@link Graph}, whose vertices
 * are ints and which the engines work on, or a {@link WideGraph} with more vertices than that.
 *
 * <p>Vertices are dense, 0 … n-1, ascend with their ids in the input, and each has an edge. Any
 * number of threads may read it.
 */
public sealed interface SimpleGraph extends AutoCloseable permits Graph, WideGraph {
  /** Number of vertices, 64 bits. */
  long vertexTotal();

  /** Number of undirected edges. */
  long edgeCount();

  /** Index of the first neighbour of a vertex, for {@link #neighborAt}; n is allowed. */
  long rowOffset(long vertex);

  /** The neighbour at an index; a vertex's neighbours ascend. */
  long neighborAt(long index);

  /** The id in the input of a vertex. */
  long originalId(long vertex);

  /** What was dropped on the way in. */
  GraphInput input();

  /** Off-heap bytes held. */
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
     */
    void edge(long from, long to);
  }

  /** Visits every edge once: the order of counts by edge. */
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
