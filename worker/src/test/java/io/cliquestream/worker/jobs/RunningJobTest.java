package io.cliquestream.worker.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.client.JobOutcome;
import io.cliquestream.client.StartFrom;
import io.cliquestream.contract.Counts;
import io.cliquestream.v1.CliqueBounds;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.JobPhase;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.JobStatus;
import io.cliquestream.v1.KCliqueCount;
import io.cliquestream.v1.KCliqueMethod;
import io.cliquestream.v1.MaximalCliques;
import io.cliquestream.v1.MaximumClique;
import io.cliquestream.v1.TriangleCount;
import io.cliquestream.worker.jobs.service.JobService;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Jobs that are being computed: progress, cancel, deadline, drain, and results in pages. */
@Tag("seam")
final class RunningJobTest {
  private static final int PARTS = 40;

  /** Random and so dense that counting its maximal cliques would take until the end of days. */
  private static final int DENSE_VERTICES = 300;

  private static final double DENSITY = 0.9;

  private static void putGraphs(TestGraphs graphs) {
    var random = new Random(1);
    var dense = LongStream.builder();
    for (int i = 0; i < DENSE_VERTICES; i++) {
      for (int j = 0; j < i; j++) {
        if (random.nextDouble() < DENSITY) {
          dense.add(i).add(j);
        }
      }
    }
    graphs.put("endless", 1, dense.build().toArray());
    graphs.put("triangle", 1, 10, 20, 20, 30, 30, 10);
    var parts = LongStream.builder();
    for (int i = 0; i < 3 * PARTS; i++) {
      for (int j = 0; j < i; j++) {
        if (i / 3 != j / 3) {
          parts.add(i).add(j);
        }
      }
    }
    graphs.put("parts", 1, parts.build().toArray());
  }

  private static JobRequest.Builder endless(String jobId) {
    return JobRequest.newBuilder()
        .setJobId(jobId)
        .setGraphId("endless")
        .setMaximalCliques(MaximalCliques.getDefaultInstance());
  }

  private static void awaitComputing(Installation installation, String jobId)
      throws InterruptedException {
    var computing = new CountDownLatch(1);
    try (var _ =
        installation.client.followProgress(
            jobId,
            StartFrom.BEGINNING,
            progress -> {
              if (progress.getPhase() == JobPhase.JOB_PHASE_COMPUTING) {
                computing.countDown();
              }
            })) {
      assertThat(computing.await(60, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void aCancelEndsARunningJobWhileOthersAreAnswered() throws Exception {
    try (var installation = Installation.open(1);
        var log = new ResultLog(installation.client);
        var worker = TestWorker.start(installation.settings("a"), RunningJobTest::putGraphs)) {
      installation.client.submit(endless("endless").build());
      awaitComputing(installation, "endless");
      installation.client.submit(Installation.triangles("small", "triangle").build());
      log.await("small", 1);
      assertThat(log.of("endless")).isEmpty();
      installation.client.cancel("endless", "took too long");
      JobResult result = log.await("endless", 1).getFirst();
      assertThat(result.getStatus()).isEqualTo(JobStatus.JOB_STATUS_CANCELLED);
      assertThat(result.getFailure().getCode()).isEqualTo(FailureCode.FAILURE_CODE_CANCELLED);
      assertThat(result.getFailure().getMessage()).contains("took too long");
      new CommittedOffsets(installation).awaitAllFinished();
      assertThat(worker.openLeases()).isZero();
    }
  }

  @Test
  void theProgressOfAMaximumCliqueSearchTellsItsBounds() throws Exception {
    try (var installation = Installation.open(1);
        var log = new ResultLog(installation.client);
        var _ = TestWorker.start(installation.settings("a"), RunningJobTest::putGraphs)) {
      installation.client.submit(
          JobRequest.newBuilder()
              .setJobId("largest")
              .setGraphId("endless")
              .setMaximumClique(MaximumClique.getDefaultInstance())
              .build());
      var told = new CompletableFuture<CliqueBounds>();
      try (var _ =
          installation.client.followProgress(
              "largest",
              StartFrom.BEGINNING,
              progress -> {
                if (progress.hasCliqueBounds() && progress.getCliqueBounds().getLower() > 2) {
                  told.complete(progress.getCliqueBounds());
                }
              })) {
        CliqueBounds bounds = told.get(60, TimeUnit.SECONDS);
        assertThat(bounds.getLower()).isLessThan(DENSE_VERTICES / 3);
        assertThat(bounds.getUpper()).isBetween(bounds.getLower(), DENSE_VERTICES);
        assertThat(bounds.getCandidatesLeft()).isBetween(1L, (long) DENSE_VERTICES);
      }
      installation.client.cancel("largest", "seen enough");
      JobResult result = log.await("largest", 1).getFirst();
      assertThat(result.getStatus()).isEqualTo(JobStatus.JOB_STATUS_CANCELLED);
    }
  }

  @Test
  void aDeadlineEndsARunningJob() {
    try (var installation = Installation.open(1);
        var log = new ResultLog(installation.client);
        var _ = TestWorker.start(installation.settings("a"), RunningJobTest::putGraphs)) {
      installation.client.submit(
          endless("late").setDeadlineEpochMillis(System.currentTimeMillis() + 2_000).build());
      JobResult result = log.await("late", 1).getFirst();
      assertThat(result.getStatus()).isEqualTo(JobStatus.JOB_STATUS_DEADLINE_EXCEEDED);
    }
  }

  @Test
  void aJobThatOutlivesTheDrainIsTheNextWorkers() throws Exception {
    try (var installation = Installation.open(1);
        var log = new ResultLog(installation.client)) {
      try (var first =
          TestWorker.start(
              installation.settings("a", Map.of("drain.timeout", "100ms")),
              RunningJobTest::putGraphs)) {
        installation.client.submit(endless("handed-over").build());
        awaitComputing(installation, "handed-over");
        first.stop();
        assertThat(first.service.state()).isEqualTo(JobService.State.STOPPED);
      }
      assertThat(log.of("handed-over")).isEmpty();
      try (var _ = TestWorker.start(installation.settings("b"), RunningJobTest::putGraphs)) {
        installation.client.cancel("handed-over", "enough");
        assertThat(log.await("handed-over", 1).getFirst().getStatus())
            .isEqualTo(JobStatus.JOB_STATUS_CANCELLED);
        new CommittedOffsets(installation).awaitAllFinished();
      }
      assertThat(log.of("handed-over")).hasSize(1);
    }
  }

  @Test
  void arraysComeInPagesWithOriginalIdsAndWithinTheirBound() {
    try (var installation = Installation.open(1);
        var _ =
            TestWorker.start(
                installation.settings("a", Map.of("jobs.result-bytes", "2KiB")),
                RunningJobTest::putGraphs)) {
      var perVertex = TriangleCount.newBuilder().setPerVertex(true);
      JobOutcome small =
          installation.client.run(
              Installation.triangles("small", "triangle").setTriangleCount(perVertex).build(),
              Installation.WAIT);
      assertThat(small.result().getPageCount()).isEqualTo(1);
      var counts = small.pages().getFirst().getVertexCounts();
      assertThat(counts.getVerticesList()).containsExactly(10L, 20L, 30L);
      assertThat(counts.getCountsList()).extracting(Counts::toDecimal).containsOnly("1");

      JobOutcome large =
          installation.client.run(
              Installation.triangles("large", "endless").setTriangleCount(perVertex).build(),
              Installation.WAIT);
      assertThat(large.result().getFailure().getCode())
          .isEqualTo(FailureCode.FAILURE_CODE_RESULT_TOO_LARGE);
      assertThat(large.pages()).isEmpty();
    }
  }

  @Test
  void aResultSaysWhatWasChosenAndWhereTheTimeWent() {
    try (var installation = Installation.open(1);
        var _ = TestWorker.start(installation.settings("a"), RunningJobTest::putGraphs)) {
      JobResult result =
          installation
              .client
              .run(
                  Installation.triangles("timed", "parts")
                      .setTenant("tenant")
                      .setKCliqueCount(
                          KCliqueCount.newBuilder()
                              .setSmallestK(3)
                              .setMethod(KCliqueMethod.K_CLIQUE_METHOD_ORIENTATION))
                      .build(),
                  Installation.WAIT)
              .result();
      assertThat(result.getStatus()).isEqualTo(JobStatus.JOB_STATUS_SUCCEEDED);
      assertThat(Counts.toDecimal(result.getKCliques().getCliques(0).getCount()))
          .isEqualTo(Long.toString(27L * PARTS * (PARTS - 1) * (PARTS - 2) / 6));
      assertThat(result.getEngine()).isEqualTo("cpu");
      assertThat(result.getTenant()).isEqualTo("tenant");
      assertThat(result.getPlanMap()).isNotEmpty();
      assertThat(result.getTimings().getQueuedNanos()).isPositive();
      assertThat(result.getTimings().getComputeNanos()).isPositive();
    }
  }
}
