package io.cliquestream.kernels.cuda.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.control.CliqueBounds;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Phase;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.engine.CudaEngine;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.BreadthFirst;
import io.cliquestream.kernels.job.CliqueSearch;
import io.cliquestream.kernels.job.MaximumClique;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Searches that are cancelled or run into a deadline keep the best clique and the proven bound. */
@Tag("gpu")
@Timeout(120)
final class CudaMaximumCliqueStopTest {
  private static final int LONGEST_DEADLINE_MILLIS = 60;

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

  private static MaximumClique job(CliqueSearch search, boolean all) {
    return new MaximumClique(all, 10, Optional.empty(), Optional.of(search), BreadthFirst.DEFAULT);
  }

  private static void requireBounds(Graph graph, Answer.Maximum partial, int least, int most) {
    assertThat(partial.cliqueNumber()).isLessThanOrEqualTo(most);
    assertThat(partial.upperBound()).isGreaterThanOrEqualTo(least);
    assertThat(partial.count()).isEmpty();
    for (int[] clique : partial.cliques()) {
      assertThat(clique).hasSize(partial.cliqueNumber());
      for (int u : clique) {
        for (int v : clique) {
          assertThat(u == v || graph.hasEdge(u, v)).isTrue();
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = CliqueSearch.class,
      names = {"DEPTH_FIRST", "BREADTH_FIRST"})
  void aCancelLeavesTheBestCliqueAndTheBoundProven(CliqueSearch search) throws Exception {
    try (PreparedGraph.Owned graph = CliqueAnswers.dense(900, 0.9, 3);
        ExecutorService caller = Executors.newSingleThreadExecutor()) {
      for (boolean all : List.of(false, true)) {
        JobControl control = JobControl.unbounded();
        Future<JobOutcome> running =
            caller.submit(() -> gpu.run(graph, job(search, all), control, ListingSink.NONE));
        while (control.progress().phase() != Phase.COMPUTING && !running.isDone()) {
          Thread.onSpinWait();
        }
        control.cancel("enough");
        assertThatThrownBy(running::get)
            .isInstanceOf(ExecutionException.class)
            .cause()
            .isInstanceOfSatisfying(
                StoppedException.class,
                stopped -> {
                  assertThat(stopped.code()).isEqualTo(FailureCode.CANCELLED);
                  var partial = (Answer.Maximum) stopped.partial().orElseThrow();
                  assertThat(partial.cliqueNumber()).isGreaterThanOrEqualTo(30);
                  requireBounds(graph.graph(), partial, partial.cliqueNumber(), 900);
                });
        assertThat(gpu.device().orElseThrow().busyLanes()).isZero();
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = CliqueSearch.class,
      names = {"DEPTH_FIRST", "BREADTH_FIRST"})
  void atEveryDeadlineTheCliqueNumberLiesBetweenTheBounds(CliqueSearch search) {
    try (CpuEngine cpu = new CpuEngine(2);
        PreparedGraph.Owned graph = CliqueAnswers.dense(200, 0.75, 5)) {
      int size = ((Answer.Maximum) cpu.run(graph, MaximumClique.one()).answer()).cliqueNumber();
      for (int millis = 1; millis <= LONGEST_DEADLINE_MILLIS; millis += 4) {
        var control = JobControl.within(Duration.ofMillis(millis));
        try {
          var whole = gpu.run(graph, job(search, millis % 8 == 1), control, ListingSink.NONE);
          assertThat(((Answer.Maximum) whole.answer()).cliqueNumber()).isEqualTo(size);
          assertThat(control.progress().bounds()).contains(new CliqueBounds(size, size, 0));
        } catch (StoppedException stopped) {
          assertThat(stopped.code()).isEqualTo(FailureCode.DEADLINE_EXCEEDED);
          stopped
              .partial()
              .ifPresent(
                  partial -> requireBounds(graph.graph(), (Answer.Maximum) partial, size, size));
          control
              .progress()
              .bounds()
              .ifPresent(told -> assertThat(size).isBetween(told.lower(), told.upper()));
        }
      }
    }
  }
}
