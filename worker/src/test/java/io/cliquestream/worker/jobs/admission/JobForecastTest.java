package io.cliquestream.worker.jobs.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.change.EdgeBatch;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.GraphShape;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.worker.graphs.rows.VersionRows;
import io.cliquestream.worker.memory.HostMemory;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** What a version's shape is taken for while nobody looks at its vertices. */
final class JobForecastTest {
  private static final int PATH = 2_000;

  private final JobForecast forecast = new JobForecast(Duration.ofMillis(100));

  /** Makes a path grow by batches; how often somebody had to look at all vertices. */
  private int looksWhile(int versions, BiConsumer<Integer, EdgeBatch> change) {
    long[] ends = new long[2 * PATH];
    for (int i = 0; i < PATH; i++) {
      ends[2 * i] = i;
      ends[2 * i + 1] = i + 1L;
    }
    int looks = 0;
    try (EdgeArray edges = EdgeArray.of(ends);
        PreparedGraph.Owned prepared = PreparedGraph.of(GraphBuilder.build(edges))) {
      VersionRows version =
          VersionRows.begin(
              prepared, prepared.graph().bytes(), () -> {}, 1, new HostMemory(1L << 32));
      for (int i = 2; i <= versions; i++) {
        EdgeBatch batch = EdgeBatch.withRoom(1_000);
        change.accept(i, batch);
        VersionRows next = version.next(batch, i).orElseThrow().rows();
        version.close();
        version = next;
        looks += look(version) ? 1 : 0;
      }
      version.close();
    }
    return looks;
  }

  private boolean look(VersionRows version) {
    Optional<GraphShape> like =
        forecast.likeBefore(
            "graph",
            version.graph().vertexTotal(),
            version.graph().edgeCount(),
            version.position());
    try (Graph whole = version.assemble()) {
      GraphShape shape = GraphShape.of(whole);
      like.ifPresentOrElse(
          known -> {
            assertThat(known.vertices()).isEqualTo(shape.vertices());
            assertThat(known.edges()).isEqualTo(shape.edges());
            assertThat(known.maximumDegree()).isGreaterThanOrEqualTo(shape.maximumDegree());
            assertThat(known.degeneracyBound()).isGreaterThanOrEqualTo(shape.degeneracyBound());
          },
          () -> assertThat(forecast.shape("graph", version)).isEqualTo(shape));
    }
    return like.isEmpty();
  }

  @Test
  void aHubThatGrewWasTakenForAVertexOfAPathForFiveHundredVersions() {
    assertThat(
            looksWhile(
                100, (version, batch) -> edges(batch, 50, i -> new long[] {0, 50L * version + i})))
        .isBetween(2, 20);
  }

  @Test
  void aDenseCoreThatGrewWasTakenForAPath() {
    assertThat(
            looksWhile(
                100,
                (version, batch) ->
                    edges(batch, version - 1, i -> new long[] {10L * version, 10L * (i + 1)})))
        .isBetween(2, 20);
  }

  @Test
  void coresOfAnySizeThatComeAtOnceAreBounded() {
    for (int core = 2; core <= 40; core++) {
      int size = core;
      looksWhile(
          3,
          (version, batch) -> {
            for (int i = 0; i < size; i++) {
              for (int j = i + 1; j < size; j++) {
                batch.insert(7L * i + version, 7L * j + version);
              }
            }
          });
    }
  }

  @Test
  void manySmallVersionsAreSeldomLookedAt() {
    var random = new Random(3);
    assertThat(
            looksWhile(
                2_000, (_, batch) -> batch.insert(random.nextInt(PATH), random.nextInt(PATH))))
        .isLessThanOrEqualTo(2);
  }

  /** Numbers of edges may be alike where nothing else is. */
  @Test
  void aVersionOfOtherRowsIsLookedAt() {
    assertThat(looksWhile(2, (_, batch) -> batch.insert(0, 5))).isEqualTo(1);
    assertThat(looksWhile(2, (_, batch) -> batch.insert(0, 5))).isEqualTo(1);
  }

  private interface Edge {
    long[] of(int i);
  }

  private static void edges(EdgeBatch batch, int count, Edge edge) {
    for (int i = 0; i < count; i++) {
      long[] ends = edge.of(i);
      batch.insert(ends[0], ends[1]);
    }
  }
}
