package io.cliquestream.kernels.cuda.engine;

import static io.cliquestream.kernels.cuda.engine.CliqueAnswers.count;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Phase;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.engine.CudaEngine;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.KCliqueMethod;
import io.cliquestream.kernels.job.KCliqueTuning;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Long k-clique counts that are cancelled, run into a deadline, or are not begun at all. */
@Tag("gpu")
@Timeout(120)
final class CudaCliqueStopTest {
  /** Long enough for every stop to come in its middle, and not hopeless. */
  private static final int HARD_VERTICES = 400;

  private static final double HARD_DENSITY = 0.8;

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

  private static KCliqueCount hard(
      int k, boolean perVertex, boolean perEdge, KCliqueMethod method, Map<String, Long> tuning) {
    return new KCliqueCount(
        k, k, perVertex, perEdge, Optional.of(method), Optional.empty(), KCliqueTuning.of(tuning));
  }

  private static PreparedGraph.Owned hardGraph() {
    return CliqueAnswers.dense(HARD_VERTICES, HARD_DENSITY, 1);
  }

  private static void cancelledInItsMiddle(ExecutorService caller, KCliqueCount job)
      throws InterruptedException {
    try (PreparedGraph.Owned graph = hardGraph()) {
      cancelledInItsMiddle(caller, graph, job);
    }
  }

  private static void cancelledInItsMiddle(
      ExecutorService caller, PreparedGraph graph, KCliqueCount job) throws InterruptedException {
    JobControl control = JobControl.unbounded();
    Future<JobOutcome> running =
        caller.submit(() -> gpu.run(graph, job, control, ListingSink.NONE));
    while (control.progress().phase() != Phase.COMPUTING && !running.isDone()) {
      Thread.onSpinWait();
    }
    long asked = System.nanoTime();
    control.cancel("enough");
    assertThatThrownBy(running::get)
        .as(job.toString())
        .isInstanceOf(ExecutionException.class)
        .cause()
        .isInstanceOfSatisfying(
            StoppedException.class, e -> assertThat(e.code()).isEqualTo(FailureCode.CANCELLED));
    System.out.printf("%s: cancelled after %.3f ms%n", job, (System.nanoTime() - asked) / 1e6);
    assertThat(gpu.device().orElseThrow().busyLanes()).isZero();
  }

  @Test
  void aCancelInTheMiddleEndsTotalsCountsByVertexOrEdgeAndThePapersKernels() throws Exception {
    try (ExecutorService caller = Executors.newSingleThreadExecutor()) {
      Map<String, Long> many = Map.of("slices", 4L);
      cancelledInItsMiddle(caller, hard(12, false, false, KCliqueMethod.PIVOTING, many));
      cancelledInItsMiddle(caller, hard(12, false, false, KCliqueMethod.ORIENTATION, many));
      cancelledInItsMiddle(caller, hard(12, true, false, KCliqueMethod.PIVOTING, many));
      cancelledInItsMiddle(caller, hard(12, false, true, KCliqueMethod.PIVOTING, many));
      for (KCliqueMethod method : KCliqueMethod.values()) {
        for (long edges = 0; edges < 2; edges++) {
          cancelledInItsMiddle(
              caller, hard(12, false, false, method, Map.of("edges", edges, "slices", 4L)));
        }
      }
    }
  }

  /** Lanes then look at many candidates without a mask to count. */
  @Test
  void aCancelEndsACountOfCliquesThatAreRareAmongManySmallerOnes() throws Exception {
    try (ExecutorService caller = Executors.newSingleThreadExecutor();
        PreparedGraph.Owned graph = CliqueAnswers.dense(500, 0.9, 3)) {
      var job = hard(26, false, false, KCliqueMethod.ORIENTATION, Map.of("slices", 4L));
      cancelledInItsMiddle(caller, graph, job);
    }
  }

  private static boolean hasCount(Deadlines.Ended end, int size) {
    return end.stopped()
        .partial()
        .map(partial -> ((Answer.KCliques) partial).counts().get(size))
        .filter(count -> count.signum() > 0)
        .isPresent();
  }

  @Test
  void aDeadlineLeavesALowerBoundOfWhatWasUnderWayAndTheGpuGoesOn() {
    try (PreparedGraph.Owned graph = hardGraph()) {
      for (KCliqueMethod method : KCliqueMethod.values()) {
        KCliqueCount job = hard(10, false, false, method, Map.of("slices", 200L));
        Deadlines.Ended ended =
            Deadlines.of(
                control -> gpu.run(graph, job, control, ListingSink.NONE),
                end -> hasCount(end, 10));
        var partial = (Answer.KCliques) ended.stopped().partial().orElseThrow();
        assertThat(partial.counts().get(10)).as(method.toString()).isPositive();
      }
      assertThat(count(gpu, graph, KCliqueCount.of(4)).get(4)).isPositive();
    }
  }

  @Test
  void aDeadlineEndsCountsByVertexAndByEdgeWithALowerBoundOfTheTotal() {
    try (PreparedGraph.Owned graph = hardGraph()) {
      for (boolean byEdge : new boolean[] {false, true}) {
        KCliqueCount job =
            hard(10, !byEdge, byEdge, KCliqueMethod.PIVOTING, Map.of("slices", 200L));
        Deadlines.Ended ended =
            Deadlines.of(
                control -> gpu.run(graph, job, control, ListingSink.NONE),
                end -> hasCount(end, 10));
        var partial = (Answer.KCliques) ended.stopped().partial().orElseThrow();
        assertThat(partial.counts().get(10)).as(job.toString()).isPositive();
        assertThat(partial.perVertex()).isEmpty();
        assertThat(partial.perEdge()).isEmpty();
      }
      assertThat(gpu.device().orElseThrow().busyLanes()).isZero();
    }
  }

  @Test
  void lowerBoundsOfAStoppedCountAreBelowTheWholeCount() {
    try (PreparedGraph.Owned graph = CliqueAnswers.dense(220, 0.6, 2)) {
      SortedMap<Integer, BigInteger> whole = count(gpu, graph, KCliqueCount.range(3, 9));
      var job =
          new KCliqueCount(
              3,
              9,
              Optional.of(KCliqueMethod.PIVOTING),
              Optional.empty(),
              KCliqueTuning.of(Map.of("slices", 2000L)));
      for (int millis = 1; millis < 100; millis += 7) {
        try {
          gpu.run(graph, job, JobControl.within(Duration.ofMillis(millis)), ListingSink.NONE);
        } catch (StoppedException e) {
          e.partial()
              .ifPresent(
                  answer ->
                      ((Answer.KCliques) answer)
                          .counts()
                          .forEach(
                              (k, bound) -> assertThat(bound).isLessThanOrEqualTo(whole.get(k))));
        }
      }
      assertThat(count(gpu, graph, job)).isEqualTo(whole);
    }
  }

  @Test
  void lowerBoundsOfAStoppedCountByEdgeAreBelowTheWholeCount() {
    try (PreparedGraph.Owned graph = CliqueAnswers.dense(160, 0.6, 2)) {
      BigInteger whole = count(gpu, graph, KCliqueCount.of(8)).get(8);
      var job =
          new KCliqueCount(
              8,
              8,
              false,
              true,
              Optional.empty(),
              Optional.empty(),
              KCliqueTuning.of(Map.of("slices", 2000L)));
      for (int millis = 1; millis < 100; millis += 7) {
        try {
          gpu.run(graph, job, JobControl.within(Duration.ofMillis(millis)), ListingSink.NONE);
        } catch (StoppedException e) {
          e.partial()
              .ifPresent(
                  answer ->
                      assertThat(((Answer.KCliques) answer).counts().get(8))
                          .isLessThanOrEqualTo(whole));
        }
      }
      assertThat(count(gpu, graph, job)).containsEntry(8, whole);
    }
  }

  @Test
  void progressNeverGoesBackWhileCounting() throws Exception {
    try (PreparedGraph.Owned graph = CliqueAnswers.dense(300, 0.6, 3);
        ExecutorService caller = Executors.newSingleThreadExecutor()) {
      JobControl control = JobControl.unbounded();
      var job =
          new KCliqueCount(
              4,
              6,
              Optional.of(KCliqueMethod.ORIENTATION),
              Optional.empty(),
              KCliqueTuning.of(Map.of("slices", 40L)));
      Future<JobOutcome> running =
          caller.submit(() -> gpu.run(graph, job, control, ListingSink.NONE));
      double last = 0;
      while (!running.isDone()) {
        JobControl.Progress progress = control.progress();
        if (progress.phase() == Phase.COMPUTING) {
          assertThat(progress.fraction()).isBetween(last, 1.0);
          last = progress.fraction();
        }
      }
      assertThat(running.get().plan()).containsEntry("slices", "40");
      assertThat(control.progress().fraction()).isPositive();
    }
  }

  @Test
  void aHopelessJobSaysHowLongItWouldTake() {
    try (PreparedGraph.Owned graph = CliqueAnswers.dense(420, 0.95, 1)) {
      for (KCliqueCount job : List.of(KCliqueCount.all(), KCliqueCount.of(30))) {
        assertThatThrownBy(() -> gpu.run(graph, job))
            .as(job.toString())
            .isInstanceOfSatisfying(
                ComputeException.class, e -> assertThat(e.code()).isEqualTo(FailureCode.HOPELESS))
            .hasMessageContaining("years");
      }
      assertThat(gpu.device().orElseThrow().busyLanes()).isZero();
    }
  }
}
