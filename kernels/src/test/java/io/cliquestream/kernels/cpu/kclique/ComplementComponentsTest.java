package io.cliquestream.kernels.cpu.kclique;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.GraphBuilder;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.Answer;
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

    /** No shape with a formula here: must still be counted right. */
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
      int bound = stars > 0 ? 24 : round % 8 == 0 ? 60 : 150;
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

  private static BigInteger binomial(int n, int k) {
    BigInteger value = BigInteger.ONE;
    for (int i = 1; i <= k; i++) {
      value = value.multiply(BigInteger.valueOf(n - i + 1L)).divide(BigInteger.valueOf(i));
    }
    return value;
  }
}
