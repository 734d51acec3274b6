package io.cliquestream.kernels.cuda.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.EngineKind;
import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.engine.CudaEngine;
import io.cliquestream.kernels.graph.Ordering;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.TriangleCount;
import io.cliquestream.kernels.job.TriangleMethod;
import io.cliquestream.kernels.job.TriangleTuning;
import io.cliquestream.kernels.reference.RandomGraph;
import io.cliquestream.kernels.reference.RealGraphs;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every triangle kernel, option and forced plan of the GPU against the CPU engine. */
@Tag("gpu")
final class CudaTriangleCountTest {
  /** Small graphs; each is counted by every method, and locally. */
  private static final long GRAPHS = Long.getLong("cliquestream.random.gpu.graphs", 2_000);

  private static final List<TriangleMethod> METHODS = List.of(TriangleMethod.values());

  /** Forced plans, taken in turn. */
  private static final List<Map<String, Long>> PLANS =
      List.of(
          Map.of("slices", 3L),
          Map.of("core", 0L),
          Map.of("tiny", 0L),
          Map.of("core", 0L, "tiny", 0L, "slices", 2L),
          Map.of("windows", 1L),
          Map.of("windows", 2L),
          Map.of("core-gain", 1L),
          Map.of("core-gain", 100_000L),
          Map.of("chunk-probes", 256L, "block-probes", 1L),
          Map.of("block-probes", 1L << 30, "slices", 5L),
          Map.of("group-tails", 1L),
          Map.of("group-tails", 0L));

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

  private static void everyMethod(String about, PreparedGraph graph, int turn) {
    BigInteger expected = TriangleAnswers.count(cpu, graph, TriangleCount.total()).triangles();
    JobOutcome chosen = gpu.run(graph, TriangleCount.total());
    assertThat(chosen.engine()).isEqualTo(EngineKind.CUDA);
    assertThat(((Answer.Triangles) chosen.answer()).triangles()).as(about).isEqualTo(expected);
    for (TriangleMethod method : TriangleMethod.values()) {
      var job = TriangleCount.by(method, TriangleTuning.none());
      JobOutcome outcome = gpu.run(graph, job);
      assertThat(((Answer.Triangles) outcome.answer()).triangles())
          .as("%s by %s", about, method)
          .isEqualTo(expected);
      assertThat(outcome.plan()).containsEntry("method", method.text());
    }
    List<String> readings = TriangleTuning.Choice.TWO_HOP_LISTS.range().words();
    for (int reading = 0; reading < readings.size(); reading++) {
      var method = METHODS.get(2 + (turn + reading) % 3);
      var job =
          TriangleCount.by(
              method,
              TriangleTuning.of(Map.of("two-hop-lists", (long) reading, "slices", 1L + turn % 3)));
      JobOutcome outcome = gpu.run(graph, job);
      assertThat(((Answer.Triangles) outcome.answer()).triangles())
          .as("%s by %s, two-hop lists %s", about, method, readings.get(reading))
          .isEqualTo(expected);
      assertThat(outcome.plan()).containsEntry("forced-two-hop-lists", readings.get(reading));
    }
    Map<String, Long> plan = PLANS.get(turn % PLANS.size());
    var forced = TriangleCount.by(TriangleMethod.WEDGES, TriangleTuning.of(plan));
    assertThat(TriangleAnswers.count(gpu, graph, forced).triangles())
        .as("%s by %s", about, plan)
        .isEqualTo(expected);
    var hashed =
        TriangleCount.by(
            METHODS.get(2 + turn % 3),
            TriangleTuning.of(Map.of("chunk-vertices", 1L + turn % 5, "slices", 1L + turn % 4)));
    assertThat(TriangleAnswers.count(gpu, graph, hashed).triangles())
        .as("%s by %s", about, hashed)
        .isEqualTo(expected);
  }

  private static void everyLocalCount(String about, PreparedGraph graph, int turn) {
    var all = new TriangleCount(true, true, true, Optional.empty());
    Answer.Triangles expected = TriangleAnswers.count(cpu, graph, all);
    TriangleAnswers.requireSame(about, expected, TriangleAnswers.count(gpu, graph, all));
    var peeled = new TriangleCount(true, true, true, Optional.of(Ordering.DEGENERACY));
    TriangleAnswers.requireSame(about, expected, TriangleAnswers.count(gpu, graph, peeled));
    var method = METHODS.get(turn % METHODS.size());
    var total =
        new TriangleCount(
            false,
            false,
            false,
            Optional.of(Ordering.DEGENERACY),
            Optional.of(method),
            TriangleTuning.none());
    assertThat(TriangleAnswers.count(gpu, graph, total).triangles())
        .as("%s by %s on a degeneracy order", about, method)
        .isEqualTo(expected.triangles());
    var some =
        new TriangleCount(
            turn % 3 == 0,
            turn % 3 == 1,
            turn % 3 == 2,
            Optional.empty(),
            Optional.empty(),
            TriangleTuning.of(Map.of("slices", 1L + turn % 7)));
    TriangleAnswers.requireSame(
        about + " " + some,
        TriangleAnswers.count(cpu, graph, some),
        TriangleAnswers.count(gpu, graph, some));
  }

  @Test
  void everyMethodAndLocalCountOfSmallGraphsIsTheCpusOne() {
    for (long seed = 0; seed < GRAPHS; seed++) {
      RandomGraph random = RandomGraph.of(seed, 60);
      try (PreparedGraph.Owned graph = PreparedGraph.of(random.build())) {
        everyMethod(random.toString(), graph, (int) (seed / 15));
        everyLocalCount(random.toString(), graph, (int) (seed / 15));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(LargerGraphs.class)
  void everyMethodAndLocalCountOfLargerGraphsIsTheCpusOne(LargerGraphs family) {
    for (int seed = 0; seed < 4; seed++) {
      String about = family + ", seed " + seed;
      try (PreparedGraph.Owned graph = PreparedGraph.of(family.build(seed))) {
        for (int turn = seed; turn < PLANS.size(); turn += 4) {
          everyMethod(about, graph, turn);
        }
        everyLocalCount(about, graph, seed);
      }
    }
  }

  @Test
  void everyTriangleCountOfTheManifestIsMatched() throws IOException {
    Optional<Path> folder = RealGraphs.folder();
    assumeTrue(folder.isPresent(), "the property cliquestream.graphs names no folder of graphs");
    int turn = 0;
    for (Map<String, String> row : RealGraphs.manifest(folder.get())) {
      String name = row.get("name");
      try (PreparedGraph.Owned graph = PreparedGraph.of(RealGraphs.read(folder.get(), name))) {
        BigInteger expected = new BigInteger(row.get("triangles"));
        assertThat(TriangleAnswers.count(gpu, graph, TriangleCount.total()).triangles())
            .as(name)
            .isEqualTo(expected);
        everyMethod(name, graph, turn);
        everyLocalCount(name, graph, turn++);
      }
    }
  }
}
