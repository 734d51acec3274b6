package io.cliquestream.kernels.cpu.kclique;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.CountArray;
import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.Ordering;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.KCliqueMethod;
import io.cliquestream.kernels.job.KCliqueTuning;
import io.cliquestream.kernels.reference.RandomGraph;
import io.cliquestream.kernels.reference.ReferenceCliques;
import io.cliquestream.kernels.reference.SmallGraph;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** k-clique counts of random small graphs, against the list of all cliques. */
final class KCliqueCountTest {
  private static final int GRAPHS_PER_BLOCK = 500;
  private static final int LARGEST_GRAPH = 16;

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

  @ParameterizedTest(name = "seeds from {0}")
  @ValueSource(ints = {0, 500, 1000, 1500, 2000, 2500})
  void everyMethodOrderAndRangeAgreesWithBruteForce(int firstSeed) {
    for (long seed = firstSeed; seed < firstSeed + GRAPHS_PER_BLOCK; seed++) {
      RandomGraph random = RandomGraph.of(seed, LARGEST_GRAPH);
      try (PreparedGraph.Owned prepared = PreparedGraph.of(random.build())) {
        Graph graph = prepared.graph();
        ReferenceCliques reference = new ReferenceCliques(SmallGraph.of(graph));
        CpuEngine engine = seed % 2 == 0 ? oneThread : threeThreads;
        for (Optional<KCliqueMethod> method : methods()) {
          Optional<Ordering> ordering = ordering(seed);
          checkAll(random, engine, prepared, reference, method, ordering);
          checkRange(random, engine, prepared, reference, method, ordering);
          int k = 1 + (int) (seed % (reference.cliqueNumber() + 2));
          checkOne(random, engine, prepared, reference, k, method, ordering);
          checkPerVertex(random, engine, prepared, reference, k, method, ordering);
          checkPerEdge(random, engine, prepared, reference, k, method, ordering);
        }
      }
    }
  }

  private static List<Optional<KCliqueMethod>> methods() {
    List<Optional<KCliqueMethod>> methods = new ArrayList<>();
    methods.add(Optional.empty());
    for (KCliqueMethod method : KCliqueMethod.values()) {
      methods.add(Optional.of(method));
    }
    return methods;
  }

  private static Optional<Ordering> ordering(long seed) {
    return switch ((int) (seed % 3)) {
      case 0 -> Optional.empty();
      case 1 -> Optional.of(Ordering.DEGREE);
      default -> Optional.of(Ordering.DEGENERACY);
    };
  }

  private static void checkAll(
      RandomGraph random,
      CpuEngine engine,
      PreparedGraph graph,
      ReferenceCliques reference,
      Optional<KCliqueMethod> method,
      Optional<Ordering> ordering) {
    int smallest = 1 + (int) (random.seed() / 7 % 4);
    var answer =
        run(engine, graph, new KCliqueCount(smallest, KCliqueCount.ALL, false, method, ordering));
    SortedMap<Integer, BigInteger> expected = new TreeMap<>();
    for (int k = smallest; k <= reference.cliqueNumber(); k++) {
      expected.put(k, BigInteger.valueOf(reference.count(k)));
    }
    assertThat(answer.counts())
        .as("all from %d, %s, %s", smallest, method, random)
        .isEqualTo(expected);
  }

  private static void checkRange(
      RandomGraph random,
      CpuEngine engine,
      PreparedGraph graph,
      ReferenceCliques reference,
      Optional<KCliqueMethod> method,
      Optional<Ordering> ordering) {
    int smallest = 1 + (int) (random.seed() / 3 % 5);
    int largest = smallest + (int) (random.seed() / 5 % 4);
    var answer = run(engine, graph, new KCliqueCount(smallest, largest, false, method, ordering));
    SortedMap<Integer, BigInteger> expected = new TreeMap<>();
    for (int k = smallest; k <= largest; k++) {
      expected.put(k, BigInteger.valueOf(reference.count(k)));
    }
    assertThat(answer.counts())
        .as("%d to %d, %s, %s", smallest, largest, method, random)
        .isEqualTo(expected);
  }

  private static void checkOne(
      RandomGraph random,
      CpuEngine engine,
      PreparedGraph graph,
      ReferenceCliques reference,
      int k,
      Optional<KCliqueMethod> method,
      Optional<Ordering> ordering) {
    var answer = run(engine, graph, new KCliqueCount(k, k, false, method, ordering));
    assertThat(answer.counts())
        .as("k = %d, %s, %s", k, method, random)
        .containsOnlyKeys(k)
        .containsEntry(k, BigInteger.valueOf(reference.count(k)));
    assertThat(answer.perVertex()).isEmpty();
  }

  private static void checkPerVertex(
      RandomGraph random,
      CpuEngine engine,
      PreparedGraph graph,
      ReferenceCliques reference,
      int k,
      Optional<KCliqueMethod> method,
      Optional<Ordering> ordering) {
    var answer = run(engine, graph, new KCliqueCount(k, k, true, method, ordering));
    assertThat(answer.counts())
        .as("k = %d, %s, %s", k, method, random)
        .containsEntry(k, BigInteger.valueOf(reference.count(k)));
    CountArray each = answer.perVertex().orElseThrow();
    assertThat(each.size()).isEqualTo(graph.graph().vertexCount());
    for (int v = 0; v < each.size(); v++) {
      assertThat(each.get(v))
          .as("vertex %d, k = %d, %s, %s", v, k, method, random)
          .isEqualTo(BigInteger.valueOf(reference.countThrough(v, k)));
    }
  }

  /** With the counts by vertex beside those by edge, and without, by turns. */
  private static void checkPerEdge(
      RandomGraph random,
      CpuEngine engine,
      PreparedGraph graph,
      ReferenceCliques reference,
      int k,
      Optional<KCliqueMethod> method,
      Optional<Ordering> ordering) {
    boolean both = random.seed() / 11 % 2 == 0;
    var job = new KCliqueCount(k, k, both, true, method, ordering, KCliqueTuning.none());
    var answer = run(engine, graph, job);
    assertThat(answer.counts())
        .as("k = %d, %s, %s", k, method, random)
        .containsEntry(k, BigInteger.valueOf(reference.count(k)));
    CountArray each = answer.perEdge().orElseThrow();
    List<int[]> edges = SmallGraph.of(graph.graph()).edges();
    assertThat(each.size()).isEqualTo(edges.size());
    for (int i = 0; i < edges.size(); i++) {
      int[] edge = edges.get(i);
      assertThat(each.get(i))
          .as("edge %d-%d, k = %d, %s, %s", edge[0], edge[1], k, method, random)
          .isEqualTo(BigInteger.valueOf(reference.countThrough(edge[0], edge[1], k)));
    }
    assertThat(answer.perVertex().isPresent()).isEqualTo(both);
    for (int v = 0; both && v < graph.graph().vertexCount(); v++) {
      assertThat(answer.perVertex().get().get(v))
          .as("vertex %d, k = %d, %s, %s", v, k, method, random)
          .isEqualTo(BigInteger.valueOf(reference.countThrough(v, k)));
    }
  }

  private static Answer.KCliques run(CpuEngine engine, PreparedGraph graph, KCliqueCount job) {
    return (Answer.KCliques) engine.run(graph, job).answer();
  }
}
