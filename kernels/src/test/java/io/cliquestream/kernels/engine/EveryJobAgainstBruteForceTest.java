package io.cliquestream.kernels.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.graph.Ordering;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.CliqueEstimate;
import io.cliquestream.kernels.job.CliqueListing;
import io.cliquestream.kernels.job.CoreDecomposition;
import io.cliquestream.kernels.job.GreedyHeuristic;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.KCliqueMethod;
import io.cliquestream.kernels.job.KCliqueTuning;
import io.cliquestream.kernels.job.MaximalCliques;
import io.cliquestream.kernels.job.MaximumClique;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.job.TriangleCount;
import io.cliquestream.kernels.pattern.Motif;
import io.cliquestream.kernels.reference.ConnectedPatterns;
import io.cliquestream.kernels.reference.RandomGraph;
import io.cliquestream.kernels.reference.ReferenceCliques;
import io.cliquestream.kernels.reference.ReferenceCores;
import io.cliquestream.kernels.reference.ReferencePatterns;
import io.cliquestream.kernels.reference.ReferenceTriangles;
import io.cliquestream.kernels.reference.SmallGraph;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Every job kind with every option against brute force: 2,000 seeded random graphs for each kind
 * ({@code -Dcliquestream.random.graphs} for more), every answer exact. Families take turns with the
 * seed and options with every fifteenth, so that each option meets each family many times.
 */
@Tag("sized")
class EveryJobAgainstBruteForceTest {
  private static final long GRAPHS = Long.getLong("cliquestream.random.graphs", 2_000);
  private static final Engine ENGINE = new CpuEngine(2);

  @AfterAll
  static void close() {
    ENGINE.close();
  }

  /** A random graph, ready for the engine and for brute force. */
  private record Case(RandomGraph random, PreparedGraph prepared, SmallGraph small) {
    Answer run(Job job, List<int[]> listed) {
      return ENGINE.run(prepared, job, JobControl.unbounded(), listed::add).answer();
    }

    Answer run(Job job) {
      return ENGINE.run(prepared, job).answer();
    }

    int option(int choices) {
      // Families take turns with the seed too: options turn at another pace.
      return (int) (random.seed() / 15 % choices);
    }
  }

  private static void everyGraph(int largest, BiConsumer<Case, String> check) {
    for (long seed = 0; seed < GRAPHS; seed++) {
      RandomGraph random = RandomGraph.of(seed, largest);
      try (var prepared = PreparedGraph.of(random.build())) {
        Case graph = new Case(random, prepared, SmallGraph.of(prepared.graph()));
        try {
          check.accept(graph, random.toString());
        } catch (RuntimeException e) {
          throw new AssertionError(random.toString(), e);
        }
      }
    }
  }

  private static BigInteger big(long value) {
    return BigInteger.valueOf(value);
  }

  private static Optional<Ordering> ordering(Case graph) {
    return switch (graph.option(3)) {
      case 0 -> Optional.of(Ordering.DEGREE);
      case 1 -> Optional.of(Ordering.DEGENERACY);
      default -> Optional.empty();
    };
  }

  @Test
  void triangleTotals() {
    everyGraph(
        16,
        (graph, about) -> {
          var job = new TriangleCount(false, false, false, ordering(graph));
          var answer = (Answer.Triangles) graph.run(job);
          long expected = new ReferenceTriangles(graph.small()).total();
          assertThat(answer.triangles()).as(about).isEqualTo(big(expected));
        });
  }

  @Test
  void trianglesOfVerticesAndEdgesAndClustering() {
    everyGraph(
        14,
        (graph, about) -> {
          var job = new TriangleCount(true, true, true, ordering(graph));
          var answer = (Answer.Triangles) graph.run(job);
          var reference = new ReferenceTriangles(graph.small());
          assertThat(answer.triangles()).as(about).isEqualTo(big(reference.total()));
          var perVertex = answer.perVertex().orElseThrow();
          var clustering = answer.clustering().orElseThrow();
          assertThat(perVertex.size()).as(about).isEqualTo(graph.small().vertexCount());
          for (int v = 0; v < graph.small().vertexCount(); v++) {
            assertThat(perVertex.get(v)).as(about).isEqualTo(big(reference.throughVertex(v)));
            assertThat(clustering.local().get(v))
                .as(about)
                .isCloseTo(reference.localClustering(v), within(1e-12));
          }
          var perEdge = answer.perEdge().orElseThrow();
          List<int[]> edges = graph.small().edges();
          assertThat(perEdge.size()).as(about).isEqualTo(edges.size());
          for (int i = 0; i < edges.size(); i++) {
            long expected = reference.throughEdge(edges.get(i)[0], edges.get(i)[1]);
            assertThat(perEdge.get(i)).as(about).isEqualTo(big(expected));
          }
          assertThat(clustering.wedges()).as(about).isEqualTo(big(reference.wedges()));
          assertThat(clustering.transitivity())
              .as(about)
              .isCloseTo(reference.transitivity(), within(1e-12));
          assertThat(clustering.average())
              .as(about)
              .isCloseTo(reference.averageClustering(), within(1e-12));
        });
  }

  private static Optional<KCliqueMethod> method(Case graph) {
    return switch (graph.option(4) % 3) {
      case 0 -> Optional.of(KCliqueMethod.ORIENTATION);
      case 1 -> Optional.of(KCliqueMethod.PIVOTING);
      default -> Optional.empty();
    };
  }

  @Test
  void kCliquesOfRangesAndOfEverySize() {
    everyGraph(
        14,
        (graph, about) -> {
          var reference = new ReferenceCliques(graph.small());
          int smallest = 1 + graph.option(7);
          int largest = smallest + graph.option(4);
          checkCliques(graph, reference, smallest, largest, about);
          checkCliques(graph, reference, smallest, KCliqueCount.ALL, about);
        });
  }

  private static void checkCliques(
      Case graph, ReferenceCliques reference, int smallest, int largest, String about) {
    var job = new KCliqueCount(smallest, largest, false, method(graph), ordering(graph));
    SortedMap<Integer, BigInteger> expected = new TreeMap<>();
    int last = largest == KCliqueCount.ALL ? reference.cliqueNumber() : largest;
    for (int k = smallest; k <= last; k++) {
      expected.put(k, big(reference.count(k)));
    }
    assertThat(((Answer.KCliques) graph.run(job)).counts())
        .as("k %d to %d by %s in %s", smallest, largest, job.method(), about)
        .isEqualTo(expected);
  }

  @Test
  void kCliquesOfVertices() {
    everyGraph(
        13,
        (graph, about) -> {
          var reference = new ReferenceCliques(graph.small());
          int k = 1 + graph.option(7);
          var job = new KCliqueCount(k, k, true, method(graph), ordering(graph));
          var answer = (Answer.KCliques) graph.run(job);
          var perVertex = answer.perVertex().orElseThrow();
          assertThat(answer.counts()).as(about).isEqualTo(Map.of(k, big(reference.count(k))));
          for (int v = 0; v < graph.small().vertexCount(); v++) {
            assertThat(perVertex.get(v))
                .as("k %d, vertex %d in %s", k, v, about)
                .isEqualTo(big(reference.countThrough(v, k)));
          }
        });
  }

  @Test
  void kCliquesOfEdges() {
    everyGraph(
        13,
        (graph, about) -> {
          var reference = new ReferenceCliques(graph.small());
          int k = 1 + graph.option(7);
          var job =
              new KCliqueCount(
                  k, k, false, true, method(graph), ordering(graph), KCliqueTuning.none());
          var answer = (Answer.KCliques) graph.run(job);
          var perEdge = answer.perEdge().orElseThrow();
          assertThat(answer.counts()).as(about).isEqualTo(Map.of(k, big(reference.count(k))));
          List<int[]> edges = graph.small().edges();
          assertThat(perEdge.size()).as(about).isEqualTo(edges.size());
          for (int i = 0; i < edges.size(); i++) {
            int[] edge = edges.get(i);
            assertThat(perEdge.get(i))
                .as("k %d, edge %d-%d in %s", k, edge[0], edge[1], about)
                .isEqualTo(big(reference.countThrough(edge[0], edge[1], k)));
          }
        });
  }

  private static Optional<GreedyHeuristic> heuristic(Case graph) {
    GreedyHeuristic[] all = GreedyHeuristic.values();
    int option = graph.option(all.length + 1);
    return option == all.length ? Optional.empty() : Optional.of(all[option]);
  }

  @Test
  void oneMaximumClique() {
    everyGraph(
        16,
        (graph, about) -> {
          var job = new MaximumClique(false, 1, heuristic(graph));
          var answer = (Answer.Maximum) graph.run(job);
          int expected = new ReferenceCliques(graph.small()).cliqueNumber();
          assertThat(answer.cliqueNumber()).as(about).isEqualTo(expected);
          assertThat(answer.upperBound()).as(about).isEqualTo(expected);
          if (expected > 0) {
            assertThat(answer.cliques()).as(about).hasSize(1);
            assertClique(graph, answer.cliques().getFirst(), expected, about);
          }
        });
  }

  private static void assertClique(Case graph, int[] clique, int size, String about) {
    int set = SmallGraph.set(clique);
    assertThat(clique).as(about).isEqualTo(SmallGraph.members(set)).hasSize(size);
    assertThat(graph.small().isClique(set)).as(about).isTrue();
  }

  @Test
  void allMaximumCliques() {
    everyGraph(
        14,
        (graph, about) -> {
          List<int[]> expected = new ReferenceCliques(graph.small()).maximumCliques();
          long limit = graph.option(2) == 0 ? 1_000_000 : 1 + graph.option(5);
          var answer = (Answer.Maximum) graph.run(new MaximumClique(true, limit, heuristic(graph)));
          assertThat(answer.count()).as(about).contains(big(expected.size()));
          int listed = (int) Math.min(limit, expected.size());
          assertThat(answer.cliques()).as(about).hasSize(listed);
          for (int i = 0; i < listed; i++) {
            assertThat(answer.cliques().get(i)).as(about).isEqualTo(expected.get(i));
          }
        });
  }

  @Test
  void maximalCliquesCountedAndListed() {
    everyGraph(
        14,
        (graph, about) -> {
          var reference = new ReferenceCliques(graph.small());
          int minimum = 1 + graph.option(4);
          SortedMap<Integer, BigInteger> bySize = new TreeMap<>();
          reference.maximalBySize().forEach((size, count) -> bySize.put(size, big(count)));
          bySize.headMap(minimum).clear();
          BigInteger count = bySize.values().stream().reduce(BigInteger.ZERO, BigInteger::add);
          long limit = graph.option(2) == 0 ? 1_000_000 : 1 + graph.option(5);
          List<int[]> listed = new ArrayList<>();
          var answer = (Answer.Maximal) graph.run(new MaximalCliques(minimum, true, limit), listed);
          assertThat(answer.bySize()).as(about).isEqualTo(bySize);
          assertThat(answer.count()).as(about).isEqualTo(count);
          assertThat(listed).as(about).hasSize((int) Math.min(limit, count.longValueExact()));
          assertDistinct(listed, SmallGraph::set, about);
          for (int[] clique : listed) {
            assertClique(graph, clique, clique.length, about);
            assertThat(clique.length).as(about).isGreaterThanOrEqualTo(minimum);
            assertThat(reference.isMaximal(SmallGraph.set(clique))).as(about).isTrue();
          }
          var counted = (Answer.Maximal) graph.run(new MaximalCliques(minimum, false, 1));
          assertThat(counted).as(about).isEqualTo(answer);
        });
  }

  private static void assertDistinct(List<int[]> listed, ToIntFunction<int[]> key, String about) {
    Set<Integer> seen = new HashSet<>();
    for (int[] vertices : listed) {
      assertThat(seen.add(key.applyAsInt(vertices)))
          .as("%s again in %s", Arrays.toString(vertices), about)
          .isTrue();
    }
  }

  @Test
  void cliquesListed() {
    everyGraph(
        14,
        (graph, about) -> {
          int k = 1 + graph.option(6);
          long count = new ReferenceCliques(graph.small()).count(k);
          long limit = graph.option(2) == 0 ? Math.max(1, count) : 1 + graph.option(50);
          List<int[]> listed = new ArrayList<>();
          var answer = (Answer.Listed) graph.run(new CliqueListing(k, limit), listed);
          assertThat(answer)
              .as("k %d, limit %d in %s", k, limit, about)
              .isEqualTo(new Answer.Listed(Math.min(limit, count), count <= limit));
          assertThat(listed).as(about).hasSize((int) answer.listed());
          listed.forEach(clique -> assertClique(graph, clique, k, about));
          assertDistinct(listed, SmallGraph::set, about);
        });
  }

  @Test
  void motifs() {
    everyGraph(
        12,
        (graph, about) -> {
          int size = 3 + graph.option(3);
          Map<Integer, Long> reference = new ReferencePatterns(graph.small()).motifs(size);
          SortedMap<String, BigInteger> expected = new TreeMap<>();
          for (Motif motif : Motif.ofSize(size)) {
            int code = ReferencePatterns.code(motif.pattern());
            expected.put(motif.label(), big(reference.getOrDefault(code, 0L)));
          }
          assertThat(((Answer.Motifs) graph.run(new MotifCensus(size))).counts())
              .as(about)
              .isEqualTo(expected);
        });
  }

  private static Pattern pattern(Case graph) {
    int size = 2 + (int) (graph.random().seed() % 5);
    List<Pattern> patterns = ConnectedPatterns.ofSize(size);
    return patterns.get(graph.option(patterns.size()));
  }

  @Test
  void patternsCounted() {
    everyGraph(
        10,
        (graph, about) -> {
          Pattern pattern = pattern(graph);
          for (Induced induced : Induced.values()) {
            long expected = new ReferencePatterns(graph.small()).matches(pattern, induced);
            assertThat(graph.run(PatternMatch.count(pattern, induced)))
                .as("%s %s in %s", pattern, induced, about)
                .isEqualTo(new Answer.Matches(big(expected), true));
          }
        });
  }

  @Test
  void patternsListed() {
    everyGraph(
        9,
        (graph, about) -> {
          Pattern pattern = pattern(graph);
          Induced induced = graph.option(2) == 0 ? Induced.EDGE : Induced.VERTEX;
          var reference = new ReferencePatterns(graph.small());
          long count = reference.matches(pattern, induced);
          long limit = graph.option(3) == 0 ? Math.max(1, count) : 1 + graph.option(50);
          List<int[]> listed = new ArrayList<>();
          var job = new PatternMatch(pattern, induced, true, limit);
          assertThat(graph.run(job, listed))
              .as("%s %s, limit %d in %s", pattern, induced, limit, about)
              .isEqualTo(new Answer.Matches(big(Math.min(limit, count)), count <= limit));
          assertThat(listed).as(about).hasSize((int) Math.min(limit, count));
          for (int[] match : listed) {
            assertThat(reference.isMatch(pattern, induced, match)).as(about).isTrue();
          }
        });
  }

  @Test
  void coreNumbers() {
    everyGraph(
        11,
        (graph, about) -> {
          var job = new CoreDecomposition(graph.option(2) == 0);
          var answer = (Answer.CoreNumbers) graph.run(job);
          var reference = new ReferenceCores(graph.small());
          assertThat(answer.degeneracy()).as(about).isEqualTo(reference.degeneracy());
          assertThat(answer.perVertex().isPresent()).as(about).isEqualTo(job.perVertex());
          long vertices = 0;
          for (var entry : answer.byCore().entrySet()) {
            assertThat(entry.getValue())
                .as(about)
                .isPositive()
                .isEqualTo(big(reference.vertices(entry.getKey())));
            vertices += entry.getValue().longValueExact();
          }
          assertThat(vertices).as(about).isEqualTo(graph.small().vertexCount());
          answer
              .perVertex()
              .ifPresent(
                  cores -> {
                    assertThat(cores.size()).as(about).isEqualTo(graph.small().vertexCount());
                    for (int v = 0; v < graph.small().vertexCount(); v++) {
                      assertThat(cores.get(v)).as(about).isEqualTo(big(reference.of(v)));
                    }
                  });
        });
  }

  /** At most one interval in 10^9 may miss, so none of these does. */
  @Test
  void estimatesHoldTheExactCount() {
    everyGraph(
        14,
        (graph, about) -> {
          int smallest = 1 + graph.option(5);
          var job = new CliqueEstimate(smallest, 8, 20, 1 - 1e-9, graph.random().seed());
          var cliques = new ReferenceCliques(graph.small());
          var sizes = ((Answer.CliqueEstimates) graph.run(job)).bySize();
          assertThat(sizes).as(about).hasSize(9 - smallest);
          sizes.forEach(
              (k, size) -> {
                assertThat((double) cliques.count(k))
                    .as("%d-cliques in %s", k, about)
                    .isBetween(size.low(), size.high());
                if (k <= 3) {
                  assertThat(size.exact()).as(about).isTrue();
                }
              });
        });
  }
}
