package io.cliquestream.worker.graphs.rows;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.change.EdgeBatch;
import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.SimpleGraph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.worker.memory.HostMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class VersionEdgesTest {
  private static final int VERSIONS = 12;

  /** Ids of all sizes, as unsigned numbers, that come and go. */
  private static long id(Random random) {
    long low = random.nextInt(30);
    return random.nextInt(4) == 0 ? low | Long.MIN_VALUE : low << random.nextInt(3);
  }

  private static List<String> edges(Consumer<SimpleGraph.EdgeVisitor> each) {
    var edges = new ArrayList<String>();
    each.accept(
        (from, to) -> edges.add(Long.toUnsignedString(from) + "-" + Long.toUnsignedString(to)));
    return edges;
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void edgesComeInTheOrderOfAWholeGraphOfTheSameVersion(long seed) {
    var random = new Random(seed);
    try (EdgeArray edges = EdgeArray.wide()) {
      for (int i = 0; i < 40; i++) {
        edges.add(id(random), id(random));
      }
      PreparedGraph.Owned base =
          PreparedGraph.of((Graph) GraphBuilder.buildSimple(edges, Parallelism.available()));
      VersionRows rows = VersionRows.begin(base, 0, base::close, 1, new HostMemory(Long.MAX_VALUE));
      for (int version = 2; version < VERSIONS; version++) {
        EdgeBatch batch = EdgeBatch.withRoom(40);
        for (int i = 0; i < 40; i++) {
          if (random.nextBoolean()) {
            batch.insert(id(random), id(random));
          } else {
            batch.delete(id(random), id(random));
          }
        }
        try (VersionRows before = rows) {
          rows = before.next(batch, version).orElseThrow().rows();
        }
        try (Graph whole = rows.assemble()) {
          assertThat(edges(rows::forEachEdge)).isEqualTo(edges(whole::forEachEdge)).isNotEmpty();
        }
      }
      rows.close();
    }
  }
}
