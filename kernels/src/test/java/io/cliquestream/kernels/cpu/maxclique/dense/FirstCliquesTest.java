package io.cliquestream.kernels.cpu.maxclique.dense;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.control.StopCheck;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FirstCliquesTest {
  @Test
  void theyAreThoseThatTryingEverythingPutsFirst() {
    for (long seed = 0; seed < 2_000; seed++) {
      Random random = new Random(seed);
      BitGraph graph = BitGraphs.random(random, 1 + random.nextInt(20), random.nextDouble());
      int size = BitGraphs.cliqueNumber(graph);
      List<int[]> all = BitGraphs.cliques(graph, size);
      long limit = 1L + random.nextInt(6);
      assertThat(FirstCliques.of(graph, size, limit, Long.MAX_VALUE, StopCheck.NEVER).orElseThrow())
          .as("seed %d", seed)
          .usingRecursiveComparison()
          .isEqualTo(all.subList(0, (int) Math.min(limit, all.size())));
    }
  }

  @Test
  void nodesThatRunOutLeaveNone() {
    BitGraph graph = BitGraphs.disjointPairs(10);
    assertThat(FirstCliques.of(graph, 5, 900, 20, StopCheck.NEVER)).isEmpty();
  }
}
