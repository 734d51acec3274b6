package io.cliquestream.kernels.cuda.engine;

import static io.cliquestream.kernels.cuda.engine.CliqueAnswers.byEdge;
import static io.cliquestream.kernels.cuda.engine.CliqueAnswers.byVertex;
import static io.cliquestream.kernels.cuda.engine.CliqueAnswers.count;
import static io.cliquestream.kernels.cuda.engine.CliqueAnswers.requireSame;
import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.EngineKind;
import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.assembly.LocalCliqueAnswer;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.engine.CudaEngine;
import io.cliquestream.kernels.graph.Ordering;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.KCliqueMethod;
import io.cliquestream.kernels.job.KCliqueTuning;
import io.cliquestream.kernels.job.MaximumClique;
import io.cliquestream.kernels.job.TriangleCount;
import io.cliquestream.kernels.reference.RandomGraph;
import io.cliquestream.kernels.reference.ReferenceCliques;
import io.cliquestream.kernels.reference.SmallGraph;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** k-clique counts of the GPU against brute force and the CPU engine; options take turns. */
@Tag("gpu")
final class CudaKCliqueCountTest {
  private static final long GRAPHS = Long.getLong("cliquestream.random.gpu.graphs", 2_000);

  /** Forced plans of our kernels, taken in turn. */
  private static final List<Map<String, Long>> PLANS =
      List.of(
          Map.of(),
          Map.of("slices", 3L),
          Map.of("global", 1L),
          Map.of("global", 1L, "slices", 2L),
          Map.of("sampled-roots", 2L),
          Map.of("sampled-roots", 3L, "slices", 1L));

  private static CudaEngine gpu;
  private static CpuEngine cpu;

  @BeforeAll
  static void open() {
    gpu = Gpu.open();
    cpu = new CpuEngine(2);
  }

  @AfterAll
  static void close() {
    if (gpu != null) {
      gpu.close();
      cpu.close();
    }
  }

  /** Every size up to one past the clique number. */
  private static SortedMap<Integer, BigInteger> expected(ReferenceCliques reference) {
    SortedMap<Integer, BigInteger> counts = new TreeMap<>();
    for (int k = 1; k <= reference.cliqueNumber() + 1; k++) {
      counts.put(k, BigInteger.valueOf(reference.count(k)));
    }
    return counts;
  }

  /** Degree, degeneracy, or empty for the order in between. */
  private static Optional<Ordering> ordering(long turn) {
    return switch ((int) (turn % 3)) {
      case 0 -> Optional.of(Ordering.DEGREE);
      case 1 -> Optional.of(Ordering.DEGENERACY);
      default -> Optional.empty();
    };
  }

  private static KCliqueTuning tuning(long turn, Optional<Ordering> ordering) {
    Map<String, Long> plan = new TreeMap<>(PLANS.get((int) (turn % PLANS.size())));
    if (ordering.isEmpty()) {
      plan.put("approximate-order", 1L);
    }
    return KCliqueTuning.of(plan);
  }

  @Test
  void everySizeByEveryMethodAndOrderOfSmallGraphsIsWhatBruteForceFinds() {
    for (long seed = 0; seed < GRAPHS; seed++) {
      RandomGraph random = RandomGraph.of(seed, 26);
      long turn = seed / 15;
      try (PreparedGraph.Owned graph = PreparedGraph.of(random.build())) {
        var reference = new ReferenceCliques(SmallGraph.of(graph.graph()));
        SortedMap<Integer, BigInteger> expected = expected(reference);
        int last = expected.isEmpty() ? 1 : expected.lastKey();
        var all = new TreeMap<>(expected.headMap(last));
        assertThat(count(gpu, graph, KCliqueCount.all())).as(random.toString()).isEqualTo(all);
        Optional<Ordering> ordering = ordering(turn);
        for (KCliqueMethod method : KCliqueMethod.values()) {
          var job =
              new KCliqueCount(1, last, Optional.of(method), ordering, tuning(turn, ordering));
          assertThat(count(gpu, graph, job)).as("%s of %s", job, random).isEqualTo(expected);
        }
        for (int k = 1; k <= last; k++) {
          var job = new KCliqueCount(k, k, Optional.empty(), ordering, tuning(turn + k, ordering));
          assertThat(count(gpu, graph, job))
              .as("%s of %s", job, random)
              .isEqualTo(Map.of(k, expected.get(k)));
        }
      }
    }
  }

  @Test
  void everyVertexOfSmallGraphsIsInAsManyCliquesAsBruteForceFinds() {
    for (long seed = 0; seed < GRAPHS; seed++) {
      RandomGraph random = RandomGraph.of(seed, 20);
      try (PreparedGraph.Owned graph = PreparedGraph.of(random.build())) {
        var reference = new ReferenceCliques(SmallGraph.of(graph.graph()));
        for (int k = 1; k <= reference.cliqueNumber() + 1; k++) {
          var each = byVertex(gpu, graph, k, random.toString());
          for (int v = 0; v < each.size(); v++) {
            assertThat(each.get(v))
                .as("k %d, vertex %d of %s", k, v, random)
                .isEqualTo(BigInteger.valueOf(reference.countThrough(v, k)));
          }
        }
      }
    }
  }

  @Test
  void everyEdgeOfSmallGraphsIsInAsManyCliquesAsBruteForceFinds() {
    for (long seed = 0; seed < GRAPHS; seed++) {
      RandomGraph random = RandomGraph.of(seed, 20);
      try (PreparedGraph.Owned graph = PreparedGraph.of(random.build())) {
        SmallGraph small = SmallGraph.of(graph.graph());
        List<int[]> edges = small.edges();
        var reference = new ReferenceCliques(small);
        for (int k = 1; k <= reference.cliqueNumber() + 1; k++) {
          var each = byEdge(gpu, graph, k, random.toString());
          assertThat(each.size()).as(random.toString()).isEqualTo(edges.size());
          for (int i = 0; i < edges.size(); i++) {
            int[] edge = edges.get(i);
            assertThat(each.get(i))
                .as("k %d, edge %d-%d of %s", k, edge[0], edge[1], random)
                .isEqualTo(BigInteger.valueOf(reference.countThrough(edge[0], edge[1], k)));
          }
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(LargerGraphs.class)
  void totalsVerticesAndEdgesOfLargerGraphsAreTheCpusAnswer(LargerGraphs family) {
    try (PreparedGraph.Owned graph = PreparedGraph.of(family.build(4))) {
      String about = family + ", seed 4";
      // The host alone takes a minute for the 5-cliques of a dense graph.
      int largest = family == LargerGraphs.DENSE ? 4 : 5;
      for (int k = 3; k <= largest; k++) {
        BigInteger expected = count(cpu, graph, KCliqueCount.of(k)).get(k);
        for (KCliqueMethod method : KCliqueMethod.values()) {
          for (int order = 0; order < 3; order++) {
            Optional<Ordering> ordering = ordering(order);
            var job = new KCliqueCount(k, k, Optional.of(method), ordering, tuning(k, ordering));
            assertThat(count(gpu, graph, job))
                .as("%s of %s", job, about)
                .containsEntry(k, expected);
          }
        }
        assertThat(count(gpu, graph, KCliqueCount.of(k))).as(about).containsEntry(k, expected);
      }
      assertThat(count(gpu, graph, KCliqueCount.range(3, largest)))
          .as(about)
          .isEqualTo(count(cpu, graph, KCliqueCount.range(3, largest)));
      requireSame(byVertex(cpu, graph, 4, about), byVertex(gpu, graph, 4, about), about);
      requireSame(byEdge(cpu, graph, 4, about), byEdge(gpu, graph, 4, about), about);
    }
  }

  @Test
  void countsBeyond128BitsInTotalByVertexAndByEdgeAreExact() {
    int vertices = 300;
    try (PreparedGraph.Owned graph = CliqueAnswers.dense(vertices, 1, 1)) {
      SortedMap<Integer, BigInteger> all = count(gpu, graph, KCliqueCount.all());
      assertThat(all).hasSize(vertices);
      BigInteger binomial = BigInteger.ONE;
      for (int k = 1; k <= vertices; k++) {
        binomial =
            binomial.multiply(BigInteger.valueOf(vertices - k + 1)).divide(BigInteger.valueOf(k));
        assertThat(all).as("K300").containsEntry(k, binomial);
      }
      int k = 150;
      BigInteger each =
          all.get(k).multiply(BigInteger.valueOf(k)).divide(BigInteger.valueOf(vertices));
      assertThat(each.bitLength()).isGreaterThan(128);
      var both = (Answer.KCliques) gpu.run(graph, KCliqueCount.local(k, true, true)).answer();
      var byVertex = both.perVertex().orElseThrow();
      for (long v = 0; v < byVertex.size(); v++) {
        assertThat(byVertex.get(v)).isEqualTo(each);
      }
      BigInteger eachEdge =
          each.multiply(BigInteger.valueOf(k - 1)).divide(BigInteger.valueOf(vertices - 1));
      var byEdge = both.perEdge().orElseThrow();
      for (long edge = 0; edge < byEdge.size(); edge++) {
        assertThat(byEdge.get(edge)).isEqualTo(eachEdge);
      }
    }
  }

  @Test
  void verticesEdgesTrianglesAndCliqueNumberAreReadOffTheCountOfEverySize() {
    for (LargerGraphs family : List.of(LargerGraphs.SKEWED, LargerGraphs.WIDE)) {
      try (PreparedGraph.Owned graph = PreparedGraph.of(family.build(7))) {
        SortedMap<Integer, BigInteger> all = count(gpu, graph, KCliqueCount.all());
        assertThat(all)
            .as("%s, seed 7", family)
            .containsEntry(1, BigInteger.valueOf(graph.graph().vertexCount()))
            .containsEntry(2, BigInteger.valueOf(graph.graph().edgeCount()))
            .isEqualTo(count(cpu, graph, KCliqueCount.all()));
        var maximum = (Answer.Maximum) gpu.run(graph, MaximumClique.all(1)).answer();
        assertThat(all.lastKey()).isEqualTo(maximum.cliqueNumber());
        assertThat(all.get(all.lastKey())).isEqualTo(maximum.count().orElseThrow());
        var triangles = (Answer.Triangles) gpu.run(graph, TriangleCount.total()).answer();
        assertThat(all).containsEntry(3, triangles.triangles());
      }
    }
  }

  @Test
  void countsByVertexAndByEdgeAgreeWithOneAnotherAndWithTriangles() {
    for (LargerGraphs family : List.of(LargerGraphs.SKEWED, LargerGraphs.WIDE)) {
      String about = family + ", seed 9";
      try (PreparedGraph.Owned graph = PreparedGraph.of(family.build(9))) {
        var three = (Answer.KCliques) gpu.run(graph, KCliqueCount.local(3, true, true)).answer();
        var triangles =
            (Answer.Triangles)
                gpu.run(graph, new TriangleCount(true, true, false, Optional.empty())).answer();
        requireSame(triangles.perVertex().orElseThrow(), three.perVertex().orElseThrow(), about);
        requireSame(triangles.perEdge().orElseThrow(), three.perEdge().orElseThrow(), about);
        var four = (Answer.KCliques) gpu.run(graph, KCliqueCount.local(4, true, true)).answer();
        // A 4-clique through a vertex holds three of its edges.
        requireSame(
            four.perVertex().orElseThrow(),
            LocalCliqueAnswer.byVertex(
                graph.graph(), 4, four.perEdge().orElseThrow(), new StopMeter(() -> {})),
            about);
      }
    }
  }

  @Test
  void structuredGraphsByEdgeAreWhatTheirFormulasSay() {
    int parts = 9;
    int size = 4;
    try (PreparedGraph.Owned turan =
        CliqueAnswers.of(parts * size, (u, v) -> u % parts != v % parts)) {
      for (int k = 2; k <= parts + 1; k++) {
        BigInteger expected =
            binomial(parts - 2, k - 2).multiply(BigInteger.valueOf(size).pow(k - 2));
        var each = byEdge(gpu, turan, k, "a Turan graph");
        for (long edge = 0; edge < each.size(); edge++) {
          assertThat(each.get(edge)).as("k %d, edge %d", k, edge).isEqualTo(expected);
        }
      }
    }
    for (PreparedGraph.Owned triangleFree :
        List.of(
            CliqueAnswers.of(40, (u, v) -> u == 0),
            CliqueAnswers.of(40, (u, v) -> v == u + 1),
            CliqueAnswers.of(40, (u, v) -> u % 2 != v % 2))) {
      try (triangleFree) {
        var each = byEdge(gpu, triangleFree, 3, "a star, a path, a bipartite graph");
        for (long edge = 0; edge < each.size(); edge++) {
          assertThat(each.get(edge)).isZero();
        }
      }
    }
  }

  private static BigInteger binomial(int n, int k) {
    BigInteger value = BigInteger.ONE;
    for (int i = 1; i <= k; i++) {
      value = value.multiply(BigInteger.valueOf(n - i + 1L)).divide(BigInteger.valueOf(i));
    }
    return value;
  }

  @Test
  void thePlanSaysWhatWasPredictedAndWhatItTook() {
    try (PreparedGraph.Owned graph = PreparedGraph.of(LargerGraphs.SKEWED.build(1))) {
      JobOutcome outcome = gpu.run(graph, KCliqueCount.of(4));

      assertThat(outcome.engine()).isEqualTo(EngineKind.CUDA);
      assertThat(outcome.plan())
          .containsKeys(
              "method",
              "kernel",
              "device-bytes",
              "predicted-kernel-ms",
              "predicted-kernel-ms-orientation",
              "predicted-kernel-ms-pivoting",
              "measured-kernel-ms",
              "slices");
    }
  }

  /** Slices are forced, so that no sample is the whole count: work decides, not who was in time. */
  private static KCliqueCount sampled(int k) {
    return new KCliqueCount(
        k, k, Optional.empty(), Optional.empty(), KCliqueTuning.of(Map.of("slices", 2L)));
  }

  @Test
  void aBetterOrderIsMadeWhereASampleSaysThatTheCountIsWorthIt() {
    try (PreparedGraph.Owned graph = CliqueAnswers.dense(320, 0.7, 2)) {
      JobOutcome slow = gpu.run(graph, sampled(10));

      assertThat(slow.plan()).containsEntry("ordering", "approximate");
      assertThat(slow.plan().get("skipped-ordering")).startsWith("degree");
      assertThat(slow.plan())
          .containsKeys("predicted-order-ms-approximate", "measured-order-ms-approximate")
          .doesNotContainKey("measured-order-ms-degeneracy");
      var byDegree =
          new KCliqueCount(10, 10, false, Optional.empty(), Optional.of(Ordering.DEGREE));
      JobOutcome forced = gpu.run(graph, byDegree);
      assertThat(forced.plan()).containsEntry("ordering", "degree");
      assertThat(forced.answer()).isEqualTo(slow.answer());
    }
  }

  @Test
  void anOrderThatIsThereIsUsedByTheNextJobWhateverItsSize() {
    try (PreparedGraph.Owned graph = PreparedGraph.of(LargerGraphs.SKEWED.build(1))) {
      var byDegree = new KCliqueCount(3, 3, false, Optional.empty(), Optional.of(Ordering.DEGREE));
      JobOutcome first = gpu.run(graph, byDegree);
      assertThat(first.plan())
          .containsEntry("ordering", "degree")
          .doesNotContainKeys("skipped-ordering", "measured-order-ms-approximate");
      var approximate =
          new KCliqueCount(
              3,
              3,
              Optional.empty(),
              Optional.empty(),
              KCliqueTuning.of(Map.of("approximate-order", 1L)));
      JobOutcome second = gpu.run(graph, approximate);
      assertThat(second.plan())
          .containsEntry("ordering", "approximate")
          .containsKeys("predicted-order-ms-approximate", "measured-order-ms-approximate");
      JobOutcome third = gpu.run(graph, KCliqueCount.of(3));
      assertThat(third.plan())
          .containsEntry("ordering", "approximate")
          .doesNotContainKeys("skipped-ordering", "measured-order-ms-approximate");
      assertThat(second.answer()).isEqualTo(first.answer());
      assertThat(third.answer()).isEqualTo(first.answer());
    }
  }
}
