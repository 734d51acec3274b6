package io.cliquestream.kernels.cpu.triangle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.CountArray;
import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.Ordering;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.kernels.job.TriangleCount;
import io.cliquestream.kernels.reference.RandomGraph;
import io.cliquestream.kernels.reference.ReferenceTriangles;
import io.cliquestream.kernels.reference.SmallGraph;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Triangle counts against a look at all triples of vertices. */
final class TriangleCountTest {
  private static final int GRAPHS = 3000;

  private static CpuEngine oneThread;
  private static CpuEngine threeThreads;

  @BeforeAll
  static void startEngines() {
    oneThread = new CpuEngine(1);
    threeThreads = new CpuEngine(3);
  }

  @AfterAll
  static void stopEngines() {
    oneThread.close();
    threeThreads.close();
  }

  @Test
  void everyOptionAgreesWithBruteForce() {
    for (long seed = 0; seed < GRAPHS; seed++) {
      RandomGraph random = RandomGraph.of(seed, 20);
      try (PreparedGraph.Owned prepared = PreparedGraph.of(random.build())) {
        Graph graph = prepared.graph();
        SmallGraph small = SmallGraph.of(graph);
        ReferenceTriangles reference = new ReferenceTriangles(small);
        CpuEngine engine = seed % 2 == 0 ? oneThread : threeThreads;
        Optional<Ordering> ordering =
            seed % 3 == 0
                ? Optional.empty()
                : Optional.of(seed % 3 == 1 ? Ordering.DEGREE : Ordering.DEGENERACY);
        Answer.Triangles total = count(engine, prepared, TriangleCount.total());
        Answer.Triangles all =
            count(engine, prepared, new TriangleCount(true, true, true, ordering));

        assertThat(total.triangles())
            .as(random.toString())
            .isEqualTo(BigInteger.valueOf(reference.total()));
        assertThat(total.perVertex()).isEmpty();
        assertThat(total.perEdge()).isEmpty();
        assertThat(total.clustering()).isEmpty();
        assertThat(all.triangles()).as(random.toString()).isEqualTo(total.triangles());
        checkVertices(random, reference, small, all);
        checkEdges(random, reference, small, all);
      }
    }
  }

  private static void checkVertices(
      RandomGraph random, ReferenceTriangles reference, SmallGraph small, Answer.Triangles all) {
    CountArray perVertex = all.perVertex().orElseThrow();
    Answer.Clustering clustering = all.clustering().orElseThrow();
    for (int v = 0; v < small.vertexCount(); v++) {
      assertThat(perVertex.get(v))
          .as("vertex %d, %s", v, random)
          .isEqualTo(BigInteger.valueOf(reference.throughVertex(v)));
      assertThat(clustering.local().get(v))
          .as("vertex %d, %s", v, random)
          .isCloseTo(reference.localClustering(v), within(1e-12));
    }
    assertThat(clustering.wedges())
        .as(random.toString())
        .isEqualTo(BigInteger.valueOf(reference.wedges()));
    assertThat(clustering.transitivity())
        .as(random.toString())
        .isCloseTo(reference.transitivity(), within(1e-12));
    assertThat(clustering.average())
        .as(random.toString())
        .isCloseTo(reference.averageClustering(), within(1e-12));
  }

  private static void checkEdges(
      RandomGraph random, ReferenceTriangles reference, SmallGraph small, Answer.Triangles all) {
    CountArray perEdge = all.perEdge().orElseThrow();
    List<int[]> edges = small.edges();
    assertThat(perEdge.size()).isEqualTo(edges.size());
    for (int e = 0; e < edges.size(); e++) {
      int[] edge = edges.get(e);
      assertThat(perEdge.get(e))
          .as("edge %d-%d, %s", edge[0], edge[1], random)
          .isEqualTo(BigInteger.valueOf(reference.throughEdge(edge[0], edge[1])));
    }
  }

  @Test
  void countsByVertexAndByEdgeAddUpOnASkewedGraph() {
    Random random = new Random(3);
    try (EdgeArray edges = EdgeArray.narrow()) {
      int n = 20_000;
      for (int i = 0; i < 200_000; i++) {
        double a = random.nextDouble();
        double b = random.nextDouble();
        edges.add((long) (n * a * a * a), (long) (n * b * b * b));
      }
      try (PreparedGraph.Owned graph = PreparedGraph.of(GraphBuilder.build(edges))) {
        Answer.Triangles one =
            count(oneThread, graph, new TriangleCount(true, true, true, Optional.empty()));
        Answer.Triangles several =
            count(
                threeThreads,
                graph,
                new TriangleCount(true, true, true, Optional.of(Ordering.DEGENERACY)));

        BigInteger three = one.triangles().multiply(BigInteger.valueOf(3));
        assertThat(one.triangles()).isPositive().isEqualTo(several.triangles());
        assertThat(sum(one.perVertex().orElseThrow())).isEqualTo(three);
        assertThat(sum(one.perEdge().orElseThrow())).isEqualTo(three);
        for (long e = 0; e < one.perEdge().orElseThrow().size(); e++) {
          assertThat(several.perEdge().orElseThrow().get(e))
              .isEqualTo(one.perEdge().orElseThrow().get(e));
        }
        assertThat(several.clustering().orElseThrow().average())
            .isEqualTo(one.clustering().orElseThrow().average());
      }
    }
  }

  @Test
  void totalsOfHubsAndOthersAreWhatCountsByVertexAddUpTo() {
    for (int seed = 0; seed < 12; seed++) {
      Random random = new Random(seed);
      int n = 50 << seed;
      int m = Math.min(n * 30, 400_000);
      try (EdgeArray edges = EdgeArray.narrow()) {
        for (int i = 0; i < m; i++) {
          double a = random.nextDouble();
          double b = random.nextDouble();
          edges.add((long) (n * a * a), (long) (n * b * b * b));
        }
        try (PreparedGraph.Owned graph = PreparedGraph.of(GraphBuilder.build(edges))) {
          for (Ordering order : Ordering.values()) {
            Answer.Triangles byVertex =
                count(oneThread, graph, new TriangleCount(true, false, false, Optional.of(order)));
            TriangleCount total = new TriangleCount(false, false, false, Optional.of(order));
            BigInteger expected = byVertex.triangles();

            assertThat(sum(byVertex.perVertex().orElseThrow()))
                .isEqualTo(expected.multiply(BigInteger.valueOf(3)));
            assertThat(count(oneThread, graph, total).triangles())
                .as("%d vertices, %s", n, order)
                .isEqualTo(expected);
            assertThat(count(threeThreads, graph, total).triangles())
                .as("%d vertices, %s", n, order)
                .isEqualTo(expected);
          }
        }
      }
    }
  }

  private static BigInteger sum(CountArray counts) {
    BigInteger sum = BigInteger.ZERO;
    for (long i = 0; i < counts.size(); i++) {
      sum = sum.add(counts.get(i));
    }
    return sum;
  }

  private static Answer.Triangles count(CpuEngine engine, PreparedGraph graph, TriangleCount job) {
    return (Answer.Triangles) engine.run(graph, job).answer();
  }
}
