package io.cliquestream.kernels.graph.build;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.graph.DenseLimits;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.WideGraph;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Small graphs built in plain arrays are those that the builder of large ones makes. */
final class SmallRowsTest {
  private static EdgeArray random(long seed) {
    var random = new SplittableRandom(seed);
    int pairs = random.nextInt(seed % 50 == 0 ? 70_000 : 1 + random.nextInt(900));
    int vertices = 1 + random.nextInt(1 + random.nextInt(seed % 50 == 0 ? 20_000 : 300));
    int stride = seed % 3 == 0 ? 1 : 1 + random.nextInt(40);
    EdgeArray edges = random.nextBoolean() ? EdgeArray.narrow() : EdgeArray.wide();
    for (int i = 0; i < pairs; i++) {
      int hub = random.nextInt(3) == 0 ? 1 + vertices / 9 : vertices;
      edges.add((long) stride * random.nextInt(hub), (long) stride * random.nextInt(vertices));
      if (random.nextInt(20) == 0) {
        // The id of a loop is no vertex, however large it is.
        long loop = random.nextInt();
        edges.add(loop & 0x7fff_ffffL, loop & 0x7fff_ffffL);
      }
    }
    return edges;
  }

  @Test
  void threeThousandRandomEdgeArraysAreTheSameBothWays() {
    int small = 0;
    for (long seed = 0; seed < 3_000; seed++) {
      try (EdgeArray edges = random(seed);
          Graph large = GraphBuilder.buildLarge(edges, shape(edges), Parallelism.SEQUENTIAL);
          Graph graph = GraphBuilder.build(edges)) {
        small += isSmall(edges) ? 1 : 0;
        assertThat(graph.input()).as("seed %d", seed).isEqualTo(large.input());
        assertThat(graph.vertexCount()).as("seed %d", seed).isEqualTo(large.vertexCount());
        assertThat(graph.edgeCount()).as("seed %d", seed).isEqualTo(large.edgeCount());
        assertThat(graph.ids().isIdentity())
            .as("seed %d", seed)
            .isEqualTo(large.ids().isIdentity());
        for (int v = 0; v < graph.vertexCount(); v++) {
          assertThat(graph.ids().original(v))
              .as("seed %d", seed)
              .isEqualTo(large.ids().original(v));
          assertThat(row(graph, v)).as("seed %d", seed).isEqualTo(row(large, v));
        }
      }
    }
    assertThat(small).isBetween(2_000, 2_999);
  }

  @Test
  void moreVerticesThanTheLimitMakeAWideGraph() {
    try (EdgeArray edges = EdgeArray.of(0, 1, 1, 2, 2, 0);
        var graph =
            GraphBuilder.buildSimple(
                edges, Parallelism.SEQUENTIAL, new DenseLimits(2, 2, 1 << 20))) {
      assertThat(graph).isInstanceOf(WideGraph.class);
    }
  }

  private static PairShape shape(EdgeArray edges) {
    return PairShape.of(edges, Parallelism.SEQUENTIAL);
  }

  private static boolean isSmall(EdgeArray edges) {
    var graph =
        SmallRows.build(edges, shape(edges), DenseLimits.MAXIMUM_VERTICES, Parallelism.SEQUENTIAL);
    graph.ifPresent(Graph::close);
    return graph.isPresent();
  }

  private static int[] row(Graph graph, int v) {
    int[] row = new int[graph.degree(v)];
    return Arrays.copyOf(row, graph.copyNeighbors(v, row));
  }
}
