package io.cliquestream.kernels.reference;

import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * A small random graph, the same for the same seed: its family, size, labels and edges. Printing it
 * gives all that is needed to build it again.
 */
public record RandomGraph(long seed, GraphFamily family, List<int[]> edges) {

  /** A graph of 2 to {@code largest} vertices; the families take turns with the seed. */
  public static RandomGraph of(long seed, int largest) {
    GraphFamily[] families = GraphFamily.values();
    return of(seed, families[(int) Math.floorMod(seed, (long) families.length)], largest);
  }

  /** A graph of one family with 2 to {@code largest} vertices, under shuffled labels. */
  public static RandomGraph of(long seed, GraphFamily family, int largest) {
    Random random = new Random(seed * 0x9E3779B97F4A7C15L + 1);
    int n = 2 + random.nextInt(largest - 1);
    EdgeSet drawn = new EdgeSet();
    family.draw(drawn, n, random);
    List<Integer> labels = new ArrayList<>();
    for (int v = 0; v < n; v++) {
      labels.add(v);
    }
    Collections.shuffle(labels, random);
    List<int[]> edges =
        drawn.edges().stream()
            .map(edge -> new int[] {labels.get(edge[0]), labels.get(edge[1])})
            .toList();
    return new RandomGraph(seed, family, edges);
  }

  /** The simple graph of these edges; vertices without an edge are gone. */
  public Graph build() {
    long[] ids = new long[2 * edges.size()];
    for (int i = 0; i < edges.size(); i++) {
      ids[2 * i] = edges.get(i)[0];
      ids[2 * i + 1] = edges.get(i)[1];
    }
    try (EdgeArray array = EdgeArray.of(ids)) {
      return GraphBuilder.build(array);
    }
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("seed " + seed + ", " + family + ":");
    edges.forEach(edge -> text.append(' ').append(edge[0]).append('-').append(edge[1]));
    return text.toString();
  }
}
