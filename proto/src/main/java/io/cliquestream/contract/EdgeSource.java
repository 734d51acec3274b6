package io.cliquestream.contract;

/**
 * Edges that can be walked through more than once, in the same order each time. The order is free,
 * but {@code EDGE_ENCODING_DELTA_VARINT_ROWS} is small only when equal sources are neighbours and
 * their targets ascend.
 */
@FunctionalInterface
public interface EdgeSource {
  /**
   * Hands every edge to the consumer, on the calling thread.
   *
   * @param edges takes each edge, in an order that is the same every time
   */
  void forEach(EdgeConsumer edges);

  /**
   * The edges of an array.
   *
   * @param ends {@code from, to, from, to, …}; not copied
   * @return a source that may be walked through any number of times
   */
  static EdgeSource of(long... ends) {
    if (ends.length % 2 != 0) {
      throw new IllegalArgumentException("an edge has two ends; got " + ends.length + " ends");
    }
    return edges -> {
      for (int i = 0; i < ends.length; i += 2) {
        edges.accept(ends[i], ends[i + 1]);
      }
    };
  }
}
