package io.cliquestream.kernels.reference;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Edges being drawn; loops and duplicates may occur and are for the graph builder to drop. */
final class EdgeSet {
  private final List<int[]> edges = new ArrayList<>();

  void add(int first, int second) {
    edges.add(new int[] {first, second});
  }

  void clique(int from, int to) {
    random(from, to, 1.1, new Random(0));
  }

  void random(int from, int to, double probability, Random random) {
    for (int u = from; u < to; u++) {
      for (int v = u + 1; v < to; v++) {
        if (random.nextDouble() < probability) {
          add(u, v);
        }
      }
    }
  }

  List<int[]> edges() {
    return edges;
  }
}
