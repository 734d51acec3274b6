package io.cliquestream.kernels.reference;

import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import java.util.Random;

/** Graphs of which few roots have nearly all the work. */
public final class DenseSpot {
  private DenseSpot() {}

  /** A sparse random graph of so many edges a vertex, and a dense one on its first vertices. */
  public static PreparedGraph.Owned of(int n, int edgesEach, int spot, double density, long seed) {
    Random random = new Random(seed);
    try (EdgeArray edges = EdgeArray.narrow()) {
      for (int v = 1; v < n; v++) {
        for (int i = 0; i < edgesEach; i++) {
          edges.add(random.nextInt(v), v);
        }
      }
      for (int v = 1; v < spot; v++) {
        for (int u = 0; u < v; u++) {
          if (random.nextDouble() < density) {
            edges.add(u, v);
          }
        }
      }
      return PreparedGraph.of(GraphBuilder.build(edges));
    }
  }
}
