package io.cliquestream.kernels.cpu.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.kernels.job.CliqueEstimate;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.reference.RandomGraph;
import io.cliquestream.kernels.reference.ReferenceCliques;
import io.cliquestream.kernels.reference.SmallGraph;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Random;
import java.util.SortedMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

final class CpuCliqueEstimateTest {
  private static final CpuEngine ENGINE = new CpuEngine(2);

  @AfterAll
  static void close() {
    ENGINE.close();
  }

  private static SortedMap<Integer, Answer.SizeEstimate> estimate(
      CpuEngine engine, PreparedGraph graph, CliqueEstimate job) {
    return ((Answer.CliqueEstimates) engine.run(graph, job).answer()).bySize();
  }

  private static PreparedGraph.Owned random(long seed, int vertices, double density) {
    Random random = new Random(seed);
    LongStream.Builder ends = LongStream.builder();
    for (int u = 0; u < vertices; u++) {
      for (int v = 0; v < u; v++) {
        if (random.nextDouble() < density) {
          ends.add(u).add(v);
        }
      }
    }
    try (EdgeArray edges = EdgeArray.of(ends.build().toArray())) {
      return PreparedGraph.of(GraphBuilder.build(edges));
    }
  }

  private static double exact(PreparedGraph graph, int k) {
    var counts = ((Answer.KCliques) ENGINE.run(graph, KCliqueCount.of(k)).answer()).counts();
    return counts.getOrDefault(k, BigInteger.ZERO).doubleValue();
  }

  @Test
  void whatBruteForceFindsIsNeverRuledOut() {
    for (long seed = 0; seed < 3_000; seed++) {
      RandomGraph random = RandomGraph.of(seed, 16);
      try (var graph = PreparedGraph.of(random.build())) {
        var cliques = new ReferenceCliques(SmallGraph.of(graph.graph()));
        var found = estimate(ENGINE, graph, new CliqueEstimate(1, 9, 50, 0.95, seed));
        assertThat(found.keySet()).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9);
        found.forEach(
            (k, size) -> {
              double expected = (double) cliques.count(k);
              assertThat(size.paths()).as(random.toString()).isGreaterThanOrEqualTo(expected);
              assertThat(size.low()).isLessThanOrEqualTo(size.high());
              if (k <= 3 || size.exact()) {
                assertThat(size)
                    .as(random.toString())
                    .isEqualTo(
                        new Answer.SizeEstimate(
                            expected, expected, expected, expected, 0, 0, true));
              } else {
                assertThat(size.samples()).isEqualTo(50);
                // A hit is a clique.
                assertThat(size.hits() > 0 && expected == 0).as(random.toString()).isFalse();
              }
            });
      }
    }
  }

  @Test
  void intervalsHoldTheExactCountAsOftenAsTheySay() {
    int held = 0;
    int tried = 0;
    for (long seed = 0; seed < 1_000; seed++) {
      try (var graph = random(seed, 30 + (int) (seed % 60), 0.2 + (int) (seed % 7) * 0.09)) {
        int k = 4 + (int) (seed % 4);
        var size = estimate(ENGINE, graph, new CliqueEstimate(k, k, 300, 0.95, seed)).get(k);
        double expected = exact(graph, k);
        tried++;
        held += expected >= size.low() && expected <= size.high() ? 1 : 0;
      }
    }
    assertThat(tried).isEqualTo(1_000);
    assertThat(held).isGreaterThanOrEqualTo(950);
  }

  @Test
  void theMeanOverSeedsIsTheExactCount() {
    for (int k = 4; k <= 8; k++) {
      try (var graph = random(k, 60, 0.5)) {
        double expected = exact(graph, k);
        double sum = 0;
        double paths = 0;
        int seeds = 200;
        int samples = 1_000;
        for (int seed = 0; seed < seeds; seed++) {
          var size = estimate(ENGINE, graph, new CliqueEstimate(k, k, samples, 0.9, seed)).get(k);
          sum += size.estimate();
          paths = size.paths();
        }
        double probability = expected / paths;
        double deviation =
            paths * Math.sqrt(probability * (1 - probability) / ((double) seeds * samples));
        assertThat(sum / seeds).as("k = " + k).isCloseTo(expected, within(5 * deviation));
      }
    }
  }

  @Test
  void everyPathOfACompleteGraphIsAClique() {
    try (var graph = random(0, 24, 2)) {
      var found = estimate(ENGINE, graph, new CliqueEstimate(4, 25, 1_000, 0.99, 5));
      double expected = 24 * 23 * 22 / 6.0;
      for (int k = 4; k <= 24; k++) {
        expected = expected * (24 - k + 1) / k;
        assertThat(found.get(k).hits()).isEqualTo(1_000);
        assertThat(found.get(k).estimate()).isCloseTo(expected, within(1e-9 * expected));
        assertThat(found.get(k).high()).isGreaterThanOrEqualTo(Math.floor(expected));
      }
      assertThat(found.get(25)).isEqualTo(new Answer.SizeEstimate(0, 0, 0, 0, 0, 0, true));
    }
  }

  @Test
  void theSameSeedGivesTheSameAnswerOnAnyNumberOfThreads() {
    try (var graph = random(1, 300, 0.3);
        CpuEngine one = new CpuEngine(1);
        CpuEngine four = new CpuEngine(4)) {
      var job = new CliqueEstimate(5, 12, 5_000, 0.95, 77);
      var found = estimate(one, graph, job);
      assertThat(estimate(four, graph, job)).isEqualTo(found);
      assertThat(estimate(four, graph, new CliqueEstimate(5, 12, 5_000, 0.95, 78)))
          .isNotEqualTo(found);
      // Sizes do not depend on which others are asked for.
      assertThat(estimate(four, graph, new CliqueEstimate(7, 7, 5_000, 0.95, 77)).get(7))
          .isEqualTo(found.get(7));
    }
  }

  @Test
  void aHopelessCountIsEstimatedAndStops() {
    try (var graph = random(2, 400, 0.75)) {
      var size = estimate(ENGINE, graph, new CliqueEstimate(9, 9, 20_000, 0.95, 1)).get(9);
      // The expected number over all such graphs; one graph is within some per cent of it.
      double mean = 1;
      for (int i = 0; i < 9; i++) {
        mean *= (400.0 - i) / (i + 1) * Math.pow(0.75, i);
      }
      assertThat(size.low()).isLessThan(2 * mean);
      assertThat(size.high()).isGreaterThan(mean / 2);
      assertThat(size.hits()).isPositive();
      var late = JobControl.within(Duration.ofMillis(1));
      assertThatThrownBy(
              () ->
                  ENGINE.run(graph, new CliqueEstimate(9, 40, 100_000_000, 0.95, 1), late, _ -> {}))
          .isInstanceOf(StoppedException.class);
    }
  }

  @Test
  void optionsOutOfTheirBoundsAreRefused() {
    for (Runnable job :
        new Runnable[] {
          () -> new CliqueEstimate(0, 3, 1, 0.95, 0),
          () -> new CliqueEstimate(4, 3, 1, 0.95, 0),
          () -> new CliqueEstimate(4, 68, 1, 0.95, 0),
          () -> new CliqueEstimate(4, 5, 0, 0.95, 0),
          () -> new CliqueEstimate(4, 5, 1_000_000_001, 0.95, 0),
          () -> new CliqueEstimate(4, 5, 1, 1, 0),
          () -> new CliqueEstimate(4, 5, 1, 0.1, 0),
          () -> new CliqueEstimate(4, 5, 1, Double.NaN, 0)
        }) {
      assertThatThrownBy(job::run)
          .isInstanceOfSatisfying(
              ComputeException.class,
              refused -> assertThat(refused.code()).isEqualTo(FailureCode.OPTION_INVALID));
    }
  }
}
