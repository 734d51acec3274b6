package io.cliquestream.kernels.cuda.engine;

import static io.cliquestream.kernels.cuda.engine.CliqueAnswers.count;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.EngineKind;
import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.cuda.CudaInstallation;
import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.engine.Engine;
import io.cliquestream.kernels.engine.EngineChoice;
import io.cliquestream.kernels.engine.EngineOptions;
import io.cliquestream.kernels.engine.Engines;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.GreedyHeuristic;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.KCliqueTuning;
import io.cliquestream.kernels.job.MaximumClique;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Who answers clique jobs when both engines are there. */
@Tag("gpu")
final class AutoCliqueTest {
  private static Engine open(EngineOptions options) {
    var installation = CudaInstallation.find();
    assumeTrue(installation.problem().isEmpty(), () -> installation.problem().orElseThrow());
    return Engines.open(EngineChoice.AUTO, options);
  }

  private static Engine open() {
    return open(EngineOptions.DEFAULT);
  }

  @Test
  void aSmallEasyCountStaysOnTheHostWhichSaysWhatWasPredicted() {
    try (Engine auto = open();
        PreparedGraph.Owned graph = CliqueAnswers.dense(40, 0.3, 1)) {
      JobOutcome cliques = auto.run(graph, KCliqueCount.of(4));
      assertThat(cliques.engine()).isEqualTo(EngineKind.CPU);
      assertThat(cliques.plan().get("engine")).contains("predicted");
      assertThat(auto.run(graph, KCliqueCount.range(1, 2)).engine()).isEqualTo(EngineKind.CPU);
    }
  }

  @Test
  void aSmallHardGraphAndALargeOneGoToTheGpu() {
    try (Engine auto = open();
        CpuEngine cpu = new CpuEngine(2);
        PreparedGraph.Owned hard = CliqueAnswers.dense(250, 0.7, 1);
        PreparedGraph.Owned large = PreparedGraph.of(LargerGraphs.WIDE.build(1))) {
      JobOutcome outcome = auto.run(hard, KCliqueCount.of(8));
      assertThat(outcome.engine()).isEqualTo(EngineKind.CUDA);
      assertThat(auto.run(large, KCliqueCount.of(4)).engine()).isEqualTo(EngineKind.CUDA);
      assertThat(count(auto, large, KCliqueCount.all()))
          .isEqualTo(count(cpu, large, KCliqueCount.all()));
    }
  }

  @Test
  void aMaximumCliqueThatTakesTheHostTooLongIsFoundByTheGpu() {
    try (Engine auto = open();
        PreparedGraph.Owned graph = CliqueAnswers.dense(220, 0.8, 4);
        CpuEngine cpu = new CpuEngine(2)) {
      int known = ((Answer.Maximum) cpu.run(graph, MaximumClique.one()).answer()).cliqueNumber();
      for (int i = 0; i < 2; i++) {
        JobOutcome outcome = auto.run(graph, MaximumClique.one());
        assertThat(outcome.engine()).isEqualTo(EngineKind.CUDA);
        assertThat(((Answer.Maximum) outcome.answer()).cliqueNumber()).isEqualTo(known);
      }
      var named = new MaximumClique(false, 1, Optional.of(GreedyHeuristic.MULTI_RUN_CORE));
      var answer = (Answer.Maximum) auto.run(graph, named).answer();
      assertThat(answer.cliqueNumber()).isEqualTo(known);
    }
  }

  @Test
  void forcedChoicesOfTheGpusKernelsAreHeededHoweverSmallTheGraph() {
    try (Engine auto = open();
        PreparedGraph.Owned graph = CliqueAnswers.dense(40, 0.3, 2)) {
      var job =
          new KCliqueCount(
              4, 4, Optional.empty(), Optional.empty(), KCliqueTuning.of(Map.of("edges", 1L)));
      assertThat(auto.run(graph, job).plan().get("kernel")).startsWith("paper");
    }
  }

  @Test
  void whatTheGpusMemoryCannotHoldIsAnsweredByTheHost() {
    var small = new EngineOptions(2, 0, 2, 8L << 20, 0);
    try (Engine tight = open(small);
        CpuEngine cpu = new CpuEngine(2);
        PreparedGraph.Owned graph = PreparedGraph.of(LargerGraphs.WHEEL.build(1))) {
      JobOutcome outcome = tight.run(graph, KCliqueCount.of(4));
      assertThat(outcome.engine()).isEqualTo(EngineKind.CPU);
      assertThat(outcome.plan().get("engine")).contains("budget");
      assertThat(((Answer.KCliques) outcome.answer()).counts())
          .isEqualTo(count(cpu, graph, KCliqueCount.of(4)));
    }
  }
}
