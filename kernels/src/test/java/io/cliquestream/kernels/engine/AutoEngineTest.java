package io.cliquestream.kernels.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.answer.EngineKind;
import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.cuda.process.ProcessPolicies;
import io.cliquestream.kernels.cuda.process.ProcessPolicy;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.kernels.job.TriangleCount;
import io.cliquestream.kernels.job.TriangleMethod;
import io.cliquestream.kernels.job.TriangleTuning;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Both engines as one, over a process in which every job of the device fails. */
@Timeout(120)
final class AutoEngineTest {
  private static final ProcessPolicy POLICY =
      ProcessPolicies.of(
          3,
          8,
          10,
          Duration.ofMinutes(10),
          Duration.ofSeconds(60),
          Duration.ofSeconds(10),
          Duration.ofMillis(1),
          Duration.ofMillis(5),
          16,
          List.of("-Xmx256m", "-XX:+UseSerialGC"));

  private static AutoEngine engine;
  private static PreparedGraph.Owned graph;

  @BeforeAll
  static void open() {
    engine =
        new AutoEngine(
            SupervisedEngine.open(
                EngineKind.CUDA,
                POLICY,
                DefectiveDeviceService.class,
                EngineOptions.DEFAULT.withThreads(1)),
            new CpuEngine(2));
    graph = PreparedGraph.of(complete(200));
  }

  @Test
  void whatTheDevicesProcessHoldsIsToldByTheGraphsThatJobsWereGiven() {
    try (PreparedGraph.Owned other = PreparedGraph.of(complete(100))) {
      assertThat(engine.run(graph, TriangleCount.total()).engine()).isEqualTo(EngineKind.CPU);
      assertThat(engine.deviceGraphs())
          .containsEntry(graph.graph(), DefectiveDeviceService.GRAPH_BYTES)
          .doesNotContainKey(other.graph());
    }
  }

  /** Of more edges than the host alone would count. */
  private static Graph complete(int vertices) {
    try (EdgeArray edges = EdgeArray.narrow()) {
      for (int u = 1; u < vertices; u++) {
        for (int v = 0; v < u; v++) {
          edges.add(u, v);
        }
      }
      return GraphBuilder.build(edges);
    }
  }

  @AfterAll
  static void close() {
    engine.close();
    graph.close();
  }

  @Test
  void theHostAnswersWhatADefectOfTheDeviceEnded() {
    JobOutcome outcome = engine.run(graph, TriangleCount.total());

    try (CpuEngine host = new CpuEngine(1)) {
      assertThat(outcome.answer()).isEqualTo(host.run(graph, TriangleCount.total()).answer());
    }
    assertThat(outcome.engine()).isEqualTo(EngineKind.CPU);
    assertThat(outcome.plan().get("engine")).contains("a launch failed");
  }

  @Test
  void aJobThatOnlyTheDeviceDoesFailsWithTheDevicesFailure() {
    TriangleCount hashed = TriangleCount.by(TriangleMethod.HASH, TriangleTuning.none());

    assertThatThrownBy(() -> engine.run(graph, hashed))
        .isInstanceOfSatisfying(
            ComputeException.class, e -> assertThat(e.code()).isEqualTo(FailureCode.INTERNAL));
  }

  @Test
  void aCancelledJobIsNotTriedOnTheHost() {
    JobControl control = JobControl.unbounded();
    control.cancel("not wanted");

    assertThatThrownBy(() -> engine.run(graph, TriangleCount.total(), control, ListingSink.NONE))
        .isInstanceOf(StoppedException.class);
  }
}
