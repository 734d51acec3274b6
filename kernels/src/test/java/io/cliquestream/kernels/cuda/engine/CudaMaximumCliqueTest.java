package io.cliquestream.kernels.cuda.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.EngineKind;
import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.engine.CudaEngine;
import io.cliquestream.kernels.engine.Engine;
import io.cliquestream.kernels.engine.EngineOptions;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.kernels.job.BreadthFirst;
import io.cliquestream.kernels.job.CliqueSearch;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.MaximumClique;
import io.cliquestream.kernels.reference.RandomGraph;
import io.cliquestream.kernels.reference.RealGraphs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The GPU's maximum cliques against the CPU engine's. */
@Tag("gpu")
final class CudaMaximumCliqueTest {
  private static final long GRAPHS = Long.getLong("cliquestream.random.gpu.graphs", 2_000);
  private static final long LISTED = 1_000;

  /** Graphs of the collection whose clique number nobody has proven within seconds. */
  private static final Set<String> TOO_HARD = Set.of("C500.9");

  /** Graphs whose cliques of the largest size a k-clique count reaches quickly. */
  private static final List<String> COUNTED =
      List.of("email-Enron", "ca-AstroPh", "ca-CondMat", "wiki-Vote", "soc-Epinions1", "cnr-2000");

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

  private static Answer.Maximum find(Engine engine, PreparedGraph graph, MaximumClique job) {
    return (Answer.Maximum) engine.run(graph, job).answer();
  }

  private static void oneAndAll(String about, CudaEngine engine, PreparedGraph graph) {
    Answer.Maximum expected = find(cpu, graph, MaximumClique.all(LISTED));
    JobOutcome outcome = engine.run(graph, MaximumClique.one());
    assertThat(outcome.engine()).isEqualTo(EngineKind.CUDA);
    requireOne(about, graph.graph(), expected.cliqueNumber(), (Answer.Maximum) outcome.answer());
    Answer.Maximum all = find(engine, graph, MaximumClique.all(LISTED));
    assertThat(all.cliqueNumber()).as(about).isEqualTo(expected.cliqueNumber());
    assertThat(all.count()).as(about).isEqualTo(expected.count());
    assertThat(all.cliques()).as(about).containsExactlyElementsOf(expected.cliques());
  }

  private static void requireOne(String about, Graph graph, int size, Answer.Maximum found) {
    assertThat(found.cliqueNumber()).as(about).isEqualTo(size);
    assertThat(found.upperBound()).as(about).isEqualTo(size);
    assertThat(found.count()).as(about).isEmpty();
    if (size == 0) {
      assertThat(found.cliques()).as(about).isEmpty();
      return;
    }
    assertThat(found.cliques()).as(about).hasSize(1);
    requireClique(about, graph, found.cliques().getFirst(), size);
  }

  private static void requireClique(String about, Graph graph, int[] clique, int size) {
    assertThat(clique).as(about).hasSize(size).isSorted().doesNotHaveDuplicates();
    for (int u : clique) {
      for (int v : clique) {
        if (u != v && !graph.hasEdge(u, v)) {
          throw new AssertionError(about + ": " + u + " and " + v + " are not adjacent");
        }
      }
    }
  }

  @Test
  void oneAndAllOfSmallGraphsAreTheCpusOnes() {
    for (long seed = 0; seed < GRAPHS; seed++) {
      RandomGraph random = RandomGraph.of(seed, 60);
      try (PreparedGraph.Owned graph = PreparedGraph.of(random.build())) {
        oneAndAll(random.toString(), gpu, graph);
      }
    }
  }

  /** All but the dense family, which takes the CPU too long. */
  @ParameterizedTest
  @EnumSource(value = LargerGraphs.class, mode = EnumSource.Mode.EXCLUDE, names = "DENSE")
  void oneAndAllOfLargerGraphsAreTheCpusOnes(LargerGraphs family) {
    for (int seed = 0; seed < 2; seed++) {
      try (PreparedGraph.Owned graph = PreparedGraph.of(family.build(seed))) {
        oneAndAll(family + ", seed " + seed, gpu, graph);
      }
    }
  }

  @Test
  void everyCliqueNumberOfTheManifestIsMatched() throws IOException {
    Optional<Path> folder = RealGraphs.folder();
    assumeTrue(folder.isPresent(), "the property cliquestream.graphs names no folder of graphs");
    for (Map<String, String> row : RealGraphs.manifest(folder.get())) {
      String name = row.get("name");
      String number = row.get("clique_number");
      if (TOO_HARD.contains(name) || number == null || !number.matches("\\d.*")) {
        continue;
      }
      int size = Integer.parseInt(number.replaceAll("\\D.*", ""));
      try (PreparedGraph.Owned graph = PreparedGraph.of(RealGraphs.read(folder.get(), name))) {
        requireOne(name, graph.graph(), size, find(gpu, graph, MaximumClique.one()));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(value = CliqueSearch.class, mode = EnumSource.Mode.EXCLUDE, names = "BREADTH_FIRST")
  void everySearchFindsTheSameInDenseGraphs(CliqueSearch search) {
    MaximumClique one =
        new MaximumClique(false, 1, Optional.empty(), Optional.of(search), BreadthFirst.DEFAULT);
    for (long seed = 0; seed < 60; seed++) {
      int vertices = 20 + (int) seed * 3;
      double missing = Math.min(0.3, (2 + seed % 4) / (double) vertices);
      try (PreparedGraph.Owned graph = random(vertices, 1 - missing, seed)) {
        Answer.Maximum expected = find(cpu, graph, MaximumClique.one());
        requireOne(
            search + ", seed " + seed,
            graph.graph(),
            expected.cliqueNumber(),
            find(gpu, graph, one));
      }
    }
  }

  /** The first slice of the device ends nothing of this size; the host goes on with its bound. */
  @Test
  void theHostCoversTheComplementOfWhatTheDeviceLeaves() {
    MaximumClique covered =
        new MaximumClique(
            false,
            1,
            Optional.empty(),
            Optional.of(CliqueSearch.VERTEX_COVER),
            BreadthFirst.DEFAULT);
    try (PreparedGraph.Owned graph = random(1_000, 1 - 3.0 / 1_000, 5)) {
      JobOutcome outcome = gpu.run(graph, covered);
      assertThat(outcome.plan()).containsEntry("search", "vertex-cover");
      int size = find(cpu, graph, MaximumClique.one()).cliqueNumber();
      requireOne("complement", graph.graph(), size, (Answer.Maximum) outcome.answer());
    }
  }

  @Test
  void thereAreAsManyMaximumCliquesAsCliquesOfTheirSize() throws IOException {
    for (long seed = 0; seed < GRAPHS / 10; seed++) {
      RandomGraph random = RandomGraph.of(seed, 60);
      try (PreparedGraph.Owned graph = PreparedGraph.of(random.build())) {
        asManyAsCounted(random.toString(), graph);
      }
    }
    Optional<Path> folder = RealGraphs.folder();
    assumeTrue(folder.isPresent(), "the property cliquestream.graphs names no folder of graphs");
    for (String name : COUNTED) {
      try (PreparedGraph.Owned graph = PreparedGraph.of(RealGraphs.read(folder.get(), name))) {
        asManyAsCounted(name, graph);
      }
    }
  }

  private static void asManyAsCounted(String about, PreparedGraph graph) {
    Answer.Maximum all = find(gpu, graph, MaximumClique.all(1));
    int size = all.cliqueNumber();
    if (size >= 3) {
      assertThat(all.count())
          .as(about)
          .contains(CliqueAnswers.count(gpu, graph, KCliqueCount.of(size)).get(size));
    }
  }

  @Test
  void littleDeviceMemoryMeansMoreRoundsAndTheSameCliques() {
    EngineOptions little = new EngineOptions(0, 0, 1, 96L << 20, 24L << 20);
    gpu.close();
    try (CudaEngine engine = Gpu.open(little)) {
      for (long seed = 0; seed < 50; seed++) {
        RandomGraph random = RandomGraph.of(seed, 60);
        try (PreparedGraph.Owned graph = PreparedGraph.of(random.build())) {
          oneAndAll(random.toString(), engine, graph);
        }
      }
      try (PreparedGraph.Owned graph = random(300, 0.5, 7)) {
        oneAndAll("random 300", engine, graph);
      }
    } finally {
      gpu = Gpu.open();
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

  @Test
  void aDeadlineLeavesTheBestCliqueAndTheBoundsProven() {
    try (PreparedGraph.Owned graph = random(900, 0.9, 3)) {
      Deadlines.Ended ended =
          Deadlines.of(
              control -> gpu.run(graph, MaximumClique.one(), control, ListingSink.NONE),
              end -> CliqueAnswers.hasClique(end, 40));
      var partial = (Answer.Maximum) ended.stopped().partial().orElseThrow();
      assertThat(partial.cliqueNumber()).isBetween(40, 900);
      assertThat(partial.upperBound()).isGreaterThanOrEqualTo(partial.cliqueNumber());
      List<int[]> cliques = partial.cliques();
      assertThat(cliques).hasSize(1);
      requireClique("partial", graph.graph(), cliques.getFirst(), partial.cliqueNumber());
    }
  }
}
