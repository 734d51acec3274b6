package io.cliquestream.worker.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.JobStatus;
import io.cliquestream.v1.Trigger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Jobs that run again and again, over the real graph store. */
@Tag("seam")
final class StandingJobTest {
  private static final long[] TRIANGLE = {1, 2, 2, 3, 3, 1};

  /** Versions that come at once; far more than a graph keeps. */
  private static final int BACKLOG = 20;

  private static JobRequest onEveryVersion(boolean coalesce) {
    return Installation.triangles("standing", "graph")
        .setTrigger(Trigger.newBuilder().setEveryVersion(true).setCoalesce(coalesce))
        .build();
  }

  private static TestWorker worker(Installation installation, Map<String, String> settings) {
    return TestWorker.start(
        installation.settings("a", settings), graphs -> graphs.put("graph", 1, TRIANGLE));
  }

  private static void sendBacklog(Installation installation, TestWorker worker) {
    new CommittedOffsets(installation).awaitAllFinished();
    for (int version = 2; version <= BACKLOG + 1; version++) {
      worker.graphs.addEdge("graph", version, 10 + version, 11 + version);
    }
  }

  @Test
  void everyVersionOfABacklogFailedButTheNewestFew() {
    try (var installation = Installation.open(1);
        var log = new ResultLog(installation.client);
        var worker = worker(installation, Map.of())) {
      installation.client.submit(onEveryVersion(false));
      sendBacklog(installation, worker);
      List<JobResult> runs = log.await("standing", BACKLOG);
      assertThat(runs).allMatch(run -> run.getStatus() == JobStatus.JOB_STATUS_SUCCEEDED);
      assertThat(runs)
          .extracting(JobResult::getGraphVersion)
          .containsExactlyElementsOf(LongStream.rangeClosed(2, BACKLOG + 1).boxed().toList());
      assertThat(runs).allMatch(run -> run.getSkippedVersionCount() == 0);
      new CommittedOffsets(installation).awaitAllFinished();
      installation.client.cancel("standing", "enough");
      log.await("standing", BACKLOG + 1);
      assertThat(worker.openLeases()).isZero();
    }
  }

  @Test
  void standingJobsThatCameTogetherWereMoreThanTheirTenantMayHave() throws Exception {
    try (var installation = Installation.open(1);
        var log = new ResultLog(installation.client);
        var worker =
            TestWorker.connecting(
                installation.settings("a", Map.of("quotas.standing-jobs", "1")))) {
      for (String name : List.of("one", "two")) {
        worker.graphs.put(name, 1, 1, 2, 2, 3, 3, 1);
        installation.client.submit(
            Installation.triangles(name, name)
                .setTenant("a")
                .setTrigger(Trigger.newBuilder().setEveryVersion(true))
                .build());
      }
      installation.client.submit(
          Installation.triangles("other", "one")
              .setTenant("b")
              .setTrigger(Trigger.newBuilder().setEveryVersion(true))
              .build());
      // Both lie there when the worker comes, so that one is looked at before the other stands.
      worker.service.start().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
      JobResult refused = log.await("two", 1).getFirst();
      assertThat(refused.getFailure().getCode()).isEqualTo(FailureCode.FAILURE_CODE_QUOTA_EXCEEDED);
      assertThat(refused.getFailure().getMessage()).contains("quotas.standing-jobs");
      worker.graphs.put("one", 2, 1, 2, 2, 3, 3, 1);
      for (String name : List.of("one", "other")) {
        assertThat(log.await(name, 1).getFirst().getStatus())
            .isEqualTo(JobStatus.JOB_STATUS_SUCCEEDED);
      }
    }
  }

  @Test
  void aJobThatCoalescesSaysWhichVersionsItSkipped() {
    try (var installation = Installation.open(1);
        var log = new ResultLog(installation.client);
        var worker = worker(installation, Map.of("jobs.commit-wait", "500ms"))) {
      installation.client.submit(onEveryVersion(true));
      sendBacklog(installation, worker);
      var told = new ArrayList<Long>();
      for (int run = 1; !told.contains(BACKLOG + 1L); run++) {
        JobResult result = log.await("standing", run).get(run - 1);
        assertThat(result.getStatus()).isEqualTo(JobStatus.JOB_STATUS_SUCCEEDED);
        assertThat(result.getSkippedVersionCount()).isEqualTo(result.getSkippedVersionsCount());
        told.addAll(result.getSkippedVersionsList());
        told.add(result.getGraphVersion());
      }
      assertThat(told)
          .containsExactlyElementsOf(LongStream.rangeClosed(2, BACKLOG + 1).boxed().toList());
      assertThat(log.of("standing")).hasSizeLessThan(BACKLOG);
    }
  }

  @Test
  void aRunWhoseVersionWasGoneSaidVersionZero() throws Exception {
    try (var installation = Installation.open(1);
        var log = new ResultLog(installation.client);
        var worker =
            TestWorker.start(
                installation.settings("a", Map.of("jobs.commit-wait", "1500ms")),
                graphs -> graphs.put("graph", 1, TRIANGLE))) {
      installation.client.submit(onEveryVersion(false));
      new CommittedOffsets(installation).awaitAllFinished();
      worker.graphs.put("graph", 2, TRIANGLE);
      worker.graphs.put("graph", 3, TRIANGLE);
      // While version 2 waits for its commit, version 3 waits for its run, and is taken away.
      installation.client.retire("graph", 3);
      List<JobResult> runs = log.await("standing", 2);
      assertThat(runs).extracting(JobResult::getGraphVersion).containsExactly(2L, 3L);
      assertThat(runs.getFirst().getStatus()).isEqualTo(JobStatus.JOB_STATUS_SUCCEEDED);
      assertThat(runs.getLast().getFailure().getCode())
          .isEqualTo(FailureCode.FAILURE_CODE_VERSION_UNKNOWN);
    }
  }

  @Test
  void cancelsOfStandingJobsWereLostWhileARunWasPublishedOrTheJobRegistered() {
    long seed = Long.getLong("cliquestream.test.seed", 20_261_122L);
    var random = new Random(seed);
    try (var installation = Installation.open(1);
        var log = new ResultLog(installation.client);
        var worker = worker(installation, Map.of("jobs.commit-wait", "20ms"))) {
      for (int job = 0; job < 40; job++) {
        String jobId = "periodic-" + job;
        installation.client.submit(
            Installation.triangles(jobId, "graph")
                .setTrigger(Trigger.newBuilder().setEveryMillis(100))
                .build());
        LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(random.nextInt(250_000)));
        installation.client.cancel(jobId, "enough");
      }
      for (int job = 0; job < 40; job++) {
        String jobId = "periodic-" + job;
        log.awaitUntil(
            results ->
                results.stream()
                    .anyMatch(
                        result ->
                            result.getJobId().equals(jobId)
                                && result.getStatus() == JobStatus.JOB_STATUS_CANCELLED),
            "cancelled " + jobId + ", seed " + seed);
      }
      new CommittedOffsets(installation).awaitAllFinished();
      assertThat(worker.openLeases()).isZero();
    }
  }

  @Test
  void leasesOfQueuedJobsLeakedOnDrain() {
    try (var installation = Installation.open(1)) {
      var worker =
          worker(
              installation,
              Map.of(
                  "jobs.lanes",
                  "1",
                  "jobs.commit-wait",
                  "300ms",
                  "jobs.publish-bytes",
                  "1KiB",
                  "jobs.result-bytes",
                  "1KiB"));
      try (worker) {
        for (int job = 0; job < 200; job++) {
          var _ =
              installation.client.submitAsync(
                  Installation.triangles("job-" + job, "graph").build());
        }
        // Several jobs have their graph and wait for the one lane, which waits for its commit.
        while (worker.openLeases() < 50) {
          Thread.onSpinWait();
        }
      }
      assertThat(worker.openLeases()).isZero();
    }
  }
}
