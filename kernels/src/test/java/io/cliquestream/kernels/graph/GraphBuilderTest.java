package io.cliquestream.kernels.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The builder against graphs made of sets. */
final class GraphBuilderTest {
  @Test
  void fourThousandRandomEdgeArraysMatchSets() {
    for (long seed = 0; seed < 4000; seed++) {
      long[] ids = RandomPairs.of(seed);
      ReferenceGraph reference = ReferenceGraph.of(ids);
      try (EdgeArray edges = RandomPairs.edges(ids);
          Graph graph = GraphBuilder.build(edges)) {
        reference.assertSame(graph, "seed " + seed);
        assertThat(graph.input())
            .as("seed %d", seed)
            .isEqualTo(
                new GraphInput(
                    ids.length / 2,
                    reference.loops,
                    ids.length / 2 - reference.loops - reference.edges()));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 64, 1_000_003, 0x1234_5678_9ABC_DEF1L})
  void largeArraysMatchSetsForEveryNumberOfThreads(long factor) {
    Random random = new Random(factor);
    // A hub that is in half of the pairs, so that one row is long and full of duplicates.
    long[] ids =
        LongStream.range(0, 600_000)
            .map(i -> factor * (i % 4 == 0 ? 17 : random.nextInt(20_000)))
            .toArray();
    ReferenceGraph reference = ReferenceGraph.of(ids);
    for (int threads : new int[] {1, 2, 5}) {
      try (EdgeArray edges = RandomPairs.edges(ids);
          Graph graph = GraphBuilder.build(edges, new Parallelism(threads))) {
        reference.assertSame(graph, "factor " + factor + ", threads " + threads);
      }
    }
  }

  @Test
  void manyScatteredIdsAreSortedOffTheHeap() {
    Random random = new Random(11);
    long[] ids = LongStream.generate(random::nextLong).limit(1_200_000).toArray();
    try (EdgeArray edges = RandomPairs.edges(ids);
        Graph graph = GraphBuilder.build(edges)) {
      assertThat(graph.vertexCount()).isEqualTo((int) LongStream.of(ids).distinct().count());
      for (int v = 1; v < graph.vertexCount(); v++) {
        long before = graph.ids().original(v - 1);
        assertThat(Long.compareUnsigned(before, graph.ids().original(v))).isNegative();
      }
      for (int i = 0; i < ids.length; i += 2) {
        int from = graph.ids().dense(ids[i]);
        assertThat(graph.hasEdge(from, graph.ids().dense(ids[i + 1]))).isTrue();
      }
    }
  }

  @Test
  void nothingAndLoopsAloneAreTheEmptyGraphEverywhere() {
    for (long[] ids : new long[][] {{}, {5, 5}, {-1, -1, 0, 0}}) {
      try (EdgeArray edges = RandomPairs.edges(ids);
          Graph graph = GraphBuilder.build(edges)) {
        assertThat(graph.vertexCount()).isZero();
        assertThat(graph.edgeCount()).isZero();
        assertThat(graph.ids().dense(5)).isEqualTo(-1);
        for (Ordering ordering : Ordering.values()) {
          try (OrientedGraph oriented = Orientation.orient(graph, ordering)) {
            assertThat(oriented.vertexCount()).isZero();
            assertThat(oriented.edgeCount()).isZero();
            assertThat(oriented.maximumOutDegree()).isZero();
          }
        }
      }
    }
  }

  @Test
  void predictedBytesBoundTheRealOnes() {
    for (long seed = 0; seed < 60; seed++) {
      long[] ids = RandomPairs.of(seed);
      try (EdgeArray edges = RandomPairs.edges(ids);
          Graph graph = GraphBuilder.build(edges)) {
        int n = graph.vertexCount();
        assertThat(edges.bytes())
            .isLessThanOrEqualTo(GraphMemory.edgeArrayBytes(edges.size(), edges.isWide()));
        assertThat(graph.bytes()).isLessThanOrEqualTo(GraphMemory.graphBytes(n, graph.edgeCount()));
        for (Ordering ordering : Ordering.values()) {
          try (OrientedGraph oriented = Orientation.orient(graph, ordering)) {
            assertThat(oriented.bytes())
                .as("seed %d", seed)
                .isEqualTo(GraphMemory.orientationBytes(n, graph.edgeCount(), ordering));
          }
        }
      }
    }
  }
}
