package io.cliquestream.kernels.cpu.kclique;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.CountArray;
import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Phase;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.cpu.kclique.search.KCliquePolicy;
import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.KCliqueMethod;
import io.cliquestream.kernels.job.KCliqueTuning;
import io.cliquestream.kernels.job.TriangleCount;
import java.math.BigInteger;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Graphs beyond 64 candidates, with counts known by formula or by the other method. */
final class StructuredCliqueCountTest {
  private final CpuEngine engine = new CpuEngine(3);
  private PreparedGraph.Owned graph;

  @AfterEach
  void close() {
    engine.close();
    if (graph != null) {
      graph.close();
    }
  }

  @Test
  void allSizesOfACompleteGraphBeyond128Bits() {
    graph = complete(321);
    SortedMap<Integer, BigInteger> counts = all();
    assertThat(counts).hasSize(321);
    BigInteger expected = BigInteger.ONE;
    for (int k = 1; k <= 321; k++) {
      expected = expected.multiply(BigInteger.valueOf(322L - k)).divide(BigInteger.valueOf(k));
      assertThat(counts.get(k)).as("C(321, %d)", k).isEqualTo(expected);
    }
    assertThat(counts.get(160).bitLength()).isGreaterThan(128);
  }

  @Test
  void countsThroughVerticesBeyond128Bits() {
    graph = complete(200);
    Answer.KCliques answer =
        count(
            new KCliqueCount(
                100, 100, true, Optional.of(KCliqueMethod.PIVOTING), Optional.empty()));
    assertThat(answer.counts()).containsEntry(100, binomial(200, 100));
    CountArray each = answer.perVertex().orElseThrow();
    for (int v = 0; v < 200; v++) {
      assertThat(each.get(v)).isEqualTo(binomial(199, 99));
    }
  }

  @Test
  void countsThroughEdgesBeyond128Bits() {
    graph = complete(200);
    Answer.KCliques answer = count(KCliqueCount.local(100, true, true));
    assertThat(answer.counts()).containsEntry(100, binomial(200, 100));
    CountArray edges = answer.perEdge().orElseThrow();
    assertThat(edges.size()).isEqualTo(199 * 200 / 2);
    for (int edge = 0; edge < edges.size(); edge++) {
      assertThat(edges.get(edge)).isEqualTo(binomial(198, 98));
    }
    CountArray vertices = answer.perVertex().orElseThrow();
    for (int v = 0; v < 200; v++) {
      assertThat(vertices.get(v)).isEqualTo(binomial(199, 99));
    }
  }

  @Test
  void edgesOfRootsTooLargeForATableOfPairs() {
    int n = KCliquePolicy.MOST_PAIRED + 20;
    graph = complete(n);
    CountArray edges = count(KCliqueCount.local(4, false, true)).perEdge().orElseThrow();
    for (int edge = 0; edge < edges.size(); edge++) {
      assertThat(edges.get(edge)).isEqualTo(binomial(n - 2, 2));
    }
  }

  @Test
  void aCompleteGraphOfTwoThousandVertices() {
    graph = complete(2000);
    assertThat(count(KCliqueCount.range(3, 6)).counts())
        .containsEntry(3, binomial(2000, 3))
        .containsEntry(6, binomial(2000, 6));
    assertThat(count(KCliqueCount.of(1000)).counts()).containsEntry(1000, binomial(2000, 1000));
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 20, 40, 70, 150})
  void aCocktailPartyIsOneFormula(int pairs) {
    graph = build(2 * pairs, (u, v) -> u / 2 != v / 2);
    SortedMap<Integer, BigInteger> counts = all();
    assertThat(counts).hasSize(pairs);
    for (int k = 1; k <= pairs; k++) {
      assertThat(counts.get(k)).as("k = %d", k).isEqualTo(binomial(pairs, k).shiftLeft(k));
    }
  }

  @ParameterizedTest
  @CsvSource({"3,7", "5,5", "8,6", "30,3", "70,2"})
  void aCompleteMultipartiteGraph(int partSize, int parts) {
    graph = build(partSize * parts, (u, v) -> u % parts != v % parts);
    SortedMap<Integer, BigInteger> counts = all();
    assertThat(counts).hasSize(parts);
    for (int k = 1; k <= parts; k++) {
      assertThat(counts.get(k))
          .as("k = %d", k)
          .isEqualTo(binomial(parts, k).multiply(BigInteger.valueOf(partSize).pow(k)));
    }
  }

  @Test
  void disjointCliquesOfAllSizes() {
    long[] firsts = new long[91];
    for (int size = 2; size <= 90; size++) {
      firsts[size] = firsts[size - 1] + size;
    }
    graph =
        build(
            (int) firsts[90],
            (u, v) -> {
              int size = 2;
              while (firsts[size] <= v) {
                size++;
              }
              return u >= firsts[size - 1];
            });
    SortedMap<Integer, BigInteger> counts = all();
    for (int k = 2; k <= 90; k++) {
      assertThat(counts.get(k)).as("k = %d", k).isEqualTo(binomial(91, k + 1));
    }
  }

  @Test
  void aPlantedCliqueOfHundreds() {
    Random random = new Random(7);
    graph = build(900, (u, v) -> v < 300 || random.nextDouble() < 0.02);
    SortedMap<Integer, BigInteger> counts = all();
    assertThat(counts.lastKey()).isGreaterThanOrEqualTo(300);
    assertThat(counts.get(150)).isGreaterThanOrEqualTo(binomial(300, 150));
    assertThat(counts.get(1)).isEqualTo(BigInteger.valueOf(900));
    assertThat(counts.get(2)).isEqualTo(BigInteger.valueOf(graph.graph().edgeCount()));
  }

  @ParameterizedTest
  @CsvSource({"90,0.8,1", "150,0.5,2", "300,0.2,3", "130,0.7,4"})
  void methodsAgreeOnWideRoots(int n, double density, long seed) {
    Random random = new Random(seed);
    graph = build(n, (u, v) -> random.nextDouble() < density);
    BigInteger triangles =
        ((Answer.Triangles) engine.run(graph, TriangleCount.total()).answer()).triangles();
    for (int k = 3; k <= 6; k++) {
      BigInteger pivoting = count(forced(k, KCliqueMethod.PIVOTING, false)).counts().get(k);
      assertThat(count(forced(k, KCliqueMethod.ORIENTATION, false)).counts().get(k))
          .as("seed %d, k = %d", seed, k)
          .isEqualTo(pivoting);
      if (k == 3) {
        assertThat(pivoting).isEqualTo(triangles);
      }
      Answer.KCliques byPivot = count(forced(k, KCliqueMethod.PIVOTING, true));
      Answer.KCliques byOrientation = count(forced(k, KCliqueMethod.ORIENTATION, true));
      assertThat(byPivot.counts().get(k)).isEqualTo(pivoting);
      for (int v = 0; v < graph.graph().vertexCount(); v++) {
        assertThat(byOrientation.perVertex().orElseThrow().get(v))
            .as("seed %d, k = %d, vertex %d", seed, k, v)
            .isEqualTo(byPivot.perVertex().orElseThrow().get(v));
      }
      CountArray edgesByPivot = byEdge(k, KCliqueMethod.PIVOTING, pivoting);
      CountArray edgesByOrientation = byEdge(k, KCliqueMethod.ORIENTATION, pivoting);
      for (int edge = 0; edge < edgesByPivot.size(); edge++) {
        assertThat(edgesByOrientation.get(edge))
            .as("seed %d, k = %d, edge %d", seed, k, edge)
            .isEqualTo(edgesByPivot.get(edge));
      }
    }
  }

  @Test
  void theAnswerDoesNotDependOnTheNumberOfThreads() {
    Random random = new Random(11);
    graph = build(220, (u, v) -> random.nextDouble() < 0.55);
    SortedMap<Integer, BigInteger> expected;
    try (CpuEngine single = new CpuEngine(1)) {
      expected = ((Answer.KCliques) single.run(graph, KCliqueCount.all()).answer()).counts();
    }
    assertThat(all()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"2,120,0.5", "5,120,0.5", "2,400,0.08", "5,400,0.08"})
  void localCountsDoNotDependOnTheNumberOfThreads(int threads, int n, double density) {
    Random random = new Random(12);
    graph = build(n, (u, v) -> random.nextDouble() < density);
    try (CpuEngine one = new CpuEngine(1);
        CpuEngine several = new CpuEngine(threads)) {
      for (int k = 2; k <= 8; k++) {
        KCliqueCount job = KCliqueCount.local(k, true, true);
        var expected = (Answer.KCliques) one.run(graph, job).answer();
        var answer = (Answer.KCliques) several.run(graph, job).answer();
        assertThat(answer.counts()).isEqualTo(expected.counts());
        assertSame(answer.perVertex().orElseThrow(), expected.perVertex().orElseThrow());
        assertSame(answer.perEdge().orElseThrow(), expected.perEdge().orElseThrow());
      }
    }
  }

  private static void assertSame(CountArray counts, CountArray expected) {
    assertThat(counts.size()).isEqualTo(expected.size());
    for (int i = 0; i < expected.size(); i++) {
      assertThat(counts.get(i)).as("at %d", i).isEqualTo(expected.get(i));
    }
  }

  @Test
  void aCancelEndsALongCount() {
    Random random = new Random(5);
    graph = build(500, (u, v) -> random.nextDouble() < 0.9);
    JobControl control = JobControl.unbounded();
    CompletableFuture<Answer> answer =
        CompletableFuture.supplyAsync(
            () ->
                engine
                    .run(
                        graph,
                        forced(20, KCliqueMethod.ORIENTATION, false),
                        control,
                        ListingSink.NONE)
                    .answer());
    while (control.progress().phase() != Phase.COMPUTING) {
      Thread.onSpinWait();
    }
    control.cancel("enough");
    assertThatThrownBy(answer::join)
        .isInstanceOf(CompletionException.class)
        .cause()
        .isInstanceOfSatisfying(
            StoppedException.class, e -> assertThat(e.code()).isEqualTo(FailureCode.CANCELLED));
  }

  @Test
  void aRangeThatIsTooWideIsRefused() {
    graph = complete(3);
    assertThatThrownBy(() -> count(KCliqueCount.range(1, 1 << 30)))
        .isInstanceOfSatisfying(
            ComputeException.class,
            e -> assertThat(e.code()).isEqualTo(FailureCode.OPTION_INVALID));
  }

  private SortedMap<Integer, BigInteger> all() {
    return count(KCliqueCount.all()).counts();
  }

  private Answer.KCliques count(KCliqueCount job) {
    return (Answer.KCliques) engine.run(graph, job).answer();
  }

  private CountArray byEdge(int k, KCliqueMethod method, BigInteger total) {
    var answer =
        count(
            new KCliqueCount(
                k, k, false, true, Optional.of(method), Optional.empty(), KCliqueTuning.none()));
    assertThat(answer.counts()).containsEntry(k, total);
    return answer.perEdge().orElseThrow();
  }

  private static KCliqueCount forced(int k, KCliqueMethod method, boolean perVertex) {
    return new KCliqueCount(k, k, perVertex, Optional.of(method), Optional.empty());
  }

  private static BigInteger binomial(int n, int k) {
    if (k > n) {
      return BigInteger.ZERO;
    }
    BigInteger value = BigInteger.ONE;
    for (int i = 1; i <= k; i++) {
      value = value.multiply(BigInteger.valueOf(n - i + 1L)).divide(BigInteger.valueOf(i));
    }
    return value;
  }

  private static PreparedGraph.Owned complete(int n) {
    return build(n, (u, v) -> true);
  }

  /** Whether the edge from a smaller to a larger vertex exists; asked for each once, in order. */
  @FunctionalInterface
  private interface EdgeRule {
    boolean test(int smaller, int larger);
  }

  private static PreparedGraph.Owned build(int n, EdgeRule rule) {
    try (EdgeArray edges = EdgeArray.narrow()) {
      for (int v = 1; v < n; v++) {
        for (int u = 0; u < v; u++) {
          if (rule.test(u, v)) {
            edges.add(u, v);
          }
        }
      }
      return PreparedGraph.of(GraphBuilder.build(edges));
    }
  }
}
