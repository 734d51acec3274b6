package io.cliquestream.kernels.cuda.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.EngineKind;
import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.engine.CudaEngine;
import io.cliquestream.kernels.engine.Engine;
import io.cliquestream.kernels.engine.EngineOptions;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.kernels.job.MaximalCliques;
import io.cliquestream.kernels.reference.RandomGraph;
import io.cliquestream.kernels.reference.RealGraphs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The GPU's maximal cliques against the CPU engine's. */
@Tag("gpu")
final class CudaMaximalCliquesTest {
  private static final long GRAPHS = Long.getLong("cliquestream.random.gpu.graphs", 2_000);
  private static final long ALL = Long.MAX_VALUE;

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

  private static Answer.Maximal count(Engine engine, PreparedGraph graph, int minimumSize) {
    return (Answer.Maximal) engine.run(graph, new MaximalCliques(minimumSize, false, 1)).answer();
  }

  private static List<int[]> list(
      Engine engine, PreparedGraph graph, int minimumSize, long limit, Answer.Maximal expected) {
    List<int[]> cliques = new ArrayList<>();
    JobOutcome outcome =
        engine.run(
            graph,
            new MaximalCliques(minimumSize, true, limit),
            JobControl.unbounded(),
            cliques::add);
    assertThat(outcome.answer()).isEqualTo(expected);
    return cliques;
  }

  private static void countsAndLists(String about, Engine engine, PreparedGraph graph, int size) {
    Answer.Maximal expected = count(cpu, graph, size);
    assertThat(count(engine, graph, size)).as(about).isEqualTo(expected);
    List<int[]> cliques = list(engine, graph, size, ALL, expected);
    List<int[]> sorted = new ArrayList<>(cliques);
    sorted.sort(Arrays::compare);
    List<int[]> wanted = list(cpu, graph, size, ALL, expected);
    wanted.sort(Arrays::compare);
    requireSame(about, sorted, wanted);
    // A limit takes the first ones, and the order is the same each time.
    int limit = cliques.size() / 2 + 1;
    List<int[]> some = list(engine, graph, size, limit, expected);
    requireSame(about, some, cliques.subList(0, Math.min(limit, cliques.size())));
  }

  /** In time that is linear in the number of cliques, of which there are hundred thousands. */
  private static void requireSame(String about, List<int[]> found, List<int[]> wanted) {
    assertThat(found).as(about).hasSameSizeAs(wanted);
    for (int i = 0; i < wanted.size(); i++) {
      if (!Arrays.equals(found.get(i), wanted.get(i))) {
        assertThat(found.get(i)).as("%s, clique %d", about, i).isEqualTo(wanted.get(i));
      }
    }
  }

  @Test
  void countsAndListsOfSmallGraphsAreTheCpusOnes() {
    for (long seed = 0; seed < GRAPHS; seed++) {
      RandomGraph random = RandomGraph.of(seed, 40);
      try (PreparedGraph.Owned graph = PreparedGraph.of(random.build())) {
        countsAndLists(random.toString(), gpu, graph, 1 + (int) (seed % 4));
      }
    }
  }

  /** All but the dense family, which has too many. */
  @ParameterizedTest
  @EnumSource(value = LargerGraphs.class, mode = EnumSource.Mode.EXCLUDE, names = "DENSE")
  void countsOfLargerGraphsAreTheCpusOnes(LargerGraphs family) {
    for (int seed = 0; seed < 2; seed++) {
      try (PreparedGraph.Owned graph = PreparedGraph.of(family.build(seed))) {
        assertThat(count(gpu, graph, 1))
            .as("%s, seed %d", family, seed)
            .isEqualTo(count(cpu, graph, 1));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ca-AstroPh", "email-Enron", "wiki-Vote", "soc-Slashdot0902"})
  void countsAndListsOfRealGraphsAreTheCpusOnes(String name) throws IOException {
    Optional<Path> folder = RealGraphs.folder();
    assumeTrue(folder.isPresent(), "the property cliquestream.graphs names no folder of graphs");
    try (PreparedGraph.Owned graph = PreparedGraph.of(RealGraphs.read(folder.get(), name))) {
      countsAndLists(name, gpu, graph, 3);
    }
  }

  @Test
  void littleDeviceMemoryMeansMoreRoundsAndTheSameCliques() {
    EngineOptions little = new EngineOptions(0, 0, 1, 96L << 20, 24L << 20);
    gpu.close();
    try (CudaEngine engine = Gpu.open(little)) {
      for (long seed = 0; seed < 50; seed++) {
        RandomGraph random = RandomGraph.of(seed, 40);
        try (PreparedGraph.Owned graph = PreparedGraph.of(random.build())) {
          countsAndLists(random.toString(), engine, graph, 1);
        }
      }
      try (PreparedGraph.Owned graph = PreparedGraph.of(LargerGraphs.SKEWED.build(7))) {
        assertThat(count(engine, graph, 1)).isEqualTo(count(cpu, graph, 1));
      }
    } finally {
      gpu = Gpu.open();
    }
  }

  /** 3^26 maximal cliques: one vertex of each of 26 independent sets of three. */
  @Test
  void aDeadlineEndsAnEnumerationThatTakesTooLong() {
    try (EdgeArray edges = EdgeArray.narrow()) {
      for (int u = 0; u < 78; u++) {
        for (int v = 0; v < u; v++) {
          if (u / 3 != v / 3) {
            edges.add(u, v);
          }
        }
      }
      try (PreparedGraph.Owned graph = PreparedGraph.of(GraphBuilder.build(edges))) {
        Deadlines.Ended ended =
            Deadlines.of(
                control -> gpu.run(graph, MaximalCliques.count(), control, vertices -> {}),
                end ->
                    end.control()
                        .progress()
                        .partialCount()
                        .filter(count -> count.signum() > 0)
                        .isPresent());
        assertThat(ended.control().progress().partialCount().orElseThrow()).isPositive();
      }
    }
  }

  @Test
  void theOutcomeNamesTheEngineAndItsPlan() {
    try (PreparedGraph.Owned graph = PreparedGraph.of(LargerGraphs.GRID.build(1))) {
      JobOutcome outcome = gpu.run(graph, MaximalCliques.count());
      assertThat(outcome.engine()).isEqualTo(EngineKind.CUDA);
      assertThat(outcome.plan())
          .containsEntry("method", "pivoting")
          .containsKeys("nodes", "rounds");
    }
  }
}
