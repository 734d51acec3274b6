package io.cliquestream.kernels.cpu.kclique.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.cpu.schedule.WholeSlice;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.Ordering;
import io.cliquestream.kernels.graph.OrientedGraph;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import java.math.BigInteger;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Numbers of cliques among few candidates of a tile against every subset of them. */
final class SmallCliquesTest {
  private static final int VERTICES = 64;

  private final SmallCliques small = new SmallCliques();

  @Test
  void everyGraphOfSixVertices() {
    for (int edges = 0; edges < 1 << 15; edges++) {
      long[] rows = new long[VERTICES];
      int edge = 0;
      for (int v = 1; v < 6; v++) {
        for (int u = 0; u < v; u++) {
          connect(rows, u, v, (edges >>> edge++ & 1) != 0);
        }
      }
      compare(rows, 0x3f, "edges " + edges);
    }
  }

  @Test
  void randomCandidatesOfRandomTiles() {
    Random random = new Random(20);
    for (int graph = 0; graph < 4_000; graph++) {
      double density = random.nextDouble();
      long[] rows = random(random, density);
      long candidates = 0;
      int count = graph % (SmallCliques.MOST + 1);
      while (Long.bitCount(candidates) < count) {
        candidates |= 1L << random.nextInt(VERTICES);
      }
      compare(rows, candidates, "graph " + graph + ", density " + density);
    }
  }

  /** The largest numbers, C(12, 6) among them, fill a field without spilling into the next. */
  @Test
  void cliquesOfEverySizeUpToTwelveCandidates() {
    long[] rows = random(new Random(1), 1);
    for (int count = 0; count <= SmallCliques.MOST; count++) {
      compare(rows, ((1L << count) - 1) << (VERTICES - count), "clique of " + count);
      compare(new long[VERTICES], (1L << count) - 1, "no edge among " + count);
    }
  }

  private static long[] random(Random random, double density) {
    long[] rows = new long[VERTICES];
    for (int v = 1; v < VERTICES; v++) {
      for (int u = 0; u < v; u++) {
        connect(rows, u, v, random.nextDouble() < density);
      }
    }
    return rows;
  }

  @Test
  void aSearchWithTheTableCountsWhatOneWithoutItCounts() {
    Random random = new Random(21);
    for (int graph = 0; graph < 1_000; graph++) {
      int n = 5 + random.nextInt(60);
      double density = random.nextDouble();
      try (EdgeArray edges = EdgeArray.narrow()) {
        for (int v = 1; v < n; v++) {
          for (int u = 0; u < v; u++) {
            if (random.nextDouble() < density && (n < 35 || density < 0.7)) {
              edges.add(u, v);
            }
          }
        }
        try (PreparedGraph.Owned built = PreparedGraph.of(GraphBuilder.build(edges))) {
          OrientedGraph oriented = built.oriented(Ordering.DEGENERACY);
          int smallest = 3 + random.nextInt(3);
          int largest = random.nextBoolean() ? n : smallest + random.nextInt(4);
          assertThat(counts(oriented, smallest, largest, 0))
              .as("graph %d", graph)
              .isEqualTo(counts(oriented, smallest, largest, Long.MAX_VALUE));
        }
      }
    }
  }

  private static List<BigInteger> counts(
      OrientedGraph graph, int smallest, int largest, long stepsWithoutTable) {
    var search = new PivotSearch(graph, smallest, largest, stepsWithoutTable);
    search.begin(new WholeSlice<>(JobControl.unbounded()));
    for (int root = 0; root < graph.vertexCount(); root++) {
      search.root(root);
    }
    BigInteger[] counts = search.leaves().counts(largest, JobControl.unbounded());
    return List.of(counts).subList(Math.min(smallest, counts.length), counts.length);
  }

  private static void connect(long[] rows, int u, int v, boolean adjacent) {
    if (adjacent) {
      rows[u] |= 1L << v;
      rows[v] |= 1L << u;
    }
  }

  private void compare(long[] rows, long candidates, String graph) {
    small.count(rows, candidates);
    assertThat(found()).as(graph).isEqualTo(bruteForce(rows, candidates));
  }

  /** By size from 1 on. */
  private int[] found() {
    int[] counts = new int[SmallCliques.MOST];
    for (int size = 0; size < SmallCliques.MOST; size++) {
      long numbers = size < SmallCliques.SIZES ? small.low() : small.high();
      int field = size % SmallCliques.SIZES * SmallCliques.FIELD;
      counts[size] = (int) (numbers >>> field & SmallCliques.FIELD_MASK);
    }
    assertThat(small.low() >>> (SmallCliques.SIZES * SmallCliques.FIELD)).isZero();
    return counts;
  }

  private static int[] bruteForce(long[] rows, long candidates) {
    int[] counts = new int[SmallCliques.MOST];
    for (long set = candidates; set != 0; set = set - 1 & candidates) {
      boolean clique = true;
      for (long rest = set; rest != 0 && clique; rest &= rest - 1) {
        long others = set & ~(rest & -rest);
        clique = (others & ~rows[Long.numberOfTrailingZeros(rest)]) == 0;
      }
      if (clique) {
        counts[Long.bitCount(set) - 1]++;
      }
    }
    return counts;
  }
}
