package io.cliquestream.cli.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The campaign's own counts against sets of vertices, tried one by one. */
final class KnownGraphTest {
  @Test
  void countsWhatTryingEverySetOfVerticesCounts() {
    for (long seed = 0; seed < 40; seed++) {
      var graph = new KnownGraph("graph", seed);
      Set<Integer> edges = new HashSet<>();
      graph.edges().forEach(edge -> edges.add(edge[0] * 64 + edge[1]));
      int n = graph.vertices();
      long triangles = 0;
      long fours = 0;
      for (int a = 0; a < n; a++) {
        for (int b = a + 1; b < n; b++) {
          for (int c = b + 1; c < n; c++) {
            if (edges.contains(a * 64 + b)
                && edges.contains(a * 64 + c)
                && edges.contains(b * 64 + c)) {
              triangles++;
              for (int d = c + 1; d < n; d++) {
                if (edges.contains(a * 64 + d)
                    && edges.contains(b * 64 + d)
                    && edges.contains(c * 64 + d)) {
                  fours++;
                }
              }
            }
          }
        }
      }
      assertThat(graph.cliques(2)).isEqualTo(graph.edges().size());
      assertThat(graph.cliques(3)).isEqualTo(triangles);
      assertThat(graph.cliques(4)).isEqualTo(fours);
      assertThat(graph.cliques(graph.cliqueNumber())).isPositive();
      assertThat(graph.cliques(graph.cliqueNumber() + 1)).isZero();
      assertThat(graph.maximalCliques()).isBetween(1L, 1L << new Random(seed).nextInt(30, 40));
      assertThat(graph.degeneracy()).isEqualTo(degeneracy(graph));
    }
  }

  /**
   * The largest least degree on the way of taking a vertex of least degree out, again and again.
   */
  private static int degeneracy(KnownGraph graph) {
    Map<Integer, Set<Integer>> left = new HashMap<>();
    for (int[] edge : graph.edges()) {
      left.computeIfAbsent(edge[0], _ -> new HashSet<>()).add(edge[1]);
      left.computeIfAbsent(edge[1], _ -> new HashSet<>()).add(edge[0]);
    }
    int largest = 0;
    while (!left.isEmpty()) {
      int least = Collections.min(left.keySet(), Comparator.comparingInt(v -> left.get(v).size()));
      largest = Math.max(largest, left.get(least).size());
      left.remove(least).forEach(neighbor -> left.get(neighbor).remove(least));
    }
    return largest;
  }
}
