package io.cliquestream.kernels.survey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Truss numbers beside their definition taken by the word. */
final class TrussesTest {
  private static final int SMALL = Integer.getInteger("cliquestream.trusses", 3000);

  private static Graph random(Random random, int most, double density) {
    int n = 2 + random.nextInt(most);
    // A hub makes rows of very different lengths.
    boolean hub = random.nextBoolean();
    try (EdgeArray edges = EdgeArray.wide()) {
      edges.add(0, 1);
      for (int u = 0; u < n; u++) {
        for (int v = 0; v < u; v++) {
          if (random.nextDouble() < density || (hub && v == 0)) {
            edges.add(3L * u, 3L * v);
          }
        }
      }
      return GraphBuilder.build(edges);
    }
  }

  /** For every k takes edges with less than k - 2 triangles away until there is none; by edge. */
  private static int[] expected(Graph graph) {
    int n = graph.vertexCount();
    boolean[][] joined = new boolean[n][n];
    int[][] numbers = new int[n][n];
    for (int v = 0; v < n; v++) {
      for (long i = graph.offset(v); i < graph.offset(v + 1); i++) {
        joined[v][graph.neighbor(i)] = true;
        numbers[v][graph.neighbor(i)] = 2;
      }
    }
    for (int k = 3; k <= n; k++) {
      boolean changed = true;
      while (changed) {
        changed = false;
        for (int u = 0; u < n; u++) {
          for (int v = 0; v < u; v++) {
            if (joined[u][v] && triangles(joined, u, v) < k - 2) {
              joined[u][v] = false;
              joined[v][u] = false;
              changed = true;
            }
          }
        }
      }
      for (int u = 0; u < n; u++) {
        for (int v = 0; v < n; v++) {
          numbers[u][v] = joined[u][v] ? k : numbers[u][v];
        }
      }
    }
    int[] byEdge = new int[(int) graph.edgeCount()];
    int edge = 0;
    for (int v = 0; v < n; v++) {
      for (long i = graph.offset(v); i < graph.offset(v + 1); i++) {
        if (graph.neighbor(i) > v) {
          byEdge[edge++] = numbers[v][graph.neighbor(i)];
        }
      }
    }
    return byEdge;
  }

  private static int triangles(boolean[][] joined, int u, int v) {
    int count = 0;
    for (int w = 0; w < joined.length; w++) {
      count += joined[u][w] && joined[v][w] ? 1 : 0;
    }
    return count;
  }

  private static void check(Graph graph, int threads, long seed) {
    int[] expected = expected(graph);
    try (graph;
        Trusses trusses = Trusses.of(graph, new Parallelism(threads))) {
      int[] found = new int[expected.length];
      Arrays.setAll(found, trusses::of);
      assertThat(found).as("seed %d", seed).isEqualTo(expected);
      assertThat(trusses.largest()).isEqualTo(Arrays.stream(expected).max().orElseThrow());
      long[] histogram = trusses.histogram();
      for (int number = 0; number < histogram.length; number++) {
        int wanted = number;
        assertThat(histogram[number])
            .isEqualTo(Arrays.stream(expected).filter(found1 -> found1 == wanted).count());
      }
    }
  }

  @Test
  void areWhatTheirDefinitionSays() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < SMALL; round++) {
      check(random(random, 14, random.nextDouble()), 1, seed);
    }
  }

  @Test
  void doNotDependOnTheThreads() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < 30; round++) {
      check(random(random, 70, 0.2 + 0.6 * random.nextDouble()), 4, seed);
    }
  }

  @Test
  void areTheSizeOfACliqueThatStandsAlone() {
    try (EdgeArray edges = EdgeArray.wide()) {
      for (int u = 0; u < 40; u++) {
        for (int v = 0; v < u; v++) {
          edges.add(u, v);
        }
        edges.add(u, 1000 + u);
      }
      try (Graph graph = GraphBuilder.build(edges);
          Trusses trusses = Trusses.of(graph, Parallelism.SEQUENTIAL)) {
        assertThat(trusses.largest()).isEqualTo(40);
        assertThat(trusses.histogram()[40]).isEqualTo(780);
        assertThat(trusses.histogram()[2]).isEqualTo(40);
        // Each of 780 edges has rows of 40 and 40, each of 40 one of length 1; from both ends.
        assertThat(Trusses.steps(graph, new StopMeter(StopCheck.NEVER)))
            .isEqualTo(2 * (780 * 40 + 40));
      }
    }
  }

  @Test
  void endWhenTheyAreStopped() {
    try (Graph graph = random(new Random(1), 14, 0.5)) {
      StopCheck stop =
          () -> {
            throw new IllegalStateException("stopped");
          };
      assertThatThrownBy(() -> Trusses.of(graph, new Parallelism(2, stop)))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("stopped");
    }
  }
}
