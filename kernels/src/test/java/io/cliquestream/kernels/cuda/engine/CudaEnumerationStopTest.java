package io.cliquestream.kernels.cuda.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Phase;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.engine.CudaEngine;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.CliqueListing;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.job.MotifMethod;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.job.PatternMatch;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Enumerations that would take minutes or years, cancelled or run into a deadline half way. */
@Tag("gpu")
@Timeout(120)
final class CudaEnumerationStopTest {
  private static final int VERTICES = 700;
  private static final double DENSITY = 0.6;

  /** Every way of searching that the engine has. */
  enum Search {
    PLAN,
    BIT_MATRICES,
    CENSUS_BY_PLANS,
    CENSUS_BY_SUBGRAPHS,
    LISTED_MATCHES,
    LISTED_CLIQUES;

    Job job() {
      return switch (this) {
        case PLAN ->
            PatternMatch.count(Pattern.parse("0-1,1-2,2-3,3-4,4-5,5-6,6-7,7-0"), Induced.VERTEX);
        case BIT_MATRICES -> PatternMatch.count(Pattern.complete(8), Induced.EDGE);
        case CENSUS_BY_PLANS -> new MotifCensus(6, Optional.of(MotifMethod.PLANS));
        case CENSUS_BY_SUBGRAPHS -> new MotifCensus(6, Optional.of(MotifMethod.SUBGRAPHS));
        case LISTED_MATCHES ->
            new PatternMatch(Pattern.parse("0-1,1-2,2-3,3-4"), Induced.EDGE, true, Long.MAX_VALUE);
        case LISTED_CLIQUES -> new CliqueListing(7, Long.MAX_VALUE);
      };
    }
  }

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

  @AfterEach
  void theGpuGoesOn() {
    try (PreparedGraph.Owned graph = CliqueAnswers.dense(60, DENSITY, 3)) {
      assertThat(gpu.device().orElseThrow().busyLanes()).isZero();
      assertThat(gpu.run(graph, new MotifCensus(3)).answer()).isNotNull();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aCancelInTheMiddleEndsASearch(Search search) throws InterruptedException {
    try (PreparedGraph.Owned graph = CliqueAnswers.dense(VERTICES, DENSITY, 1);
        ExecutorService caller = Executors.newSingleThreadExecutor()) {
      JobControl control = JobControl.unbounded();
      Future<?> running = caller.submit(() -> gpu.run(graph, search.job(), control, _ -> {}));
      while (!isUnderWay(control) && !running.isDone()) {
        Thread.onSpinWait();
      }
      long asked = System.nanoTime();
      control.cancel("enough");
      assertThatThrownBy(running::get)
          .isInstanceOf(ExecutionException.class)
          .cause()
          .isInstanceOfSatisfying(
              StoppedException.class, e -> assertThat(e.code()).isEqualTo(FailureCode.CANCELLED));
      System.out.printf("%s: cancelled after %.1f ms%n", search, (System.nanoTime() - asked) / 1e6);
    }
  }

  /** A slice at least has been taken: what follows begins in the middle. */
  private static boolean isUnderWay(JobControl control) {
    JobControl.Progress progress = control.progress();
    return progress.phase() == Phase.COMPUTING && progress.fraction() > 0;
  }

  @ParameterizedTest
  @EnumSource
  void aDeadlineEndsASearch(Search search) {
    try (PreparedGraph.Owned graph = CliqueAnswers.dense(VERTICES, DENSITY, 2)) {
      assertThatThrownBy(
              () ->
                  gpu.run(
                      graph,
                      search.job(),
                      JobControl.within(Duration.ofMillis(400)),
                      ListingSink.NONE))
          .isInstanceOfSatisfying(
              StoppedException.class,
              e -> assertThat(e.code()).isEqualTo(FailureCode.DEADLINE_EXCEEDED));
    }
  }
}
