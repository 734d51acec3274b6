package io.cliquestream.kernels.sharded;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.kernels.control.StopMeter;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentSkipListSet;
import org.junit.jupiter.api.Test;

final class VertexSubsetTest {
  @Test
  void randomSetsHaveTheMembersAndRanksOfTheirVertices() {
    for (long seed = 0; seed < 200; seed++) {
      String what = "seed " + seed;
      Random random = new Random(seed);
      int n = 1 + random.nextInt(3000);
      try (VertexSubset subset = new VertexSubset(n)) {
        for (int round = 0; round < 2; round++) {
          BitSet expected = new BitSet(n);
          for (int i = random.nextInt(2 * n); i > 0; i--) {
            int vertex = random.nextInt(n);
            assertThat(subset.add(vertex)).as(what).isEqualTo(!expected.get(vertex));
            expected.set(vertex);
          }
          assertThat(subset.rank(new StopMeter(StopCheck.NEVER)))
              .as(what)
              .isEqualTo(expected.cardinality());
          int below = 0;
          for (int v = 0; v < n; v++) {
            assertThat(subset.contains(v)).as(what).isEqualTo(expected.get(v));
            assertThat(subset.rank(v)).as(what).isEqualTo(below);
            below += expected.get(v) ? 1 : 0;
          }
          List<Long> ascending = new ArrayList<>();
          subset.forEach(Parallelism.SEQUENTIAL, (vertex, _) -> ascending.add(vertex));
          assertThat(ascending)
              .as(what)
              .isEqualTo(expected.stream().mapToObj(Long::valueOf).toList());
          var parallel = new ConcurrentSkipListSet<Long>();
          subset.forEach(new Parallelism(3), (vertex, _) -> parallel.add(vertex));
          assertThat(new ArrayList<>(parallel)).as(what).isEqualTo(ascending);
          subset.clear(new Parallelism(2));
        }
      }
    }
  }

  /** Pages that nobody touches take no memory. */
  @Test
  void verticesBeyondThirtyTwoBitsAreMembersOfTheirOwn() {
    long n = 1L << 34;
    try (VertexSubset subset = new VertexSubset(n)) {
      long[] vertices = {5, (1L << 31) + 5, (1L << 32) + 5, (1L << 33) + 5, n - 1};
      for (long vertex : vertices) {
        assertThat(subset.add(vertex)).isTrue();
        assertThat(subset.add(vertex)).isFalse();
      }
      for (long vertex : vertices) {
        assertThat(subset.contains(vertex)).isTrue();
        assertThat(subset.contains(vertex - 1)).isFalse();
      }
    }
  }
}
