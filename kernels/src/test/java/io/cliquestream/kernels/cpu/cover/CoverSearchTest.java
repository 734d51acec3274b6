package io.cliquestream.kernels.cpu.cover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.kernels.control.StoppedException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CoverSearchTest {
  private static final long UNBOUNDED = Long.MAX_VALUE;

  private static CoverSearch.Outcome largest(SparseGraph graph, int needed) {
    return CoverSearch.largest(graph, needed, CoverPolicy.DEFAULT, UNBOUNDED, StopCheck.NEVER);
  }

  private static void requireIndependent(String about, SparseGraph graph, int[] set) {
    boolean[] in = new boolean[graph.size()];
    for (int v : set) {
      assertThat(in[v]).as(about).isFalse();
      in[v] = true;
    }
    for (int v : set) {
      for (int w : graph.neighbors()[v]) {
        assertThat(in[w]).as(about).isFalse();
      }
    }
  }

  private static void requireLargest(String about, SparseGraph graph, int expected) {
    CoverSearch.Outcome found = largest(graph, 1);
    assertThat(found.proven()).as(about).isTrue();
    assertThat(found.set()).as(about).hasSize(expected).isSorted();
    requireIndependent(about, graph, found.set());
    assertThat(largest(graph, expected).set()).as(about).hasSize(expected);
    CoverSearch.Outcome none = largest(graph, expected + 1);
    assertThat(none.set()).as(about).isEmpty();
    assertThat(none.proven()).as(about).isTrue();
  }

  @Test
  void agreesWithBruteForceOnSparseRandomGraphs() {
    for (long seed = 0; seed < 4_000; seed++) {
      Random random = new Random(seed);
      int n = 1 + random.nextInt(26);
      double degree = 0.5 + random.nextInt(12) * 0.5;
      boolean[][] edges = new boolean[n][n];
      for (int a = 0; a < n; a++) {
        for (int b = 0; b < a; b++) {
          edges[a][b] = random.nextDouble() * n < degree;
        }
      }
      SparseGraph graph = SparseGraphs.of(n, (a, b) -> edges[b][a]);
      requireLargest("seed " + seed, graph, SparseGraphs.independenceNumber(graph));
    }
  }

  @ParameterizedTest
  @EnumSource(SparseGraphs.Family.class)
  void agreesWithTheFormulaOfEveryFamily(SparseGraphs.Family family) {
    for (int n = 3; n <= 64; n++) {
      requireLargest(family + " of " + n, family.graph(n), family.independenceNumber(n));
    }
  }

  @ParameterizedTest
  @EnumSource(SparseGraphs.Family.class)
  void renumberingChangesNothing(SparseGraphs.Family family) {
    for (long seed = 0; seed < 20; seed++) {
      int n = 40 + (int) seed;
      SparseGraph graph = SparseGraphs.shuffled(family.graph(n), new Random(seed));
      requireLargest(family + ", seed " + seed, graph, family.independenceNumber(n));
    }
  }

  @Test
  void sparseGraphsOfThousandsOfVerticesTakeFewNodes() {
    Random random = new Random(5);
    SparseGraph graph = SparseGraphs.random(3_000, 2.5, random);
    CoverSearch.Outcome found = largest(graph, 1);
    assertThat(found.proven()).isTrue();
    requireIndependent("random", graph, found.set());
    assertThat(found.nodes()).isLessThan(10_000);
  }

  @Test
  void nodesThatRunOutLeaveTheAnswerUnproven() {
    SparseGraph graph = SparseGraphs.random(300, 10, new Random(6));
    CoverSearch.Outcome found =
        CoverSearch.largest(graph, 1, CoverPolicy.DEFAULT, 3, StopCheck.NEVER);
    assertThat(found.proven()).isFalse();
    assertThat(found.nodes()).isEqualTo(3);
    requireIndependent("random", graph, found.set());
  }

  @Test
  void aStopEndsTheSearch() {
    SparseGraph graph = SparseGraphs.random(400, 12, new Random(7));
    JobControl control = JobControl.unbounded();
    control.cancel("at once");
    assertThatThrownBy(() -> CoverSearch.largest(graph, 1, CoverPolicy.DEFAULT, UNBOUNDED, control))
        .isInstanceOf(StoppedException.class);
  }

  @Test
  void theCallersGraphIsLeftAsItWas() {
    SparseGraph graph = SparseGraphs.random(60, 3, new Random(8));
    int[][] before = Arrays.stream(graph.neighbors()).map(int[]::clone).toArray(int[][]::new);
    largest(graph, 1);
    assertThat(graph.neighbors()).isDeepEqualTo(before);
  }
}
