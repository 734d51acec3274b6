package io.cliquestream.kernels.cuda.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.CountArray;
import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.engine.CudaEngine;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.KCliqueMethod;
import io.cliquestream.kernels.job.KCliqueTuning;
import io.cliquestream.kernels.job.TriangleCount;
import io.cliquestream.kernels.reference.RandomGraph;
import io.cliquestream.kernels.reference.ReferenceCliques;
import io.cliquestream.kernels.reference.SmallGraph;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A count was cut into launches ahead of time, and paid for each of them where nobody wanted the
 * device.
 */
@Tag("gpu")
@Timeout(value = 300, unit = TimeUnit.SECONDS)
final class CudaCliquePauseTest {
  private static final int VERTICES = 1_000;

  /** A second or two of an H100. */
  private static final KCliqueCount LONG =
      new KCliqueCount(
          9, 9, Optional.of(KCliqueMethod.PIVOTING), Optional.empty(), KCliqueTuning.of(Map.of()));

  private static final KCliqueCount BY_VERTEX = KCliqueCount.local(8, true, false);

  private static long launches(JobOutcome outcome) {
    return outcome.slices().stream().mapToLong(JobOutcome.Slice::launches).sum();
  }

  @Test
  void aCountPausesForShortJobsAndLosesNothing() throws Exception {
    pauses(LONG, VERTICES);
  }

  /** It was cut into launches by a prediction; one of them could last for hours. */
  @Test
  void aCountByVertexLetNobodyPassWithinARow() throws Exception {
    pauses(BY_VERTEX, 500);
  }

  private static void pauses(KCliqueCount job, int vertices) throws Exception {
    RandomGraph small = RandomGraph.of(7, 26);
    try (CudaEngine gpu = Gpu.open();
        PreparedGraph.Owned dense = CliqueAnswers.dense(vertices, 0.5, 7);
        PreparedGraph.Owned graph = PreparedGraph.of(small.build())) {
      long triangles = new ReferenceCliques(SmallGraph.of(graph.graph())).count(3);
      JobOutcome first = gpu.run(dense, job);
      // What else there was, the graph's preparation, is long ago.
      JobOutcome whole = gpu.run(dense, job);
      assertSame(whole, first);
      CompletableFuture<JobOutcome> beside =
          CompletableFuture.supplyAsync(() -> gpu.run(dense, job));
      int answered = 0;
      while (!beside.isDone()) {
        var found = (Answer.Triangles) gpu.run(graph, TriangleCount.total()).answer();
        assertThat(found.triangles().longValueExact()).isEqualTo(triangles);
        answered++;
      }
      assertSame(beside.get(), whole);
      assertThat(answered).isPositive();
      assertThat(launches(beside.get()))
          .as("launches beside short jobs")
          .isGreaterThan(launches(whole));
    }
  }

  private static void assertSame(JobOutcome found, JobOutcome expected) {
    var counts = (Answer.KCliques) found.answer();
    var others = (Answer.KCliques) expected.answer();
    assertThat(counts.counts()).isEqualTo(others.counts());
    assertThat(counts.perVertex().isPresent()).isEqualTo(others.perVertex().isPresent());
    others
        .perVertex()
        .ifPresent(
            each -> {
              CountArray seen = counts.perVertex().orElseThrow();
              for (long vertex = 0; vertex < each.size(); vertex++) {
                assertThat(seen.get(vertex)).as("vertex %d", vertex).isEqualTo(each.get(vertex));
              }
            });
  }
}
