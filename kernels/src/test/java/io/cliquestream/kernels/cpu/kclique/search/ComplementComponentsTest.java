package io.cliquestream.kernels.cpu.kclique.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.KCliqueMethod;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Complements of unions of known graphs: the number of cliques by size is a product of small
 * polynomials, whatever the order of the vertices. Several of these graphs have far too many
 * cliques, maximal ones too, for a search that visits them.
 */
final class ComplementComponentsTest {
  private static final BigInteger[] ONE = {BigInteger.ONE};

  /** Non-edges of a graph built up component by component, and its clique polynomial. */
  private static final class Complement {
    private final List<int[]> nonEdges = new ArrayList<>();
    private int vertices;
    private BigInteger[] polynomial = ONE;

    Complement clique(int size) {
      for (int v = 1; v < size; v++) {
        for (int u = 0; u < v; u++) {
          nonEdges.add(new int[] {vertices + u, vertices + v});
        }
      }
      return added(size, new BigInteger[] {BigInteger.ONE, BigInteger.valueOf(size)});
    }

    Complement path(int size) {
      for (int v = 1; v < size; v++) {
        nonEdges.add(new int[] {vertices + v - 1, vertices + v});
      }
      BigInteger[] counts = new BigInteger[(size + 1) / 2 + 1];
      for (int j = 0; j < counts.length; j++) {
        counts[j] = binomial(size - j + 1, j);
      }
      return added(size, counts);
    }

    Complement cycle(int size) {
      for (int v = 0; v < size; v++) {
        nonEdges.add(new int[] {vertices + v, vertices + (v + 1) % size});
      }
      BigInteger[] counts = new BigInteger[size / 2 + 1];
      for (int j = 0; j < counts.length; j++) {
        counts[j] =
            binomial(size - j, j)
                .multiply(BigInteger.valueOf(size))
                .divide(BigInteger.valueOf(size - j));
      }
      return added(size, counts);
    }

    Complement star(int leaves) {
      BigInteger[] counts = new BigInteger[leaves + 1];
      for (int v = 0; v <= leaves; v++) {
        counts[v] = binomial(leaves, v);
        if (v > 0) {
          nonEdges.add(new int[] {vertices, vertices + v});
        }
      }
      counts[1] = counts[1].add(BigInteger.ONE);
      return added(leaves + 1, counts);
    }

    /** Any graph of at most 20 vertices: its independent sets are counted one by one. */
    Complement random(int size, double density, Random random) {
      int[] neighbors = new int[size];
      for (int v = 1; v < size; v++) {
        for (int u = 0; u < v; u++) {
          if (random.nextDouble() < density) {
            join(neighbors, u, v);
          }
        }
      }
      return added(size, independentSets(neighbors));
    }

    /** A tree of at most 20 vertices, each hung on one of the last {@code span} before it. */
    Complement tree(int size, int span, Random random) {
      int[] neighbors = new int[size];
      for (int v = 1; v < size; v++) {
        join(neighbors, v - 1 - random.nextInt(Math.min(v, span)), v);
      }
      return added(size, independentSets(neighbors));
    }

    private void join(int[] neighbors, int u, int v) {
      neighbors[u] |= 1 << v;
      neighbors[v] |= 1 << u;
      nonEdges.add(new int[] {vertices + u, vertices + v});
    }

    private static BigInteger[] independentSets(int[] neighbors) {
      long[] counts = new long[neighbors.length + 1];
      boolean[] independent = new boolean[1 << neighbors.length];
      independent[0] = true;
      counts[0] = 1;
      for (int set = 1; set < independent.length; set++) {
        int vertex = Integer.numberOfTrailingZeros(set);
        int rest = set & (set - 1);
        independent[set] = independent[rest] && (neighbors[vertex] & rest) == 0;
        counts[Integer.bitCount(set)] += independent[set] ? 1 : 0;
      }
      return Arrays.stream(counts).mapToObj(BigInteger::valueOf).toArray(BigInteger[]::new);
    }

    private Complement added(int size, BigInteger[] factor) {
      BigInteger[] product = new BigInteger[polynomial.length + factor.length - 1];
      Arrays.fill(product, BigInteger.ZERO);
      for (int i = 0; i < polynomial.length; i++) {
        for (int j = 0; j < factor.length; j++) {
          product[i + j] = product[i + j].add(polynomial[i].multiply(factor[j]));
        }
      }
      polynomial = product;
      vertices += size;
      return this;
    }

    /** Counts the cliques of the graph, its vertices shuffled, and compares. */
    void check(long seed, int threads) {
      List<Integer> labels = new ArrayList<>();
      for (int v = 0; v < vertices; v++) {
        labels.add(v);
      }
      Collections.shuffle(labels, new Random(seed));
      BitSet missing = new BitSet();
      for (int[] pair : nonEdges) {
        missing.set(labels.get(pair[0]) * vertices + labels.get(pair[1]));
        missing.set(labels.get(pair[1]) * vertices + labels.get(pair[0]));
      }
      try (EdgeArray edges = EdgeArray.narrow()) {
        for (int v = 1; v < vertices; v++) {
          for (int u = 0; u < v; u++) {
            if (!missing.get(v * vertices + u)) {
              edges.add(u, v);
            }
          }
        }
        try (CpuEngine engine = new CpuEngine(threads);
            PreparedGraph.Owned graph = PreparedGraph.of(GraphBuilder.build(edges))) {
          compare(engine, graph, 3, KCliqueCount.ALL, seed);
          compare(engine, graph, 4, 7, seed);
        }
      }
    }

    private void compare(
        CpuEngine engine, PreparedGraph.Owned graph, int smallest, int largest, long seed) {
      var job =
          new KCliqueCount(
              smallest, largest, false, Optional.of(KCliqueMethod.PIVOTING), Optional.empty());
      SortedMap<Integer, BigInteger> counts =
          ((Answer.KCliques) engine.run(graph, job).answer()).counts();
      for (int k = smallest; k <= Math.min(largest, vertices); k++) {
        assertThat(counts.getOrDefault(k, BigInteger.ZERO))
            .as("k = %d of %d … %d, seed %d", k, smallest, largest, seed)
            .isEqualTo(k < polynomial.length ? polynomial[k] : BigInteger.ZERO);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"12,8", "7,9", "3,21", "40,20", "5,100"})
  void completeMultipartiteGraphs(int parts, int partSize) {
    Complement complement = new Complement();
    for (int part = 0; part < parts; part++) {
      complement.clique(partSize);
    }
    complement.check(parts, 2);
  }

  @ParameterizedTest
  @CsvSource({"50,9", "64,10", "200,11", "333,50"})
  void turanGraphs(int vertices, int parts) {
    Complement complement = new Complement();
    for (int part = 0; part < parts; part++) {
      complement.clique(vertices / parts + (part < vertices % parts ? 1 : 0));
    }
    complement.check(vertices, 2);
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 31, 63, 64, 65, 66, 129, 300})
  void complementsOfPathsAndCycles(int size) {
    new Complement().path(size).check(size, 2);
    new Complement().cycle(size).check(size, 2);
  }

  @ParameterizedTest
  @ValueSource(ints = {30, 32, 33, 120})
  void cocktailParties(int pairs) {
    Complement complement = new Complement();
    for (int pair = 0; pair < pairs; pair++) {
      complement.clique(2);
    }
    complement.check(pairs, 2);
  }

  @Test
  void randomMixturesWithAndWithoutFurtherShapes() {
    for (int round = 0; round < 60; round++) {
      Random random = new Random(round);
      int stars = round % 4;
      int bound = round % 8 == 0 ? 60 : 150;
      Complement complement = new Complement();
      for (int star = 0; star < stars; star++) {
        complement.star(3 + random.nextInt(3));
      }
      while (complement.vertices < bound) {
        switch (random.nextInt(3)) {
          case 0 -> complement.clique(1 + random.nextInt(9));
          case 1 -> complement.path(1 + random.nextInt(12));
          default -> complement.cycle(3 + random.nextInt(12));
        }
      }
      complement.check(round, 1 + round % 3);
    }
  }

  @ParameterizedTest
  @CsvSource({"3,10,0.3", "5,12,0.2", "6,14,0.35", "20,11,0.25", "40,8,0.5"})
  void joinsOfSmallGraphs(int parts, int size, double density) {
    Random random = new Random(parts);
    Complement complement = new Complement();
    for (int part = 0; part < parts; part++) {
      complement.random(size, density, random);
    }
    complement.check(parts, 2);
  }

  @ParameterizedTest
  @CsvSource({"1,18,1", "3,18,3", "12,16,2", "20,14,9"})
  void complementsOfForests(int trees, int size, int span) {
    Random random = new Random(trees);
    Complement complement = new Complement();
    for (int tree = 0; tree < trees; tree++) {
      complement.tree(size, span, random);
    }
    complement.check(trees, 2);
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 62, 63, 64, 65, 200})
  void complementsOfStars(int leaves) {
    new Complement().star(leaves).check(leaves, 2);
    new Complement().star(leaves).star(leaves / 2 + 3).cycle(5).check(leaves, 2);
  }

  private static BigInteger binomial(int n, int k) {
    BigInteger value = BigInteger.ONE;
    for (int i = 1; i <= k; i++) {
      value = value.multiply(BigInteger.valueOf(n - i + 1L)).divide(BigInteger.valueOf(i));
    }
    return value;
  }
}
