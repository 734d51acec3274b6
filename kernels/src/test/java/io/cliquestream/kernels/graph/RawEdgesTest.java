package io.cliquestream.kernels.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.kernels.reference.RawArrays;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class RawEdgesTest {
  @Test
  void noIdReachesTheBoundAndOneIsAtLeastHalfOfIt() {
    for (long seed = 0; seed < 600; seed++) {
      try (RawEdges raw = new RawEdges(RawArrays.of(seed))) {
        EdgeArray edges = raw.edges();
        long largest = 0;
        for (long i = 0; i < edges.size(); i++) {
          largest = maximum(largest, maximum(edges.from(i), edges.to(i)));
        }
        long bound = raw.idBound();
        if (bound != 0) {
          assertThat(Long.compareUnsigned(largest, bound)).as("seed %d", seed).isNegative();
        }
        assertThat(Long.compareUnsigned(largest, (bound - 1) >>> 1)).isNotNegative();
        try (Graph graph = GraphBuilder.build(edges)) {
          assertThat(raw.mostVertices()).isGreaterThanOrEqualTo(graph.vertexCount());
        }
      }
    }
  }

  @Test
  void everyWayToFillAnArrayKeepsItsBits() {
    long[] ids = {5, 1L << 31, 8, 3, 0xFFFF_FFFFL, 64};
    long expected = 5 | (1L << 31) | 8 | 3 | 0xFFFF_FFFFL | 64;
    try (EdgeArray one = EdgeArray.of(ids);
        EdgeArray all = EdgeArray.narrow();
        EdgeArray appended = EdgeArray.wide();
        EdgeArray filled =
            EdgeArray.filled(
                false,
                3,
                Parallelism.available(),
                (_, block) -> {
                  for (int i = 0; i < ids.length; i++) {
                    block.setAtIndex(ValueLayout.JAVA_INT, i, (int) ids[i]);
                  }
                })) {
      all.addAll(ids, ids.length);
      appended.append(all);
      assertThat(List.of(one.idBits(), all.idBits(), appended.idBits(), filled.idBits()))
          .containsOnly(expected);
      EdgeArray first = EdgeArray.narrow();
      first.add(1, 2);
      EdgeArray second = EdgeArray.wide();
      second.add(1L << 40, 4);
      try (EdgeArray joined = EdgeArray.join(List.of(first, second))) {
        assertThat(joined.idBits()).isEqualTo((1L << 40) | 7);
      }
    }
  }

  @Test
  void rowsAreBuiltOnceAndOnlyWhenAskedFor() {
    AtomicInteger builds = new AtomicInteger();
    EdgeArray edges = EdgeArray.narrow();
    edges.add(3, 4);
    edges.add(4, 5);
    try (PreparedGraph.Owned graph =
        PreparedGraph.of(
            new RawEdges(edges),
            raw -> {
              if (builds.incrementAndGet() == 1) {
                throw new IllegalStateException("not yet");
              }
              return GraphBuilder.build(raw.edges());
            })) {
      assertThat(graph.built()).isEmpty();
      assertThat(graph.raw()).isPresent();
      assertThatThrownBy(graph::graph).hasMessage("not yet");
      assertThat(graph.vertexTotal()).isEqualTo(3);
      assertThat(graph.edgeTotal()).isEqualTo(2);
      assertThat(graph.oriented(Ordering.DEGREE).vertexCount()).isEqualTo(3);
      assertThat(graph.raw()).isEmpty();
      assertThat(builds).hasValue(2);
    }
  }

  @Test
  void whatADeviceFoundIsKnownWithoutRows() {
    EdgeArray edges = EdgeArray.narrow();
    edges.add(3, 4);
    try (PreparedGraph.Owned graph =
        PreparedGraph.of(
            new RawEdges(edges),
            _ -> {
              throw new IllegalStateException("no rows are wanted");
            })) {
      graph.raw().orElseThrow().found(new RawEdges.Found(2, 1, new GraphInput(1, 0, 0)));
      assertThat(graph.vertexTotal()).isEqualTo(2);
      assertThat(graph.edgeTotal()).isEqualTo(1);
    }
  }

  private static long maximum(long first, long second) {
    return Long.compareUnsigned(first, second) >= 0 ? first : second;
  }
}
