package io.cliquestream.kernels.survey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.engine.Engine;
import io.cliquestream.kernels.engine.EngineChoice;
import io.cliquestream.kernels.engine.Engines;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.job.TriangleCount;
import io.cliquestream.kernels.pattern.Motif;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What is said of random graphs, beside definitions taken by the word. */
final class SurveyTest {
  private static Graph graph(Set<List<Long>> edges) {
    EdgeArray array = EdgeArray.wide();
    edges.forEach(edge -> array.add(edge.get(0), edge.get(1)));
    try (array) {
      return GraphBuilder.build(array);
    }
  }

  /** Edges {u, v} with u &lt; v, unsigned, over ids spread out. */
  private static Set<List<Long>> edges(Random random, double density) {
    int n = 2 + random.nextInt(40);
    Set<List<Long>> edges = new HashSet<>();
    edges.add(List.of(3L, 8L));
    for (long u = 0; u < n; u++) {
      for (long v = 0; v < u; v++) {
        if (random.nextDouble() < density) {
          edges.add(List.of(5 * v + 3, 5 * u + 3));
        }
      }
    }
    return edges;
  }

  @Test
  void degreesComponentsAndCoresAreWhatTheirDefinitionsSay() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < 60; round++) {
      try (PreparedGraph.Owned prepared =
          PreparedGraph.of(graph(edges(random, random.nextDouble() * 0.4)))) {
        Graph graph = prepared.graph();
        int n = graph.vertexCount();
        int[] sorted = new int[n];
        for (int v = 0; v < n; v++) {
          sorted[v] = graph.degree(v);
        }
        Arrays.sort(sorted);
        Degrees degrees = Degrees.of(graph, StopCheck.NEVER);
        assertThat(degrees.minimum()).as("seed %d", seed).isEqualTo(sorted[0]);
        assertThat(degrees.maximum()).as("seed %d", seed).isEqualTo(sorted[n - 1]);
        assertThat(degrees.median()).as("seed %d", seed).isEqualTo(sorted[(n - 1) / 2]);
        assertThat(Arrays.stream(degrees.byBits()).sum()).isEqualTo(n);

        List<Integer> sizes = componentSizes(graph);
        Components components = Components.of(graph, StopCheck.NEVER);
        assertThat(components.count()).as("seed %d", seed).isEqualTo(sizes.size());
        assertThat(components.largest())
            .as("seed %d", seed)
            .isEqualTo((long) sizes.stream().max(Integer::compare).orElseThrow());

        Cores cores = Cores.of(prepared, StopCheck.NEVER);
        int[] expected = coreNumbers(graph);
        long innermost = 0;
        for (int v = 0; v < n; v++) {
          assertThat(cores.of(v)).as("seed %d", seed).isEqualTo(expected[v]);
          innermost += expected[v] == cores.degeneracy() ? 1 : 0;
        }
        assertThat(cores.innermost()).isEqualTo(innermost);
      }
    }
  }

  private static List<Integer> componentSizes(Graph graph) {
    boolean[] seen = new boolean[graph.vertexCount()];
    List<Integer> sizes = new ArrayList<>();
    for (int start = 0; start < seen.length; start++) {
      if (seen[start]) {
        continue;
      }
      int size = 0;
      Deque<Integer> open = new ArrayDeque<>(List.of(start));
      seen[start] = true;
      while (!open.isEmpty()) {
        int v = open.pop();
        size++;
        for (long i = graph.offset(v); i < graph.offset(v + 1); i++) {
          if (!seen[graph.neighbor(i)]) {
            seen[graph.neighbor(i)] = true;
            open.push(graph.neighbor(i));
          }
        }
      }
      sizes.add(size);
    }
    return sizes;
  }

  /** Takes away all vertices of degree below k, for every k. */
  private static int[] coreNumbers(Graph graph) {
    int n = graph.vertexCount();
    int[] cores = new int[n];
    for (int k = 1; k < n; k++) {
      boolean[] gone = new boolean[n];
      boolean changed = true;
      while (changed) {
        changed = false;
        for (int v = 0; v < n; v++) {
          int degree = 0;
          for (long i = graph.offset(v); i < graph.offset(v + 1); i++) {
            degree += gone[graph.neighbor(i)] ? 0 : 1;
          }
          if (!gone[v] && degree < k) {
            gone[v] = true;
            changed = true;
          }
        }
      }
      for (int v = 0; v < n; v++) {
        cores[v] = gone[v] ? cores[v] : k;
      }
    }
    return cores;
  }

  @Test
  void graphsDifferInTheEdgesThatOneOfThemHasNot() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < 60; round++) {
      Set<List<Long>> before = edges(random, 0.2);
      Set<List<Long>> after = new HashSet<>(before);
      after.removeIf(edge -> edge.get(0) != 3 && random.nextDouble() < 0.3);
      after.addAll(edges(random, 0.05));
      try (Graph first = graph(before);
          Graph second = graph(after)) {
        Set<List<Long>> added = new HashSet<>();
        Set<List<Long>> removed = new HashSet<>();
        GraphDifference.Totals totals =
            GraphDifference.of(first, second, StopCheck.NEVER)
                .compare(
                    (isAdded, from, to) ->
                        (isAdded ? added : removed)
                            .add(
                                List.of(
                                    (isAdded ? second : first).originalId(from),
                                    (isAdded ? second : first).originalId(to))),
                    StopCheck.NEVER);
        Set<List<Long>> onlyAfter = new HashSet<>(after);
        onlyAfter.removeAll(before);
        Set<List<Long>> onlyBefore = new HashSet<>(before);
        onlyBefore.removeAll(after);
        assertThat(added).as("seed %d", seed).isEqualTo(onlyAfter);
        assertThat(removed).as("seed %d", seed).isEqualTo(onlyBefore);
        assertThat(totals.addedEdges()).isEqualTo(onlyAfter.size());
        assertThat(totals.removedEdges()).isEqualTo(onlyBefore.size());
        assertThat(totals.commonEdges()).isEqualTo(before.size() - onlyBefore.size());
        Set<Long> common = ids(before);
        common.retainAll(ids(after));
        assertThat(totals.commonVertices()).as("seed %d", seed).isEqualTo(common.size());
        assertThat(totals.addedVertices()).isEqualTo(ids(after).size() - common.size());
        assertThat(totals.removedVertices()).isEqualTo(ids(before).size() - common.size());
      }
    }
  }

  private static Set<Long> ids(Set<List<Long>> edges) {
    Set<Long> ids = new TreeSet<>();
    edges.forEach(ids::addAll);
    return ids;
  }

  @Test
  void everythingCanBeStopped() {
    JobControl control = JobControl.unbounded();
    control.cancel("enough");
    Set<List<Long>> edges = new HashSet<>();
    for (long v = 0; v < 40_000; v++) {
      edges.add(List.of(v, v + 1));
    }
    try (PreparedGraph.Owned prepared = PreparedGraph.of(graph(edges))) {
      Graph graph = prepared.graph();
      assertThatThrownBy(() -> Degrees.of(graph, control)).isInstanceOf(StoppedException.class);
      assertThatThrownBy(() -> Components.of(graph, control)).isInstanceOf(StoppedException.class);
      assertThatThrownBy(() -> Cores.of(prepared, control)).isInstanceOf(StoppedException.class);
      assertThatThrownBy(() -> GraphDifference.of(graph, graph, control))
          .isInstanceOf(StoppedException.class);
    }
  }

  @Test
  void namesArePatternsAndNearMissesAreAnsweredWithThem() {
    for (Motif motif : Motif.values()) {
      assertThat(NamedPatterns.parse(motif.label())).isEqualTo(motif.pattern());
    }
    assertThat(NamedPatterns.parse(" House ")).isEqualTo(Motif.HOUSE.pattern());
    assertThat(NamedPatterns.parse("0-1,1-2;4,*,7")).isEqualTo(Pattern.parse("0-1,1-2;4,*,7"));
    assertThat(NamedPatterns.parse("8-clique")).isEqualTo(Pattern.complete(8));
    for (String name : List.of("6-path", "6-cycle", "5-star", "5-wheel", "6-clique")) {
      Pattern pattern = NamedPatterns.parse(name);
      assertThat(pattern.vertexCount()).as(name).isEqualTo(6);
    }
    assertThat(Motif.of(NamedPatterns.parse("4-wheel"))).contains(Motif.WHEEL_4);
    assertThat(Motif.of(NamedPatterns.parse("paw"))).contains(Motif.TAILED_TRIANGLE);
    assertThatThrownBy(() -> NamedPatterns.parse("hose"))
        .isInstanceOf(ComputeException.class)
        .hasMessageContaining("did you mean house");
    assertThatThrownBy(() -> NamedPatterns.parse("xyzzyx"))
        .hasMessageContaining("names no pattern")
        .hasMessageNotContaining("did you mean");
    assertThatThrownBy(() -> NamedPatterns.parse("9-clique")).isInstanceOf(ComputeException.class);
    assertThatThrownBy(() -> NamedPatterns.parse("8-star")).isInstanceOf(ComputeException.class);
    assertThatThrownBy(() -> NamedPatterns.parse("")).isInstanceOf(ComputeException.class);
  }

  @Test
  void estimatesKnowWhatTheyRestOn() {
    try (PreparedGraph.Owned prepared = PreparedGraph.of(graph(edges(new Random(3), 0.5)));
        Engine engine = Engines.open(EngineChoice.CPU, 1)) {
      JobControl control = JobControl.unbounded();
      JobEstimate triangles = JobEstimate.of(prepared, TriangleCount.total(), engine, 1, control);
      assertThat(triangles.seconds()).isPresent();
      assertThat(triangles.basis()).contains("at most");
      assertThat(triangles.graphBytes()).isGreaterThan(4 * 2 * prepared.graph().edgeCount());
      JobEstimate cliques = JobEstimate.of(prepared, KCliqueCount.of(5), engine, 1, control);
      assertThat(cliques.seconds().orElseThrow()).isPositive();
      assertThat(JobEstimate.deviceSeconds(prepared, KCliqueCount.of(5), control).orElseThrow())
          .isPositive();
    }
  }
}
