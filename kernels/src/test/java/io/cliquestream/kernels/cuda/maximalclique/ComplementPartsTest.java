package io.cliquestream.kernels.cuda.maximalclique;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import org.junit.jupiter.api.Test;

final class ComplementPartsTest {
  /**
   * Vertices u and v are adjacent unless both lie in one part; parts of one vertex are universal.
   */
  private static Graph multipartite(int... parts) {
    try (EdgeArray edges = EdgeArray.narrow()) {
      int first = 0;
      for (int part : parts) {
        for (int u = 0; u < first; u++) {
          for (int v = first; v < first + part; v++) {
            edges.add(u, v);
          }
        }
        first += part;
      }
      return GraphBuilder.build(edges);
    }
  }

  @Test
  void everyPartOfAMultipartiteGraphIsOne() {
    try (Graph graph = multipartite(2, 2, 2, 5, 3)) {
      assertThat(ComplementParts.larger(graph)).isEqualTo(5);
    }
  }

  @Test
  void universalVerticesDoNotCount() {
    try (Graph graph = multipartite(1, 1, 4, 1)) {
      assertThat(ComplementParts.larger(graph)).isEqualTo(1);
    }
  }

  @Test
  void theComplementOfAPathHangsTogether() {
    try (EdgeArray edges = EdgeArray.narrow()) {
      for (int u = 0; u < 50; u++) {
        for (int v = 0; v < u - 1; v++) {
          edges.add(u, v);
        }
      }
      try (Graph graph = GraphBuilder.build(edges)) {
        assertThat(ComplementParts.larger(graph)).isEqualTo(1);
      }
    }
  }

  @Test
  void aGraphOfTwoHubsOverTheSameLeavesHasTwoParts() {
    try (EdgeArray edges = EdgeArray.narrow()) {
      for (int leaf = 2; leaf < 100; leaf++) {
        edges.add(0, leaf);
        edges.add(1, leaf);
      }
      try (Graph graph = GraphBuilder.build(edges)) {
        assertThat(ComplementParts.larger(graph)).isEqualTo(2);
        assertThat(CudaMaximalCliques.isForTheHost(graph)).isTrue();
      }
    }
  }
}
