package io.cliquestream.kernels.cuda.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.EngineKind;
import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.engine.CudaEngine;
import io.cliquestream.kernels.engine.EngineOptions;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.kernels.job.BreadthFirst;
import io.cliquestream.kernels.job.CliqueSearch;
import io.cliquestream.kernels.job.GreedyHeuristic;
import io.cliquestream.kernels.job.MaximumClique;
import io.cliquestream.kernels.reference.RandomGraph;
import io.cliquestream.kernels.reference.RealGraphs;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every choice of the breadth-first search against the CPU engine's maximum cliques. */
@Tag("gpu")
final class CudaBreadthFirstTest {
  private static final long GRAPHS = Long.getLong("cliquestream.random.gpu.graphs", 2_000) / 10;
  private static final long LISTED = 1_000;

  /** Real graphs that the paper's bounds are enough for. */
  private static final Map<String, Integer> REAL =
      Map.of(
          "email-Enron", 20,
          "soc-Epinions1", 23,
          "soc-Slashdot0902", 27,
          "ca-AstroPh", 57,
          "ca-CondMat", 26,
          "cnr-2000", 84);

  private static CudaEngine gpu;
  private static CpuEngine cpu;

  @BeforeAll
  static void open() {
    gpu = Gpu.open();
    cpu = new CpuEngine(2);
  }

  @AfterAll
  static void close() {
    if (gpu != null) {
      gpu.close();
      cpu.close();
    }
  }

  private static MaximumClique job(
      boolean all, Optional<GreedyHeuristic> heuristic, BreadthFirst choices) {
    return new MaximumClique(
        all, LISTED, heuristic, Optional.of(CliqueSearch.BREADTH_FIRST), choices);
  }

  private static void isTheCpus(String about, PreparedGraph graph, MaximumClique one) {
    Answer.Maximum expected = (Answer.Maximum) cpu.run(graph, MaximumClique.all(LISTED)).answer();
    JobOutcome outcome = gpu.run(graph, one);
    assertThat(outcome.engine()).isEqualTo(EngineKind.CUDA);
    Answer.Maximum found = (Answer.Maximum) outcome.answer();
    assertThat(found.cliqueNumber()).as(about).isEqualTo(expected.cliqueNumber());
    assertThat(found.upperBound()).as(about).isEqualTo(expected.cliqueNumber());
    Answer.Maximum all =
        (Answer.Maximum) gpu.run(graph, job(true, one.heuristic(), one.breadthFirst())).answer();
    assertThat(all.count()).as(about).isEqualTo(expected.count());
    assertThat(all.cliques()).as(about).containsExactlyElementsOf(expected.cliques());
  }

  private static <T> T pick(Random random, List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  private static BreadthFirst drawn(Random random) {
    return new BreadthFirst(
        pick(random, List.of(0L, 1L, 7L)),
        pick(random, List.of(BreadthFirst.Orientation.values())),
        pick(random, List.of(BreadthFirst.SubLists.values())),
        random.nextBoolean(),
        pick(random, List.of(0L, 1L, 64L, 8192L)),
        pick(random, List.of(BreadthFirst.WindowOrder.values())),
        pick(random, List.of(0, 1, 3, 64)),
        pick(random, List.of(0L, 1L, 8L)));
  }

  @ParameterizedTest
  @EnumSource(GreedyHeuristic.class)
  void everyHeuristicUnderDrawnChoicesFindsTheCpusCliques(GreedyHeuristic heuristic) {
    for (long seed = 0; seed < GRAPHS; seed++) {
      RandomGraph random = RandomGraph.of(seed, 40);
      BreadthFirst choices = drawn(new Random(seed));
      try (PreparedGraph.Owned graph = PreparedGraph.of(random.build())) {
        isTheCpus(random + ", " + choices, graph, job(false, Optional.of(heuristic), choices));
      }
    }
  }

  /** The paper's matrix, choice by choice; graphs of their own for every cell. */
  @ParameterizedTest
  @EnumSource(GreedyHeuristic.class)
  void everyOrientationOrderAndWindowFindsTheCpusCliques(GreedyHeuristic heuristic) {
    long seed = 1_000L * heuristic.name().hashCode();
    for (BreadthFirst.Orientation orientation : BreadthFirst.Orientation.values()) {
      for (BreadthFirst.WindowOrder order : BreadthFirst.WindowOrder.values()) {
        for (long window : List.of(0L, 1L, 64L)) {
          for (long end = seed + Math.max(1, GRAPHS / 10); seed < end; seed++) {
            var subLists = List.of(BreadthFirst.SubLists.values()).get(Math.floorMod(seed, 3));
            boolean coreBounds = seed / 2 % 2 == 0;
            long colorFrom = seed / 4 % 2 == 0 ? 0 : 1;
            var choices =
                new BreadthFirst(0, orientation, subLists, coreBounds, window, order, 0, colorFrom);
            RandomGraph random = RandomGraph.of(seed, 40);
            try (PreparedGraph.Owned graph = PreparedGraph.of(random.build())) {
              isTheCpus(
                  random + ", " + choices, graph, job(false, Optional.of(heuristic), choices));
            }
          }
        }
      }
    }
  }

  /** Small graphs: of a complete one every subset is expanded. */
  @ParameterizedTest
  @EnumSource(BreadthFirst.SubLists.class)
  void withoutPruningTheCliquesAreTheSame(BreadthFirst.SubLists subLists) {
    for (long seed = 0; seed < GRAPHS; seed++) {
      RandomGraph random = RandomGraph.of(seed, 14);
      var choices =
          new BreadthFirst(
              0,
              seed % 2 == 0 ? BreadthFirst.Orientation.DEGREE : BreadthFirst.Orientation.INDEX,
              subLists,
              seed / 2 % 2 == 0,
              seed / 4 % 2 == 0 ? 0 : 16,
              BreadthFirst.WindowOrder.DESCENDING,
              seed / 8 % 2 == 0 ? 0 : 3,
              0,
              false);
      try (PreparedGraph.Owned graph = PreparedGraph.of(random.build())) {
        MaximumClique one = job(false, Optional.empty(), choices);
        isTheCpus(random + ", " + choices, graph, one);
        if (graph.graph().vertexCount() > 0) {
          assertThat(gpu.run(graph, one).plan())
              .containsEntry("pruning", "false")
              .containsEntry(
                  "sub-lists", subLists.name().toLowerCase(Locale.ROOT).replace('_', '-'));
        }
      }
    }
  }

  @Test
  void theCliqueNumbersOfRealGraphsAreProven() throws IOException {
    Optional<Path> folder = RealGraphs.folder();
    assumeTrue(folder.isPresent(), "the property cliquestream.graphs names no folder of graphs");
    for (Map.Entry<String, Integer> real : REAL.entrySet()) {
      try (PreparedGraph.Owned graph =
          PreparedGraph.of(RealGraphs.read(folder.get(), real.getKey()))) {
        JobOutcome outcome = gpu.run(graph, job(false, Optional.empty(), BreadthFirst.DEFAULT));
        Answer.Maximum found = (Answer.Maximum) outcome.answer();
        assertThat(found.cliqueNumber()).as(real.getKey()).isEqualTo(real.getValue());
        assertThat(outcome.plan())
            .as(real.getKey())
            .containsEntry("search", "breadth-first")
            .containsEntry("heuristic", "multi-run-degree")
            .containsEntry("window", "all");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {64, 256, 1024})
  void littleDeviceMemoryMeansMoreWindowsAndTheSameCliques(long mebibytes) {
    EngineOptions little = new EngineOptions(0, 0, 1, mebibytes << 20, (mebibytes << 20) / 4);
    gpu.close();
    try (CudaEngine engine = Gpu.open(little);
        PreparedGraph.Owned graph = random(300, 0.5, 7)) {
      var expected = (Answer.Maximum) cpu.run(graph, MaximumClique.all(LISTED)).answer();
      JobOutcome outcome = engine.run(graph, job(true, Optional.empty(), BreadthFirst.DEFAULT));
      var found = (Answer.Maximum) outcome.answer();
      assertThat(found.count()).isEqualTo(expected.count());
      assertThat(found.cliques()).containsExactlyElementsOf(expected.cliques());
      assertThat(Long.parseLong(outcome.plan().get("working-bytes")))
          .isLessThanOrEqualTo((mebibytes << 20) / 4);
    } finally {
      gpu = Gpu.open();
    }
  }

  @Test
  void aHeuristicThatFindsTheOnlyMaximumCliqueEndsTheSearchEarly() {
    try (EdgeArray edges = EdgeArray.narrow()) {
      for (int u = 0; u < 30; u++) {
        for (int v = 0; v < u; v++) {
          edges.add(u, v);
        }
        edges.add(u, 100 + u);
      }
      try (PreparedGraph.Owned graph = PreparedGraph.of(GraphBuilder.build(edges))) {
        JobOutcome outcome = gpu.run(graph, job(true, Optional.empty(), BreadthFirst.DEFAULT));
        var found = (Answer.Maximum) outcome.answer();
        assertThat(found.cliqueNumber()).isEqualTo(30);
        assertThat(found.count()).contains(BigInteger.ONE);
        assertThat(found.cliques()).hasSize(1);
        assertThat(outcome.plan()).containsEntry("early-exit", "true");
      }
    }
  }

  @Test
  void aDeadlineLeavesTheBestCliqueAndTheBoundsProven() {
    try (PreparedGraph.Owned graph = random(900, 0.9, 3)) {
      MaximumClique one = job(false, Optional.empty(), BreadthFirst.DEFAULT);
      Deadlines.Ended ended =
          Deadlines.of(
              control -> gpu.run(graph, one, control, ListingSink.NONE),
              end -> CliqueAnswers.hasClique(end, 30));
      var partial = (Answer.Maximum) ended.stopped().partial().orElseThrow();
      assertThat(partial.cliqueNumber()).isBetween(30, 900);
      assertThat(partial.upperBound()).isGreaterThanOrEqualTo(partial.cliqueNumber());
      assertThat(partial.cliques()).hasSize(1);
    }
  }

  @Test
  void theCpuEngineRefusesIt() {
    try (PreparedGraph.Owned graph = random(20, 0.5, 1)) {
      MaximumClique one = job(false, Optional.empty(), BreadthFirst.DEFAULT);
      assertThatThrownBy(() -> cpu.run(graph, one))
          .isInstanceOfSatisfying(
              ComputeException.class,
              refused -> assertThat(refused.code()).isEqualTo(FailureCode.OPTION_INVALID));
    }
  }

  private static PreparedGraph.Owned random(int vertices, double density, long seed) {
    try (EdgeArray edges = EdgeArray.narrow()) {
      Random random = new Random(seed);
      for (int u = 0; u < vertices; u++) {
        for (int v = 0; v < u; v++) {
          if (random.nextDouble() < density) {
            edges.add(u, v);
          }
        }
      }
      return PreparedGraph.of(GraphBuilder.build(edges));
    }
  }
}
