package io.cliquestream.kernels.cpu.maxclique;

import io.cliquestream.kernels.graph.Graph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Cliques by trying everything, for graphs of at most 63 vertices and few cliques. */
public final class BruteForce {
  private BruteForce() {}

  /** Every maximal clique, vertices ascending, in lexicographic order. */
  public static List<int[]> maximalCliques(Graph graph) {
    int n = graph.vertexCount();
    long[] rows = new long[n];
    for (int v = 0; v < n; v++) {
      for (long i = graph.offset(v); i < graph.offset(v + 1); i++) {
        rows[v] |= 1L << graph.neighbor(i);
      }
    }
    List<int[]> found = new ArrayList<>();
    if (n > 0) {
      extend(rows, 0, (1L << n) - 1, -1, found);
    }
    found.sort(Arrays::compare);
    return found;
  }

  /** Extends a clique by vertices above its last one; {@code common} is adjacent to all of it. */
  private static void extend(long[] rows, long clique, long common, int last, List<int[]> found) {
    if (common == 0) {
      found.add(
          java.util.stream.IntStream.range(0, rows.length)
              .filter(v -> (clique >>> v & 1) != 0)
              .toArray());
      return;
    }
    for (int v = last + 1; v < rows.length; v++) {
      if ((common >>> v & 1) != 0) {
        extend(rows, clique | 1L << v, common & rows[v], v, found);
      }
    }
  }
}
