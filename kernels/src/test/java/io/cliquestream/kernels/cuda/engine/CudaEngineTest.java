package io.cliquestream.kernels.cuda.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.EngineKind;
import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.engine.CudaEngine;
import io.cliquestream.kernels.engine.DeviceStatus;
import io.cliquestream.kernels.engine.Engine;
import io.cliquestream.kernels.engine.EngineChoice;
import io.cliquestream.kernels.engine.EngineOptions;
import io.cliquestream.kernels.engine.Engines;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.CliqueListing;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.MaximumClique;
import io.cliquestream.kernels.job.TriangleCount;
import io.cliquestream.kernels.job.TriangleMethod;
import io.cliquestream.kernels.job.TriangleTuning;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Jobs side by side on one GPU: sharing, memory, cancelling, budget. */
@Tag("gpu")
final class CudaEngineTest {
  private static final int JOBS = 1_000;

  @Test
  void aJobTellsWhatItSetAsideAndWhatItHeldOfTheDevice() {
    try (CudaEngine gpu = Gpu.open();
        PreparedGraph.Owned graph = PreparedGraph.of(LargerGraphs.SKEWED.build(3))) {
      for (Job job : List.of(TriangleCount.total(), KCliqueCount.of(4), MaximumClique.one())) {
        JobOutcome.Memory memory =
            gpu.run(graph, job, JobControl.unbounded(), ListingSink.NONE).memory();
        assertThat(memory.deviceBytes())
            .as("%s", job)
            .isPositive()
            .isLessThanOrEqualTo(memory.predictedDeviceBytes());
      }
    }
  }

  @Test
  void aThousandMixedJobsOnEightLanesAreAllRightAndLeaveNoMemoryBehind() throws Exception {
    try (CudaEngine gpu = Gpu.open();
        CpuEngine cpu = new CpuEngine(2);
        ExecutorService callers = Executors.newFixedThreadPool(24)) {
      List<PreparedGraph.Owned> graphs = new ArrayList<>();
      List<Answer.Triangles> expected = new ArrayList<>();
      var all = new TriangleCount(true, true, true, Optional.empty());
      for (LargerGraphs family : LargerGraphs.values()) {
        PreparedGraph.Owned graph = PreparedGraph.of(family.build(11));
        graphs.add(graph);
        expected.add(TriangleAnswers.count(cpu, graph, all));
      }
      DeviceStatus start = gpu.device().orElseThrow();
      List<Future<?>> jobs = new ArrayList<>();
      for (int i = 0; i < JOBS; i++) {
        int job = i;
        jobs.add(callers.submit(() -> oneOf(gpu, graphs, expected, job)));
      }
      for (Future<?> job : jobs) {
        job.get();
      }
      DeviceStatus busy = gpu.device().orElseThrow();
      assertThat(busy.deviceJobs()).isEqualTo(JOBS - cancelled());
      assertThat(busy.cachedGraphs()).isEqualTo(graphs.size());
      assertThat(busy.cacheMisses()).isEqualTo(graphs.size());
      assertThat(busy.busyLanes()).isZero();
      Map<Graph, Long> held = gpu.deviceGraphs();
      assertThat(held).hasSize(graphs.size());
      assertThat(graphs).allMatch(graph -> held.get(graph.graph()) > 0);
      assertThat(held.values().stream().mapToLong(Long::longValue).sum())
          .isEqualTo(busy.cachedBytes());
      assertThat(busy.peakBytes()).isBetween(busy.cachedBytes(), busy.budgetBytes());

      graphs.forEach(PreparedGraph.Owned::close);
      gpu.clearCache();
      DeviceStatus end = gpu.device().orElseThrow();
      assertThat(end.usedBytes()).isEqualTo(start.usedBytes());
      assertThat(end.cachedBytes()).isZero();
    }
  }

  private static int cancelled() {
    return (JOBS + 49) / 50;
  }

  private static void oneOf(
      CudaEngine gpu,
      List<PreparedGraph.Owned> graphs,
      List<Answer.Triangles> expected,
      int number) {
    int which = new Random(number).nextInt(graphs.size());
    PreparedGraph graph = graphs.get(which);
    Answer.Triangles known = expected.get(which);
    if (number % 50 == 0) {
      JobControl stopped = JobControl.unbounded();
      stopped.cancel("before it began");
      assertThatThrownBy(() -> gpu.run(graph, TriangleCount.total(), stopped, ListingSink.NONE))
          .isInstanceOf(StoppedException.class);
      return;
    }
    List<TriangleMethod> methods = List.of(TriangleMethod.values());
    switch (number % 4) {
      case 0 ->
          assertThat(TriangleAnswers.count(gpu, graph, TriangleCount.total()).triangles())
              .isEqualTo(known.triangles());
      case 1 -> {
        var job = TriangleCount.by(methods.get(number / 4 % methods.size()), TriangleTuning.none());
        assertThat(TriangleAnswers.count(gpu, graph, job).triangles())
            .as("job %d, %s", number, job)
            .isEqualTo(known.triangles());
      }
      case 2 -> {
        var found =
            TriangleAnswers.count(
                gpu, graph, new TriangleCount(true, false, false, Optional.empty()));
        assertThat(found.triangles()).isEqualTo(known.triangles());
        for (long v = 0; v < found.perVertex().orElseThrow().size(); v++) {
          if (!found.perVertex().get().get(v).equals(known.perVertex().orElseThrow().get(v))) {
            throw new AssertionError("job " + number + ", vertex " + v);
          }
        }
      }
      default -> {
        JobOutcome outcome =
            gpu.run(
                graph,
                TriangleCount.total(),
                JobControl.withPriority(number % 10),
                ListingSink.NONE);
        assertThat(((Answer.Triangles) outcome.answer()).triangles()).isEqualTo(known.triangles());
      }
    }
  }

  @Test
  void aCancelAndADeadlineEndARunningJobAndTheGpuGoesOn() throws Exception {
    try (CudaEngine gpu = Gpu.open();
        PreparedGraph.Owned graph = PreparedGraph.of(LargerGraphs.uniform(9_000, 12_000_000, 5));
        ExecutorService caller = Executors.newSingleThreadExecutor()) {
      var merge = TriangleCount.by(TriangleMethod.MERGE, TriangleTuning.none());
      var whole = TriangleAnswers.count(gpu, graph, merge);
      JobControl control = JobControl.unbounded();
      Future<JobOutcome> running =
          caller.submit(() -> gpu.run(graph, merge, control, ListingSink.NONE));
      while (control.progress().fraction() <= 0 && !running.isDone()) {
        Thread.onSpinWait();
      }
      long asked = System.nanoTime();
      control.cancel("enough");
      assertThatThrownBy(running::get)
          .isInstanceOf(ExecutionException.class)
          .cause()
          .isInstanceOfSatisfying(
              StoppedException.class, e -> assertThat(e.code()).isEqualTo(FailureCode.CANCELLED));
      System.out.println("stopped after " + (System.nanoTime() - asked) / 1_000_000.0 + " ms");
      assertThatThrownBy(
              () ->
                  gpu.run(graph, merge, JobControl.within(Duration.ofMillis(2)), ListingSink.NONE))
          .isInstanceOfSatisfying(
              StoppedException.class,
              e -> assertThat(e.code()).isEqualTo(FailureCode.DEADLINE_EXCEEDED));
      assertThat(TriangleAnswers.count(gpu, graph, TriangleCount.total()).triangles())
          .isEqualTo(whole.triangles());
      assertThat(gpu.device().orElseThrow().busyLanes()).isZero();
    }
  }

  @Test
  void aGraphBeyondTheBudgetIsRefusedAndAutoAnswersItOnTheHost() {
    var small = new EngineOptions(2, 0, 2, 8L << 20, 0);
    try (PreparedGraph.Owned graph = PreparedGraph.of(LargerGraphs.WHEEL.build(1))) {
      try (CudaEngine gpu = Gpu.open(small)) {
        assertThatThrownBy(() -> gpu.run(graph, TriangleCount.total()))
            .isInstanceOfSatisfying(
                ComputeException.class,
                e -> assertThat(e.code()).isEqualTo(FailureCode.JOB_MEMORY_EXCEEDED));
        assertThat(gpu.device().orElseThrow().usedBytes()).isZero();
      }
      try (Engine auto = Engines.open(EngineChoice.AUTO, small)) {
        JobOutcome outcome = auto.run(graph, TriangleCount.total());
        assertThat(outcome.engine()).isEqualTo(EngineKind.CPU);
        assertThat(outcome.plan().get("engine")).contains("budget");
      }
    }
  }

  @Test
  void aSmallBudgetIsSharedByEvictingAndRereadingGraphs() throws Exception {
    var tight = new EngineOptions(1, 0, 4, 96L << 20, 32L << 20);
    try (CudaEngine gpu = Gpu.open(tight);
        CpuEngine cpu = new CpuEngine(2);
        ExecutorService callers = Executors.newFixedThreadPool(6)) {
      List<PreparedGraph.Owned> graphs = new ArrayList<>();
      List<Answer.Triangles> expected = new ArrayList<>();
      for (int seed = 0; seed < 6; seed++) {
        graphs.add(PreparedGraph.of(LargerGraphs.WIDE.build(seed)));
        expected.add(TriangleAnswers.count(cpu, graphs.get(seed), TriangleCount.total()));
      }
      List<Future<?>> jobs = new ArrayList<>();
      for (int i = 0; i < 120; i++) {
        int which = i % graphs.size();
        jobs.add(
            callers.submit(
                () ->
                    assertThat(
                            TriangleAnswers.count(gpu, graphs.get(which), TriangleCount.total())
                                .triangles())
                        .isEqualTo(expected.get(which).triangles())));
      }
      for (Future<?> job : jobs) {
        job.get();
      }
      DeviceStatus status = gpu.device().orElseThrow();
      assertThat(status.cacheEvictions()).isPositive();
      assertThat(status.cachedBytes()).isLessThanOrEqualTo(32L << 20);
      assertThat(status.peakBytes()).isLessThanOrEqualTo(96L << 20);
      graphs.forEach(PreparedGraph.Owned::close);
    }
  }

  @Test
  void aGraphWhoseSortDoesNotFitTheBudgetIsPreparedInParts() {
    try (PreparedGraph.Owned graph = PreparedGraph.of(LargerGraphs.uniform(100_000, 3_000_000, 9));
        CpuEngine cpu = new CpuEngine(2)) {
      Answer.Triangles expected = TriangleAnswers.count(cpu, graph, TriangleCount.total());
      var merge = TriangleCount.by(TriangleMethod.MERGE, TriangleTuning.none());
      for (long mebibytes : new long[] {46, 52, 64, 128}) {
        var options = new EngineOptions(1, 0, 1, mebibytes << 20, 0);
        try (CudaEngine gpu = Gpu.open(options)) {
          assertThat(TriangleAnswers.count(gpu, graph, merge).triangles())
              .as("%d MiB", mebibytes)
              .isEqualTo(expected.triangles());
          assertThat(gpu.device().orElseThrow().peakBytes()).isLessThanOrEqualTo(mebibytes << 20);
        }
      }
    }
  }

  @Test
  void theGpuRefusesJobsWithoutKernelsAndAutoAnswersThemOnTheHost() {
    try (PreparedGraph.Owned graph = PreparedGraph.of(LargerGraphs.SKEWED.build(2))) {
      Job listing = new CliqueListing(9, 10);
      try (CudaEngine gpu = Gpu.open()) {
        assertThatThrownBy(() -> gpu.run(graph, listing))
            .isInstanceOfSatisfying(
                ComputeException.class,
                e -> assertThat(e.code()).isEqualTo(FailureCode.ENGINE_UNAVAILABLE));
      }
      try (Engine auto = Engines.open()) {
        JobOutcome outcome = auto.run(graph, listing);
        assertThat(outcome.engine()).isEqualTo(EngineKind.CPU);
        assertThat(outcome.plan().get("engine")).contains("no kernels");
        assertThat(auto.run(graph, TriangleCount.total()).engine()).isEqualTo(EngineKind.CUDA);
        assertThat(auto.device().orElseThrow().hostJobs()).isEqualTo(1);
      }
    }
  }
}
