package io.cliquestream.kernels.cpu.motif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Phase;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.cpu.schedule.CpuJobRun;
import io.cliquestream.kernels.cpu.schedule.CpuScheduler;
import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.job.MotifMethod;
import io.cliquestream.kernels.pattern.Motif;
import io.cliquestream.kernels.pattern.MotifClass;
import io.cliquestream.kernels.reference.RandomGraph;
import io.cliquestream.kernels.reference.ReferencePatterns;
import io.cliquestream.kernels.reference.SmallGraph;
import java.math.BigInteger;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CpuMotifCensusTest {
  @ParameterizedTest
  @CsvSource({"3, 600", "4, 600", "5, 600", "6, 60"})
  void everyMotifOfRandomGraphsMatchesBruteForce(int size, int graphs) {
    matchesBruteForce(size, graphs);
  }

  /** Plans of 853 motifs take seconds. */
  @Test
  @Tag("long")
  void everyMotifOfSevenVerticesMatchesBruteForce() {
    matchesBruteForce(7, 16);
  }

  private static void matchesBruteForce(int size, int graphs) {
    try (CpuEngine engine = new CpuEngine(2)) {
      for (long seed = 0; seed < graphs; seed++) {
        RandomGraph random = RandomGraph.of(seed, 13);
        try (var graph = PreparedGraph.of(random.build())) {
          var reference = new ReferencePatterns(SmallGraph.of(graph.graph())).motifs(size);
          Map<String, BigInteger> expected = new TreeMap<>();
          for (MotifClass motif : MotifClass.ofSize(size)) {
            int code = ReferencePatterns.code(motif.pattern());
            expected.put(motif.name(), BigInteger.valueOf(reference.getOrDefault(code, 0L)));
          }
          var answer = (Answer.Motifs) engine.run(graph, new MotifCensus(size)).answer();
          assertThat(answer.counts()).as(random.toString()).isEqualTo(expected);
        }
      }
    }
  }

  /** Every degree above which a vertex may be a hub, and pages of one vertex or of all. */
  @Test
  void hubsAndPagesGiveTheSameCounts() {
    try (CpuScheduler scheduler = new CpuScheduler(3)) {
      for (long seed = 0; seed < 150; seed++) {
        RandomGraph random = RandomGraph.of(seed, 16);
        try (var graph = PreparedGraph.of(random.build())) {
          var expected = count(graph, scheduler, MotifPolicy.DEFAULT);
          for (int degree : new int[] {0, 2, 3, 5, 8}) {
            for (long page : new long[] {1, 1 << 20}) {
              assertThat(count(graph, scheduler, new MotifPolicy(page, degree, Integer.MAX_VALUE)))
                  .as("hubs above %d neighbours in %s", degree, random)
                  .isEqualTo(expected);
            }
          }
        }
      }
    }
  }

  /** Of one root or of some after the last one that cleared them. */
  @Test
  void countsOfWedgesThatBeginAgainGiveTheSameCounts() {
    try (CpuScheduler scheduler = new CpuScheduler(3)) {
      for (long seed = 0; seed < 300; seed++) {
        RandomGraph random = RandomGraph.of(seed, 30);
        try (var graph = PreparedGraph.of(random.build())) {
          var expected = count(graph, scheduler, MotifPolicy.DEFAULT, 4);
          for (int largest : new int[] {0, 10, 60}) {
            assertThat(count(graph, scheduler, new MotifPolicy(1, 1, largest), 4))
                .as("counts up to %d in %s", largest, random)
                .isEqualTo(expected);
          }
        }
      }
    }
  }

  /** Rows of one word, of just not one any more, and of several, with every density. */
  @Test
  void longRowsGiveThePlansCounts() {
    var formulas = new MotifCensus(4, Optional.of(MotifMethod.FORMULAS));
    var plans = new MotifCensus(4, Optional.of(MotifMethod.PLANS));
    try (CpuEngine engine = new CpuEngine(2)) {
      for (int density = 1; density <= 9; density++) {
        for (int vertices : new int[] {64, 65, 66, 150}) {
          try (var graph = PreparedGraph.of(random(vertices, density / 10.0, density))) {
            assertThat(engine.run(graph, formulas).answer())
                .as("%d vertices, every pair with probability 0.%d", vertices, density)
                .isEqualTo(engine.run(graph, plans).answer());
          }
        }
      }
    }
  }

  @Test
  void sixVerticesByFormulasAreThoseOfThePlans() {
    var formulas = new MotifCensus(6, Optional.of(MotifMethod.FORMULAS));
    var plans = new MotifCensus(6, Optional.of(MotifMethod.PLANS));
    try (CpuEngine engine = new CpuEngine(2)) {
      for (long seed = 0; seed < 40; seed++) {
        RandomGraph random = RandomGraph.of(seed, 18);
        try (var graph = PreparedGraph.of(random.build())) {
          var outcome = engine.run(graph, formulas);
          assertThat(outcome.answer())
              .as(random.toString())
              .isEqualTo(engine.run(graph, plans).answer());
          assertThat(outcome.plan()).containsEntry("method", "formulas");
        }
      }
      try (var graph = PreparedGraph.of(random(90, 0.1, 1))) {
        assertThat(engine.run(graph, formulas).answer())
            .isEqualTo(engine.run(graph, plans).answer());
      }
    }
  }

  private static Graph random(int vertices, double density, long seed) {
    var source = new SplittableRandom(seed);
    try (EdgeArray edges = EdgeArray.narrow()) {
      for (int u = 0; u < vertices; u++) {
        for (int v = 0; v < u; v++) {
          if (source.nextDouble() < density) {
            edges.add(v, u);
          }
        }
      }
      return GraphBuilder.build(edges);
    }
  }

  private static Map<Motif, BigInteger> count(
      PreparedGraph graph, CpuScheduler scheduler, MotifPolicy policy) {
    return count(graph, scheduler, policy, 5);
  }

  private static Map<Motif, BigInteger> count(
      PreparedGraph graph, CpuScheduler scheduler, MotifPolicy policy, int size) {
    var run = new CpuJobRun(graph, JobControl.unbounded(), ListingSink.NONE, scheduler);
    return new MotifCounter(run, policy).count(Motif.ofSize(size), Induced.VERTEX);
  }

  @Test
  void countsOfACompleteGraphAreBinomials() {
    int n = 300;
    try (CpuEngine engine = new CpuEngine(2);
        var graph = PreparedGraph.of(complete(n))) {
      var answer = (Answer.Motifs) engine.run(graph, new MotifCensus(4)).answer();
      BigInteger cliques = BigInteger.valueOf((long) n * (n - 1) / 2 * (n - 2) / 3 * (n - 3) / 4);
      answer
          .counts()
          .forEach(
              (label, count) ->
                  assertThat(count)
                      .as(label)
                      .isEqualTo(label.equals("4-clique") ? cliques : BigInteger.ZERO));
    }
  }

  @Test
  void sumsBeyond64BitsStayExact() {
    int leaves = 300_000;
    try (EdgeArray edges = EdgeArray.narrow();
        CpuEngine engine = new CpuEngine(2)) {
      for (int leaf = 1; leaf <= leaves; leaf++) {
        edges.add(0, leaf);
      }
      try (var graph = PreparedGraph.of(GraphBuilder.build(edges))) {
        BigInteger expected = BigInteger.ONE;
        for (int i = 0; i < 4; i++) {
          expected = expected.multiply(BigInteger.valueOf(leaves - i));
        }
        var answer = (Answer.Motifs) engine.run(graph, new MotifCensus(5)).answer();
        assertThat(answer.counts().get("4-star"))
            .isEqualTo(expected.divide(BigInteger.valueOf(24)));
        assertThat(answer.counts().values().stream().filter(count -> count.signum() != 0))
            .hasSize(1);
      }
    }
  }

  @Test
  void plansGiveTheFormulasCounts() {
    try (CpuEngine engine = new CpuEngine(2)) {
      for (long seed = 0; seed < 60; seed++) {
        int size = 3 + (int) (seed % 3);
        RandomGraph random = RandomGraph.of(seed, 30);
        try (var graph = PreparedGraph.of(random.build())) {
          var formulas = new MotifCensus(size, Optional.of(MotifMethod.FORMULAS));
          var plans = new MotifCensus(size, Optional.of(MotifMethod.PLANS));
          assertThat(engine.run(graph, plans).answer())
              .as("%d-motifs of %s", size, random)
              .isEqualTo(engine.run(graph, formulas).answer());
        }
      }
    }
  }

  @Test
  void aCensusThatTenYearsWouldNotDoIsRefusedWithTheEstimate() {
    try (CpuEngine engine = new CpuEngine(2);
        var graph = PreparedGraph.of(complete(2_500))) {
      assertThatThrownBy(() -> engine.run(graph, new MotifCensus(6)))
          .isInstanceOfSatisfying(
              ComputeException.class, e -> assertThat(e.code()).isEqualTo(FailureCode.HOPELESS))
          .hasMessageContaining("years");
    }
  }

  @Test
  void subgraphsAreNotVisitedOneByOneHere() {
    try (CpuEngine engine = new CpuEngine(1);
        var graph = PreparedGraph.of(complete(5))) {
      var census = new MotifCensus(4, Optional.of(MotifMethod.SUBGRAPHS));
      assertThatThrownBy(() -> engine.run(graph, census))
          .isInstanceOfSatisfying(
              ComputeException.class,
              e -> assertThat(e.code()).isEqualTo(FailureCode.ENGINE_UNAVAILABLE));
    }
  }

  @ParameterizedTest
  @CsvSource({"5, 700", "6, 200"})
  void aCancelEndsACensus(int size, int vertices) {
    JobControl control = JobControl.unbounded();
    try (CpuEngine engine = new CpuEngine(2);
        var graph = PreparedGraph.of(complete(vertices))) {
      Thread.startVirtualThread(
          () -> {
            while (control.progress().phase() != Phase.COMPUTING) {
              Thread.onSpinWait();
            }
            control.cancel("test");
          });
      assertThatThrownBy(() -> engine.run(graph, new MotifCensus(size), control, ListingSink.NONE))
          .isInstanceOf(StoppedException.class);
    }
  }

  private static Graph complete(int n) {
    try (EdgeArray edges = EdgeArray.narrow()) {
      for (int u = 0; u < n; u++) {
        for (int v = u + 1; v < n; v++) {
          edges.add(u, v);
        }
      }
      return GraphBuilder.build(edges);
    }
  }
}
