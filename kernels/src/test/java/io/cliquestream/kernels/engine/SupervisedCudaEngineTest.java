package io.cliquestream.kernels.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.EngineKind;
import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.answer.JobOutcome.Slice;
import io.cliquestream.kernels.cuda.CudaInstallation;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.KCliqueMethod;
import io.cliquestream.kernels.job.KCliqueTuning;
import io.cliquestream.kernels.job.TriangleCount;
import io.cliquestream.kernels.slice.SliceLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The GPU's engine in its own process: what comes back from it, and that it may be killed. */
@Tag("gpu")
@Timeout(120)
final class SupervisedCudaEngineTest {
  private static final int JOBS = 40;
  private static final int VERTICES = 1 << 14;
  private static final int PAIRS = 1 << 20;

  private static Graph build(long seed) {
    Random random = new Random(seed);
    try (EdgeArray pairs = EdgeArray.narrow()) {
      for (int i = 0; i < PAIRS; i++) {
        pairs.add(random.nextInt(VERTICES), random.nextInt(VERTICES));
      }
      return GraphBuilder.build(pairs);
    }
  }

  @Test
  void aSlicedCountBringsItsSlicesFromTheGpusProcess() {
    CudaInstallation installation = CudaInstallation.find();
    assumeTrue(installation.problem().isEmpty(), () -> installation.problem().orElseThrow());
    for (int launches : new int[] {20, 150}) {
      var job =
          new KCliqueCount(
              6,
              6,
              Optional.of(KCliqueMethod.ORIENTATION),
              Optional.empty(),
              KCliqueTuning.of(Map.of("sampled-roots", 3L, "slices", (long) launches)));
      try (SupervisedEngine gpu = SupervisedEngine.openCuda(EngineOptions.DEFAULT);
          PreparedGraph.Owned graph = PreparedGraph.of(dense(400, 0.6, 3))) {
        long before = System.nanoTime();
        JobOutcome outcome = gpu.run(graph, job);
        long after = System.nanoTime();

        assertThat(outcome.plan()).containsEntry("slices", Integer.toString(launches));
        List<Slice> slices = outcome.slices();
        assertThat(slices).hasSizeBetween(Math.min(launches, SliceLog.MOST / 2), SliceLog.MOST);
        long end = before;
        for (Slice slice : slices) {
          assertThat(slice.startNanos()).isGreaterThanOrEqualTo(end);
          assertThat(slice.endNanos()).isGreaterThanOrEqualTo(slice.startNanos());
          assertThat(slice.share()).isNotNegative();
          end = slice.endNanos();
        }
        assertThat(end).isLessThanOrEqualTo(after);
        assertThat(slices.stream().mapToInt(Slice::launches).sum()).isEqualTo(launches);
        assertThat(slices.stream().mapToDouble(Slice::share).sum()).isCloseTo(1, within(1e-6));
      }
    }
  }

  private static Graph dense(int vertices, double density, long seed) {
    Random random = new Random(seed);
    try (EdgeArray pairs = EdgeArray.narrow()) {
      for (int v = 1; v < vertices; v++) {
        for (int u = 0; u < v; u++) {
          if (random.nextDouble() < density) {
            pairs.add(u, v);
          }
        }
      }
      return GraphBuilder.build(pairs);
    }
  }

  @Test
  void jobsAreAnsweredAlthoughTheGpusProcessIsKilledUnderThem() throws Exception {
    CudaInstallation installation = CudaInstallation.find();
    assumeTrue(installation.problem().isEmpty(), () -> installation.problem().orElseThrow());
    long seed = 3;
    try (Engine host = new CpuEngine(4);
        SupervisedEngine gpu = SupervisedEngine.openCuda(EngineOptions.DEFAULT);
        ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();
        PreparedGraph.Owned graph = PreparedGraph.of(build(seed))) {
      Answer expected = host.run(graph, TriangleCount.total()).answer();
      List<Future<JobOutcome>> jobs = new ArrayList<>();
      for (int i = 0; i < JOBS; i++) {
        jobs.add(callers.submit(() -> gpu.run(graph, TriangleCount.total())));
      }
      assertThat(jobs.getFirst().get().answer()).isEqualTo(expected);
      ProcessHandle.of(gpu.pid()).orElseThrow().destroyForcibly();
      for (Future<JobOutcome> job : jobs) {
        assertThat(job.get().answer()).as("seed %d", seed).isEqualTo(expected);
        assertThat(job.get().engine()).isEqualTo(EngineKind.CUDA);
      }
      JobOutcome after = gpu.run(graph, TriangleCount.total());
      assertThat(after.answer()).isEqualTo(expected);
      DeviceStatus status = gpu.device().orElseThrow();
      assertThat(status.ready()).isTrue();
      assertThat(status.faults()).isOne();
    }
  }
}
