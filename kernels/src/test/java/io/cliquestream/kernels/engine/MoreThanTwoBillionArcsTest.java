package io.cliquestream.kernels.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.Ordering;
import io.cliquestream.kernels.graph.OrientedGraph;
import io.cliquestream.kernels.graph.PairSource;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.KCliqueMethod;
import java.math.BigInteger;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A graph whose arcs have indexes beyond 2^31 (and byte offsets beyond 2^33): build, orientation
 * and triangles, all known in advance, since it is many cliques of 96 vertices.
 *
 * <p>Takes 14 GB off the heap, 2 GB on it, and some minutes: {@code mvn -pl kernels -am test
 * -Dtest=MoreThanTwoBillionArcsTest -Dcliquestream.large=true
 * -Dsurefire.failIfNoSpecifiedTests=false}.
 */
@Tag("large")
final class MoreThanTwoBillionArcsTest {
  private static final int SIZE = 96;
  private static final int CLIQUES = 236_900;
  private static final int EDGES = SIZE * (SIZE - 1) / 2;

  /** The edges are computed as they are read: an edge array would take 8.6 GB more. */
  private static final class Cliques implements PairSource {
    private final int[] low = new int[EDGES];
    private final int[] high = new int[EDGES];

    Cliques() {
      int pair = 0;
      for (int v = 1; v < SIZE; v++) {
        for (int u = 0; u < v; u++) {
          low[pair] = u;
          high[pair++] = v;
        }
      }
    }

    @Override
    public long size() {
      return (long) CLIQUES * EDGES;
    }

    @Override
    public int copyPairs(long firstPair, long[] ids) {
      int pairs = (int) Math.min(ids.length / 2, size() - firstPair);
      long clique = firstPair / EDGES;
      int pair = (int) (firstPair % EDGES);
      for (int i = 0; i < pairs; i++) {
        ids[2 * i] = clique * SIZE + low[pair];
        ids[2 * i + 1] = clique * SIZE + high[pair];
        if (++pair == EDGES) {
          pair = 0;
          clique++;
        }
      }
      return pairs;
    }
  }

  @Test
  void buildOrientationAndTrianglesAreExact() {
    assumeTrue(
        Boolean.getBoolean("cliquestream.large"), "set -Dcliquestream.large=true; see above");
    try (PreparedGraph.Owned prepared = PreparedGraph.of(GraphBuilder.build(new Cliques()));
        CpuEngine engine = new CpuEngine(Runtime.getRuntime().availableProcessors())) {
      Graph graph = prepared.graph();
      assertThat(graph.vertexCount()).isEqualTo(CLIQUES * SIZE);
      assertThat(graph.edgeCount()).isEqualTo((long) CLIQUES * EDGES);
      assertThat(2 * graph.edgeCount()).isGreaterThan(1L << 31);
      int[] row = new int[SIZE];
      for (int v = graph.vertexCount() - 1; v >= 0; v -= 1_009) {
        requireRow(graph, v, row);
      }
      OrientedGraph oriented = prepared.oriented(Ordering.DEGREE);
      assertThat(oriented.edgeCount()).isEqualTo(graph.edgeCount());
      assertThat(oriented.maximumOutDegree()).isEqualTo(SIZE - 1);
      var job =
          new KCliqueCount(
              3, 3, false, Optional.of(KCliqueMethod.ORIENTATION), Optional.of(Ordering.DEGREE));
      var answer = (Answer.KCliques) engine.run(prepared, job).answer();
      long triangles = (long) EDGES * (SIZE - 2) / 3;
      assertThat(answer.counts().get(3)).isEqualTo(BigInteger.valueOf(CLIQUES * triangles));
    }
  }

  private static void requireRow(Graph graph, int v, int[] row) {
    int first = v / SIZE * SIZE;
    assertThat(graph.offset(v)).isEqualTo((long) v * (SIZE - 1));
    assertThat(graph.copyNeighbors(v, row)).isEqualTo(SIZE - 1);
    for (int i = 0; i < SIZE - 1; i++) {
      assertThat(row[i]).isEqualTo(first + i + (first + i >= v ? 1 : 0));
    }
  }
}
