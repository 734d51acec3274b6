package io.cliquestream.cli.kafka;

import io.cliquestream.contract.EdgeConsumer;
import io.cliquestream.contract.EdgeSource;
import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.kernels.graph.EdgeArray;

/** The edges of an array as the client takes them. */
public record EdgeArraySource(EdgeArray edges, StopCheck stop) implements EdgeSource {
  private static final int STOP_MASK = (1 << 12) - 1;

  /** Edges that nobody stops. */
  public EdgeArraySource(EdgeArray edges) {
    this(edges, StopCheck.NEVER);
  }

  @Override
  public void forEach(EdgeConsumer consumer) {
    for (long i = 0; i < edges.size(); i++) {
      if ((i & STOP_MASK) == 0) {
        stop.checkStopped();
      }
      consumer.accept(edges.from(i), edges.to(i));
    }
  }

  /** One more than the largest id; 0 (no bound) when that leaves 64 bits. */
  public long vertexBound() {
    long largest = -1;
    boolean any = false;
    for (long i = 0; i < edges.size(); i++) {
      long id = Long.compareUnsigned(edges.from(i), edges.to(i)) > 0 ? edges.from(i) : edges.to(i);
      if (!any || Long.compareUnsigned(id, largest) > 0) {
        largest = id;
        any = true;
      }
    }
    return any ? largest + 1 : 1;
  }
}
