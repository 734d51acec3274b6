package io.cliquestream.kernels.cpu.maxclique.symmetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.kernels.cpu.maxclique.dense.BitGraph;
import io.cliquestream.kernels.cpu.maxclique.dense.BitGraphs;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OrbitsTest {
  private static final long MUCH = 1L << 40;

  private static int[][] orbits(BitGraph graph) {
    return orbits(graph, 1_000, MUCH);
  }

  private static int[][] orbits(BitGraph graph, int mostTries, long mostWork) {
    return Orbits.of(graph, new int[graph.size()], mostTries, mostWork, StopCheck.NEVER).sets();
  }

  @Test
  void areThoseOfAllAutomorphisms() {
    for (long seed = 0; seed < 400; seed++) {
      Random random = new Random(seed);
      int n = 1 + random.nextInt(6);
      BitGraph graph = BitGraphs.random(random, n, random.nextDouble());
      int[] first = IntStream.range(0, n).toArray();
      join(graph, new int[n], 0, first);
      int[] found = new int[n];
      for (int[] orbit : orbits(graph)) {
        assertThat(orbit).as("seed %d", seed).isSorted();
        for (int v : orbit) {
          found[v] = orbit[0];
        }
      }
      assertThat(found).as("seed %d", seed).isEqualTo(first);
    }
  }

  /** Tries every mapping of the first vertices; joins what automorphisms map onto each other. */
  private static void join(BitGraph graph, int[] image, int length, int[] first) {
    int n = graph.size();
    if (length == n) {
      for (int v = 0; v < n; v++) {
        int a = first[v];
        int b = first[image[v]];
        for (int u = 0; u < n; u++) {
          first[u] = first[u] == Math.max(a, b) ? Math.min(a, b) : first[u];
        }
      }
      return;
    }
    for (int to = 0; to < n; to++) {
      boolean fits = true;
      for (int v = 0; v < length && fits; v++) {
        fits = image[v] != to && graph.connected(v, length) == graph.connected(image[v], to);
      }
      if (fits) {
        image[length] = to;
        join(graph, image, length + 1, first);
      }
    }
  }

  @Test
  void transitiveGraphsHaveOne() {
    assertThat(orbits(BitGraphs.disjointPairs(5))).hasDimensions(1, 10);
    assertThat(orbits(BitGraphs.disjointPairs(12))).hasDimensions(1, 66);
    assertThat(orbits(BitGraphs.hamming(7, 3))).hasDimensions(1, 128);
    assertThat(orbits(BitGraphs.where(90, (a, b) -> a / 3 != b / 3))).hasDimensions(1, 90);
    Random random = new Random(1);
    for (int i = 0; i < 20; i++) {
      assertThat(orbits(BitGraphs.circulant(random, 70, 0.5))).hasDimensions(1, 70);
    }
  }

  @Test
  void pathsFoldInTheMiddleAndStarsHaveTwo() {
    for (int n = 2; n < 70; n++) {
      assertThat(orbits(BitGraphs.where(n, (a, b) -> b == a + 1))).hasNumberOfRows((n + 1) / 2);
    }
    assertThat(orbits(BitGraphs.where(80, (a, b) -> a == 0))).hasNumberOfRows(2);
  }

  @Test
  void numbersDoNotMatter() {
    for (long seed = 0; seed < 60; seed++) {
      Random random = new Random(seed);
      BitGraph graph = BitGraphs.product(random, 2 + random.nextInt(8), 2 + random.nextInt(8));
      BitGraph moved = BitGraphs.shuffled(graph, random);
      int[] sizes = Arrays.stream(orbits(graph)).mapToInt(o -> o.length).sorted().toArray();
      assertThat(Arrays.stream(orbits(moved)).mapToInt(o -> o.length).sorted())
          .as("seed %d", seed)
          .containsExactly(Arrays.stream(sizes).boxed().toArray(Integer[]::new));
    }
  }

  @Test
  void littleWorkGivesPartsOfOrbits() {
    BitGraph graph = BitGraphs.hamming(7, 3);
    int[][] none = orbits(graph, 0, 0);
    assertThat(Arrays.stream(none).mapToInt(o -> o.length).sum()).isEqualTo(128);
    assertThat(none.length).isGreaterThan(1);
  }
}
