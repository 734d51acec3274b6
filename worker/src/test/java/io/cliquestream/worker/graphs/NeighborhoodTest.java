package io.cliquestream.worker.graphs;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.change.EdgeBatch;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.worker.graphs.rows.VersionRows;
import io.cliquestream.worker.memory.HostMemory;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What is drawn around a few vertices, against a plain set of edges. */
final class NeighborhoodTest {
  private record Edge(long low, long high) {
    static Edge of(long first, long second) {
      return new Edge(Math.min(first, second), Math.max(first, second));
    }
  }

  private static Graph graph(List<Long> ends) {
    try (EdgeArray pairs = EdgeArray.of(ends.stream().mapToLong(Long::longValue).toArray())) {
      return GraphBuilder.build(pairs);
    }
  }

  @Test
  void everyEdgeAmongWhatIsShownIsShownAndNoOther() {
    var random = new Random(5);
    for (int round = 0; round < 200; round++) {
      Set<Edge> edges = new HashSet<>();
      var pairs = new ArrayList<Long>();
      for (int i = 0; i < 120; i++) {
        // Ids that are not dense.
        long from = 1_000L + 7L * random.nextInt(25);
        long to = 1_000L + 7L * random.nextInt(25);
        if (from != to) {
          pairs.add(from);
          pairs.add(to);
          edges.add(Edge.of(from, to));
        }
      }
      try (Graph graph = graph(pairs)) {
        List<Long> asked = List.of(graph.originalId(0), 5L, graph.originalId(1));
        int most = 2 + random.nextInt(25);

        Neighborhood around = Neighborhood.of(graph, asked, most);

        assertThat(around.vertices())
            .startsWith(asked.get(0), asked.get(2))
            .doesNotHaveDuplicates();
        assertThat(around.vertices()).hasSizeLessThanOrEqualTo(most);
        Set<Edge> shown = new HashSet<>();
        around
            .edges()
            .forEach(
                edge ->
                    shown.add(
                        Edge.of(around.vertices().get(edge[0]), around.vertices().get(edge[1]))));
        Set<Edge> among = new HashSet<>(edges);
        among.removeIf(
            edge ->
                !around.vertices().contains(edge.low())
                    || !around.vertices().contains(edge.high()));
        assertThat(shown).isEqualTo(among);
        Set<Long> beside = new HashSet<>();
        for (Edge edge : edges) {
          if (asked.contains(edge.low()) || asked.contains(edge.high())) {
            beside.add(edge.low());
            beside.add(edge.high());
          }
        }
        assertThat(around.whole()).isEqualTo(around.vertices().containsAll(beside));
        assertThat(beside).containsAll(around.vertices());
      }
    }
  }

  @Test
  void thoseWithTheMostEdgesToTheVerticesComeFirst() {
    var pairs = new ArrayList<Long>();
    // 9 is beside both, 2 to 8 beside one of them each.
    LongStream.rangeClosed(2, 8).forEach(id -> pairs.addAll(List.of(0L, id)));
    pairs.addAll(List.of(0L, 9L, 1L, 9L, 0L, 1L));
    try (Graph graph = graph(pairs)) {
      assertThat(Neighborhood.of(graph, List.of(0L, 1L), 3).vertices()).containsExactly(0L, 1L, 9L);
    }
  }

  @Test
  void rowsThatVersionsShareTellTheSameAsTheWholeGraph() {
    var random = new Random(11);
    for (int round = 0; round < 50; round++) {
      var pairs = new ArrayList<Long>(List.of(1L, 2L));
      for (int i = 0; i < 60; i++) {
        pairs.addAll(List.of(1L + random.nextInt(9), 10L + random.nextInt(15)));
      }
      PreparedGraph.Owned base = PreparedGraph.of(graph(pairs));
      try (VersionRows first =
          VersionRows.begin(base, 0, base::close, 1, new HostMemory(1L << 30))) {
        var batch = EdgeBatch.withRoom(60);
        for (int i = 0; i < 30; i++) {
          // Ids that are new and below others, so that slots do not ascend by id.
          batch.insert(random.nextInt(3), 3L + 5L * random.nextInt(8));
          batch.delete(1L + random.nextInt(9), 10L + random.nextInt(15));
        }
        try (VersionRows second = first.next(batch, 2).orElseThrow().rows()) {
          for (VersionRows rows : List.of(first, second)) {
            try (Graph whole = rows.assemble()) {
              List<Long> asked = List.of(1L, 7L, (long) random.nextInt(30));
              int most = 3 + random.nextInt(25);
              Neighborhood expected = Neighborhood.of(whole, asked, most);
              Neighborhood shared = Neighborhood.of(rows.graph().rows(), asked, most);
              assertThat(shared.vertices()).isEqualTo(expected.vertices());
              assertThat(shared.edges()).containsExactlyElementsOf(expected.edges());
              assertThat(shared.whole()).isEqualTo(expected.whole());
            }
          }
        }
      }
    }
  }
}
