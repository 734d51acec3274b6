package io.cliquestream.kernels.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What holds for every orientation. */
final class OrientationTest {
  @Test
  void twoThousandRandomGraphsKeepTheInvariants() {
    for (long seed = 0; seed < 2000; seed++) {
      try (EdgeArray edges = RandomPairs.edges(RandomPairs.of(seed));
          Graph graph = GraphBuilder.build(edges)) {
        int[] cores = naiveCores(graph);
        for (Ordering ordering : Ordering.values()) {
          try (OrientedGraph oriented = Orientation.orient(graph, ordering)) {
            check(graph, oriented, cores, "seed " + seed + ", " + ordering);
          }
        }
      }
    }
  }

  @Test
  void theNumberOfThreadsChangesNothing() {
    Random random = new Random(3);
    long[] ids =
        LongStream.range(0, 400_000)
            .map(i -> (long) (30_000 * Math.pow(random.nextDouble(), 3)))
            .toArray();
    try (EdgeArray edges = RandomPairs.edges(ids);
        Graph graph = GraphBuilder.build(edges)) {
      for (Ordering ordering : Ordering.values()) {
        try (OrientedGraph one = Orientation.orient(graph, ordering, Parallelism.SEQUENTIAL);
            OrientedGraph many = Orientation.orient(graph, ordering, new Parallelism(7))) {
          assertThat(one.offsets().mismatch(many.offsets())).isEqualTo(-1);
          assertThat(one.targets().mismatch(many.targets())).isEqualTo(-1);
          for (int r = 0; r < one.vertexCount(); r++) {
            assertThat(one.vertex(r)).isEqualTo(many.vertex(r));
          }
        }
      }
    }
  }

  private static void check(Graph graph, OrientedGraph oriented, int[] cores, String what) {
    int n = graph.vertexCount();
    assertThat(oriented.vertexCount()).as(what).isEqualTo(n);
    assertThat(oriented.edgeCount()).as(what).isEqualTo(graph.edgeCount());
    int maximum = 0;
    boolean[] seen = new boolean[n];
    int degeneracy = 0;
    for (int r = 0; r < n; r++) {
      int v = oriented.vertex(r);
      assertThat(seen[v]).as(what).isFalse();
      seen[v] = true;
      degeneracy = Math.max(degeneracy, cores[v]);
      int degree = oriented.outDegree(r);
      int[] row = new int[degree];
      oriented.copyTargets(r, row);
      for (int i = 0; i < degree; i++) {
        assertThat(row[i]).as(what).isLessThan(r);
        assertThat(i == 0 || row[i - 1] < row[i]).as(what).isTrue();
        assertThat(graph.hasEdge(v, oriented.vertex(row[i]))).as(what).isTrue();
      }
      maximum = Math.max(maximum, degree);
      if (oriented.ordering() == Ordering.DEGENERACY) {
        assertThat(oriented.coreNumber(r)).as(what).isEqualTo(cores[v]);
        assertThat(degree).as(what).isLessThanOrEqualTo(cores[v]);
      } else if (r > 0) {
        int before = oriented.vertex(r - 1);
        assertThat(
                graph.degree(before) > graph.degree(v)
                    || (graph.degree(before) == graph.degree(v) && before < v))
            .as(what)
            .isTrue();
      }
    }
    assertThat(oriented.maximumOutDegree()).as(what).isEqualTo(maximum);
    if (oriented.ordering() == Ordering.DEGENERACY) {
      assertThat(maximum).as(what).isLessThanOrEqualTo(degeneracy);
    }
  }

  /**
   * Core numbers by removing, for each k, vertices of fewer than k neighbours until none is left.
   */
  private static int[] naiveCores(Graph graph) {
    int n = graph.vertexCount();
    int[] cores = new int[n];
    boolean[] removed = new boolean[n];
    int left = n;
    for (int k = 1; left > 0; k++) {
      boolean changed = true;
      while (changed) {
        changed = false;
        for (int v = 0; v < n; v++) {
          int degree = 0;
          for (long i = graph.offset(v); i < graph.offset(v + 1); i++) {
            degree += removed[graph.neighbor(i)] ? 0 : 1;
          }
          if (!removed[v] && degree < k) {
            removed[v] = true;
            cores[v] = k - 1;
            left--;
            changed = true;
          }
        }
      }
    }
    return cores;
  }
}
