package io.cliquestream.kernels.cpu.cover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.assembly.CliqueCollector;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.kernels.control.StoppedException;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CoverCountTest {
  private static final long UNBOUNDED = Long.MAX_VALUE;

  private static CliqueCollector count(SparseGraph graph, int size, long limit) {
    return CoverCount.of(graph, size, limit, UNBOUNDED, StopCheck.NEVER).sets().orElseThrow();
  }

  /** Every largest independent set, by trying all subsets. */
  private static CliqueCollector largest(SparseGraph graph, int size, long limit) {
    int n = graph.size();
    int[] rows = new int[n];
    for (int v = 0; v < n; v++) {
      for (int w : graph.neighbors()[v]) {
        rows[v] |= 1 << w;
      }
    }
    CliqueCollector all = new CliqueCollector(limit);
    for (int set = 0; set < 1 << n; set++) {
      if (Integer.bitCount(set) == size) {
        boolean independent = true;
        int[] vertices = new int[size];
        int count = 0;
        for (int bits = set; bits != 0; bits &= bits - 1) {
          int v = Integer.numberOfTrailingZeros(bits);
          vertices[count++] = v;
          independent &= (rows[v] & set) == 0;
        }
        if (independent) {
          all.add(vertices, size);
        }
      }
    }
    return all;
  }

  @Test
  void countsAndListsWhatTryingEverythingFinds() {
    for (long seed = 0; seed < 1_500; seed++) {
      Random random = new Random(seed);
      SparseGraph graph =
          SparseGraphs.random(1 + random.nextInt(14), 0.3 + 4 * random.nextDouble(), random);
      int size = SparseGraphs.independenceNumber(graph);
      long limit = 1L + random.nextInt(8);
      CliqueCollector expected = largest(graph, size, limit);
      CliqueCollector found = count(graph, size, limit);
      assertThat(found.size()).as("seed %d", seed).isEqualTo(size);
      assertThat(found.count()).as("seed %d", seed).isEqualTo(expected.count());
      assertThat(found.smallest())
          .as("seed %d", seed)
          .usingRecursiveComparison()
          .isEqualTo(expected.smallest());
    }
  }

  @Test
  void trianglesMultiply() {
    int triangles = 200;
    SparseGraph graph = SparseGraphs.of(3 * triangles, (a, b) -> a / 3 == b / 3);
    CliqueCollector found = count(graph, triangles, 4);
    assertThat(found.count()).isEqualTo(BigInteger.valueOf(3).pow(triangles));
    assertThat(found.smallest())
        .hasSize(4)
        .allSatisfy(set -> assertThat(set).hasSize(triangles).isSorted());
    assertThat(Arrays.stream(found.smallest().getFirst()).boxed())
        .containsExactlyElementsOf(
            java.util.stream.IntStream.range(0, triangles).map(t -> 3 * t).boxed().toList());
  }

  @Test
  void evenCyclesOfAnyLengthHaveTwo() {
    for (int n = 4; n <= 60; n += 2) {
      int length = n;
      SparseGraph graph = SparseGraphs.of(n, (a, b) -> b == a + 1 || (a == 0 && b == length - 1));
      assertThat(count(graph, n / 2, 10).count()).as("cycle of %d", n).isEqualTo(BigInteger.TWO);
    }
  }

  @Test
  void nodesThatRunOutLeaveNoCount() {
    SparseGraph graph = SparseGraphs.random(300, 6, new Random(6));
    CoverCount.Outcome outcome = CoverCount.of(graph, 1, 1, 3, StopCheck.NEVER);
    assertThat(outcome.sets()).isEmpty();
    assertThat(outcome.nodes()).isEqualTo(3);
  }

  @Test
  void aStopEndsTheCount() {
    SparseGraph graph = SparseGraphs.random(400, 8, new Random(7));
    JobControl control = JobControl.unbounded();
    control.cancel("at once");
    assertThatThrownBy(() -> CoverCount.of(graph, 1, 1, UNBOUNDED, control))
        .isInstanceOf(StoppedException.class);
  }
}
