package io.cliquestream.contract;

import com.google.protobuf.ByteString;

/** Edges by the names of their ends that can be walked through more than once. */
@FunctionalInterface
public interface NamedEdgeSource {
  /**
   * Hands every edge to the consumer, on the calling thread.
   *
   * @param edges takes each edge, in an order that is the same every time
   */
  void forEach(NamedEdgeConsumer edges);

  /** Takes edges one after the other. */
  @FunctionalInterface
  interface NamedEdgeConsumer {
    /**
     * Takes the next edge; names are UTF-8, 1 to {@value Bounds#NAME_BYTES} bytes.
     *
     * @param from name of one end
     * @param to name of the other end
     */
    void accept(ByteString from, ByteString to);
  }

  /**
   * The edges of an array: {@code from, to, from, to, …}.
   *
   * @param ends an even number of names
   * @return a source that may be walked through any number of times
   */
  static NamedEdgeSource of(String... ends) {
    if (ends.length % 2 != 0) {
      throw new IllegalArgumentException("an edge has two ends; got " + ends.length + " ends");
    }
    return edges -> {
      for (int i = 0; i < ends.length; i += 2) {
        edges.accept(ByteString.copyFromUtf8(ends[i]), ByteString.copyFromUtf8(ends[i + 1]));
      }
    };
  }
}
