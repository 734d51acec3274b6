package io.cliquestream.worker.graph.topic;

import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.GraphBuilder;

/** Makes a new graph: (base minus deleted) plus inserted, ids as outside. */
final class DeltaApplication {
  private DeltaApplication() {}

  static Graph apply(Graph base, EdgeArray inserted, EdgeArray deleted) {
    try (Graph gone = GraphBuilder.build(deleted);
        EdgeArray result = EdgeArray.wide()) {
      for (int v = 0; v < base.vertexCount(); v++) {
        long from = base.ids().original(v);
        int goneFrom = gone.ids().dense(from);
        for (long i = base.offset(v); i < base.offset(v + 1); i++) {
          int w = base.neighbor(i);
          if (w > v) {
            long to = base.ids().original(w);
            if (goneFrom < 0 || !isGone(gone, goneFrom, to)) {
              result.add(from, to);
            }
          }
        }
      }
      result.append(inserted);
      return GraphBuilder.build(result);
    }
  }

  private static boolean isGone(Graph gone, int from, long to) {
    int dense = gone.ids().dense(to);
    return dense >= 0 && gone.hasEdge(from, dense);
  }
}
