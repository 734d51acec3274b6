package io.cliquestream.kernels.cpu.maxclique.symmetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.cpu.maxclique.dense.BitGraph;
import io.cliquestream.kernels.cpu.maxclique.dense.BitGraphs;
import io.cliquestream.kernels.cpu.maxclique.dense.ColorBound;
import io.cliquestream.kernels.cpu.maxclique.dense.MaximumCliquePolicy;
import io.cliquestream.kernels.cpu.maxclique.dense.ResidualPolicy;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SymmetricPartsTest {
  /** Splits whatever has any symmetry, down to nothing. */
  static final ResidualPolicy EAGER =
      new ResidualPolicy(2_048, 5, 96, 8_192, 1L << 21, 20_000, 2, 0, 1, 1, 8, 1L << 30, 300, 10);

  private static int largest(BitGraph graph, int target, ResidualPolicy policy, String about) {
    List<SymmetricParts.Part> parts =
        SymmetricParts.of(graph, policy, target, false, true, StopCheck.NEVER).orElseThrow();
    int best = 0;
    for (SymmetricParts.Part part : parts) {
      requireClique(part, graph, about);
      best = Math.max(best, part.prefix().length + BitGraphs.cliqueNumber(part.graph()));
    }
    return best;
  }

  /** The prefix is a clique, and adjacent to all of the part, whose edges are the graph's. */
  private static void requireClique(SymmetricParts.Part part, BitGraph graph, String about) {
    int[] local = new int[part.prefix().length + part.graph().size()];
    for (int i = 0; i < local.length; i++) {
      int name =
          i < part.prefix().length
              ? part.prefix()[i]
              : part.graph().vertices()[i - part.prefix().length];
      for (int v = 0; v < graph.size(); v++) {
        local[i] = graph.vertices()[v] == name ? v : local[i];
      }
      for (int j = 0; j < i; j++) {
        boolean inside = j >= part.prefix().length;
        boolean expected =
            !inside || part.graph().connected(i - part.prefix().length, j - part.prefix().length);
        assertThat(graph.connected(local[i], local[j])).as(about).isEqualTo(expected);
      }
    }
  }

  static BitGraph graph(Random random) {
    int n = 1 + random.nextInt(24);
    BitGraph graph =
        switch (random.nextInt(8)) {
          case 0 -> BitGraphs.circulant(random, n, 0.3 + 0.6 * random.nextDouble());
          case 1 -> BitGraphs.product(random, 1 + random.nextInt(5), 1 + random.nextInt(5));
          case 2 -> BitGraphs.disjointPairs(2 + random.nextInt(6));
          case 3 -> BitGraphs.hamming(2 + random.nextInt(3), 1 + random.nextInt(3));
          case 4 -> BitGraphs.where(n, (a, b) -> a / 3 != b / 3);
          case 5 -> BitGraphs.where(n, (a, b) -> b > a + 1);
          case 6 -> BitGraphs.where(n, (a, b) -> a % 4 == b % 4);
          default -> BitGraphs.random(random, n, 0.7);
        };
    return BitGraphs.shuffled(graph, random);
  }

  @Test
  void oneOfThePartsHasAMaximumClique() {
    for (long seed = 0; seed < 3_000; seed++) {
      BitGraph graph = graph(new Random(seed));
      int size = BitGraphs.cliqueNumber(graph);
      String about = "seed " + seed;
      assertThat(largest(graph, 1, EAGER, about)).as(about).isEqualTo(size);
      assertThat(largest(graph, size, EAGER, about)).as(about).isEqualTo(size);
      assertThat(largest(graph, size + 1, EAGER, about)).as(about).isLessThanOrEqualTo(size);
    }
  }

  @Test
  void disjointPairsComeDownToOneVertexALevel() {
    BitGraph graph = BitGraphs.disjointPairs(32);
    List<SymmetricParts.Part> parts =
        SymmetricParts.of(graph, ResidualPolicy.DEFAULT, 17, false, false, StopCheck.NEVER)
            .orElseThrow();
    assertThat(parts).hasSizeLessThanOrEqualTo(1);
    assertThat(parts).allMatch(part -> part.prefix().length >= 8);
  }

  @Test
  void graphsWithoutSymmetryAreLeftAlone() {
    for (long seed = 0; seed < 20; seed++) {
      BitGraph graph = BitGraphs.random(new Random(seed), 150, 0.8);
      assertThat(SymmetricParts.of(graph, ResidualPolicy.DEFAULT, 5, false, false, StopCheck.NEVER))
          .as("seed %d", seed)
          .isEmpty();
      assertThat(SymmetricParts.of(graph, ResidualPolicy.DEFAULT, 5, false, true, StopCheck.NEVER))
          .as("seed %d", seed)
          .hasValueSatisfying(parts -> assertThat(parts).hasSize(1));
    }
  }

  @Test
  void aStopEndsTheSplit() {
    JobControl control = JobControl.unbounded();
    control.cancel("at once");
    BitGraph graph = BitGraphs.disjointPairs(32);
    assertThatThrownBy(
            () -> SymmetricParts.of(graph, ResidualPolicy.DEFAULT, 17, false, false, control))
        .isInstanceOf(StoppedException.class);
  }

  @Test
  void iteratedGreedyKeepsTheGraphAndNeverNeedsMoreColours() {
    for (long seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      BitGraph graph = BitGraphs.shuffled(graph(random), random);
      BitGraph ordered = IteratedGreedy.ordered(graph, 20, StopCheck.NEVER);
      assertThat(Arrays.stream(ordered.vertices()).sorted())
          .as("seed %d", seed)
          .containsExactly(
              Arrays.stream(graph.vertices()).sorted().boxed().toArray(Integer[]::new));
      requireClique(new SymmetricParts.Part(new int[0], List.of(), ordered), graph, "seed " + seed);
      assertThat(colors(ordered)).as("seed %d", seed).isLessThanOrEqualTo(colors(graph));
    }
  }

  private static int colors(BitGraph graph) {
    ColorBound bound = new ColorBound(MaximumCliquePolicy.DEFAULT);
    bound.reset(graph);
    return bound.colors(graph.all(), Integer.MAX_VALUE);
  }
}
