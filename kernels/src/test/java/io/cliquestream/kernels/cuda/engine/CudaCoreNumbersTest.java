package io.cliquestream.kernels.cuda.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.engine.CudaEngine;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.CoreDecomposition;
import io.cliquestream.kernels.reference.RandomGraph;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The GPU's core numbers against the CPU engine's. */
@Tag("gpu")
final class CudaCoreNumbersTest {
  private static final long GRAPHS = Long.getLong("cliquestream.random.gpu.graphs", 2_000);

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

  private static void requireSame(String about, PreparedGraph graph) {
    var wanted = (Answer.CoreNumbers) cpu.run(graph, new CoreDecomposition(true)).answer();
    var found = (Answer.CoreNumbers) gpu.run(graph, new CoreDecomposition(true)).answer();
    assertThat(found.byCore()).as(about).isEqualTo(wanted.byCore());
    for (int v = 0; v < graph.graph().vertexCount(); v++) {
      assertThat(found.perVertex().orElseThrow().get(v))
          .as("vertex %d of %s", v, about)
          .isEqualTo(wanted.perVertex().orElseThrow().get(v));
    }
    var outcome = gpu.run(graph, CoreDecomposition.count());
    assertThat(((Answer.CoreNumbers) outcome.answer()).byCore())
        .as(about)
        .isEqualTo(wanted.byCore());
    if (!wanted.byCore().isEmpty()) {
      assertThat(outcome.plan()).as(about).containsEntry("peel", "resident");
    }
  }

  @Test
  void coreNumbersOfSmallGraphsAreTheCpusOnes() {
    for (long seed = 0; seed < GRAPHS; seed++) {
      RandomGraph random = RandomGraph.of(seed, 40);
      try (PreparedGraph.Owned graph = PreparedGraph.of(random.build())) {
        requireSame(random.toString(), graph);
      }
    }
  }

  @Test
  void coreNumbersOfLargerGraphsAreTheCpusOnes() {
    for (long seed = 0; seed < GRAPHS / 50; seed++) {
      RandomGraph random = RandomGraph.of(seed, 2_000);
      try (PreparedGraph.Owned graph = PreparedGraph.of(random.build())) {
        requireSame(random.toString(), graph);
      }
    }
  }
}
