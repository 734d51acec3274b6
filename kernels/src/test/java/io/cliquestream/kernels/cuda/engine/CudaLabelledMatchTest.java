package io.cliquestream.kernels.cuda.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.engine.CudaEngine;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.VertexLabels;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.reference.LabelledMatches;
import io.cliquestream.kernels.reference.RandomGraph;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Patterns whose vertices name labels, on the GPU. */
@Tag("gpu")
final class CudaLabelledMatchTest {
  private static final long ROUNDS =
      Math.max(2, Long.getLong("cliquestream.random.gpu.graphs", 2_000) / 100);

  private static CudaEngine gpu;

  @BeforeAll
  static void open() {
    gpu = Gpu.open();
  }

  @AfterAll
  static void close() {
    if (gpu != null) {
      gpu.close();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5})
  void everyLabelledPatternIsCountedAndListedAsByBruteForce(int size) {
    LabelledMatches.requireEveryPattern(gpu, size, ROUNDS, 11);
  }

  @Test
  void labelsAndGivenOrdersGoTogether() {
    LabelledMatches.requireEveryOrder(gpu);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0-1,0-2,0-3",
        "0-1,1-2,2-0",
        "0-1,0-2,1-2,0-3,1-3",
        "0-1,1-2,2-3,3-0",
        "0-1,0-2,0-3,1-2,1-3,2-3",
        "0-1,0-2,0-3,0-4,1-2,1-3,1-4,2-3,2-4,3-4",
        "0-1,1-2,2-3,3-0,4-0,4-1,4-2,4-3",
        "0-1,1-2,2-3,3-4,4-0"
      })
  void labelledPatternsOfGraphsWithHubsAreTheCpusAnswer(String shape) {
    Random random = new Random(shape.hashCode());
    try (CpuEngine cpu = new CpuEngine(2)) {
      Graph built = LargerGraphs.uniform(3_000, 60_000, 7);
      int[] of = LabelledMatches.labels(built.vertexCount(), 0, 3, random);
      try (var graph = PreparedGraph.of(built, VertexLabels.of(of))) {
        Pattern bare = Pattern.parse(shape);
        for (int round = 0; round < 4; round++) {
          int least = round == 0 ? 0 : Pattern.ANY_LABEL;
          Pattern pattern =
              bare.withLabels(LabelledMatches.labels(bare.vertexCount(), least, 4, random));
          for (Induced induced : Induced.values()) {
            PatternMatch job = PatternMatch.count(pattern, induced);
            assertThat(gpu.run(graph, job).answer())
                .as("%s", job)
                .isEqualTo(cpu.run(graph, job).answer());
          }
        }
      }
    }
  }

  @Test
  void aPatternWithLabelsOnAGraphWithoutAnyIsRefused() {
    try (var graph = PreparedGraph.of(RandomGraph.of(2, 12).build())) {
      PatternMatch job = PatternMatch.count(Pattern.parse("0-1,1-2;1,*,2"), Induced.EDGE);
      assertThatThrownBy(() -> gpu.run(graph, job))
          .isInstanceOfSatisfying(
              ComputeException.class,
              e -> assertThat(e.code()).isEqualTo(FailureCode.OPTION_INVALID));
    }
  }
}
