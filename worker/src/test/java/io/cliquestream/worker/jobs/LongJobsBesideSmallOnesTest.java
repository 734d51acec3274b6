package io.cliquestream.worker.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.client.StartFrom;
import io.cliquestream.kernels.control.JobClass;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.JobPhase;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.JobStatus;
import io.cliquestream.v1.MaximalCliques;
import io.cliquestream.v1.MotifCensus;
import io.cliquestream.worker.metrics.Metric;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One tenant's long jobs and another's small ones, on a real broker. */
@Tag("seam")
final class LongJobsBesideSmallOnesTest {
  private static final int LONG_JOBS = 5;
  private static final int SMALL_JOBS = 50;

  private static long[] random(int vertices, double density, long seed) {
    var random = new Random(seed);
    var edges = LongStream.builder();
    for (int i = 0; i < vertices; i++) {
      for (int j = 0; j < i; j++) {
        if (random.nextDouble() < density) {
          edges.add(i).add(j);
        }
      }
    }
    return edges.build().toArray();
  }

  private static void putGraphs(TestGraphs graphs) {
    // A census of five vertices takes minutes here.
    graphs.put("dense", 1, random(1_500, 0.5, 1));
    // Its maximal cliques would take until the end of days.
    graphs.put("endless", 1, random(300, 0.9, 1));
    graphs.put("small", 1, random(200, 0.1, 2));
  }

  /** A tree; what the heap leaves of a limit is 64 MiB at least, and a census needs more here. */
  private static void putLargeGraph(TestGraphs graphs) {
    var edges = LongStream.builder();
    for (long v = 2; v < 2_000_000; v++) {
      edges.add(v).add(v / 2);
    }
    graphs.put("large", 1, edges.build().toArray());
  }

  private static JobRequest longJob(String jobId) {
    return JobRequest.newBuilder()
        .setJobId(jobId)
        .setGraphId("dense")
        .setTenant("a")
        .setPriority(0)
        .setMotifCensus(MotifCensus.newBuilder().setSize(5))
        .build();
  }

  private static JobRequest endless(String jobId, String tenant) {
    return JobRequest.newBuilder()
        .setJobId(jobId)
        .setGraphId("endless")
        .setTenant(tenant)
        .setMaximalCliques(MaximalCliques.getDefaultInstance())
        .build();
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

  private static void awaitLong(TestWorker worker, int jobs) throws InterruptedException {
    while (worker.service.scheduler().running(JobClass.LONG) < jobs) {
      Thread.sleep(5);
    }
  }

  @Test
  void asManyLongJobsAsLanesStarvedEverybodyElse() throws Exception {
    try (var installation = Installation.open(1);
        var log = new ResultLog(installation.client);
        var worker =
            TestWorker.start(
                installation.settings("a", Map.of("jobs.lanes", "2", "jobs.small-lanes", "1")),
                LongJobsBesideSmallOnesTest::putGraphs)) {
      for (int i = 0; i < LONG_JOBS; i++) {
        installation.client.submit(longJob("long-" + i));
      }
      awaitLong(worker, 2);
      for (int i = 0; i < SMALL_JOBS; i++) {
        installation.client.submit(
            Installation.triangles("small-" + i, "small").setTenant("b").setPriority(0).build());
      }
      for (int i = 0; i < SMALL_JOBS; i++) {
        assertThat(log.await("small-" + i, 1).getFirst().getStatus())
            .isEqualTo(JobStatus.JOB_STATUS_SUCCEEDED);
      }
      for (int i = 0; i < LONG_JOBS; i++) {
        assertThat(log.of("long-" + i)).as("long-%d", i).isEmpty();
      }
      assertThat(worker.service.scheduler().running(JobClass.LONG)).isEqualTo(2);
      for (int i = 0; i < LONG_JOBS; i++) {
        installation.client.cancel("long-" + i, "seen enough");
      }
      for (int i = 0; i < LONG_JOBS; i++) {
        JobResult result = log.await("long-" + i, 1).getFirst();
        assertThat(result.getFailure().getCode()).isEqualTo(FailureCode.FAILURE_CODE_CANCELLED);
        assertThat(result.getFailure().getMessage()).isEqualTo("cancelled: seen enough");
      }
      new CommittedOffsets(installation).awaitAllFinished();
      assertThat(worker.openLeases()).isZero();
      assertThat(worker.registry.get(Metric.ADMISSION_DEMOTED.text()).counters())
          .anyMatch(counter -> counter.count() > 0);
    }
  }

  @Test
  void aTenantWithLongJobsEverywhereLeavesAnothersLongJobALane() throws Exception {
    try (var installation = Installation.open(1);
        var log = new ResultLog(installation.client);
        var worker =
            TestWorker.start(
                installation.settings("a", Map.of("jobs.lanes", "1", "jobs.spare-lanes", "1")),
                LongJobsBesideSmallOnesTest::putGraphs)) {
      installation.client.submit(endless("first-of-a", "a"));
      awaitComputing(installation, "first-of-a");
      installation.client.submit(endless("second-of-a", "a"));
      installation.client.submit(endless("first-of-b", "b"));
      awaitComputing(installation, "first-of-b");
      awaitLong(worker, 2);
      // The second of a waits, in line or on its way back to it, and can be cancelled there.
      installation.client.cancel("second-of-a", "not needed");
      assertThat(log.await("second-of-a", 1).getFirst().getStatus())
          .isEqualTo(JobStatus.JOB_STATUS_CANCELLED);
      assertThat(log.of("first-of-a")).isEmpty();
      installation.client.cancel("first-of-a", "enough");
      installation.client.cancel("first-of-b", "enough");
      log.await("first-of-a", 1);
      log.await("first-of-b", 1);
      new CommittedOffsets(installation).awaitAllFinished();
      assertThat(worker.openLeases()).isZero();
    }
  }

  @Test
  void aJobThatComputesLongerThanTheMaximumTimeEndsAsAtADeadline() {
    try (var installation = Installation.open(1);
        var log = new ResultLog(installation.client);
        var _ =
            TestWorker.start(
                installation.settings("a", Map.of("jobs.maximum-time", "500ms")),
                LongJobsBesideSmallOnesTest::putGraphs)) {
      installation.client.submit(endless("late", "a"));
      JobResult result = log.await("late", 1).getFirst();
      assertThat(result.getStatus()).isEqualTo(JobStatus.JOB_STATUS_DEADLINE_EXCEEDED);
      assertThat(result.getFailure().getMessage()).contains("jobs.maximum-time");
    }
  }

  @Test
  void leasesOfWaitingJobsLeakedWhenTheWorkerDrained() throws Exception {
    try (var installation = Installation.open(1);
        var log = new ResultLog(installation.client);
        var worker =
            TestWorker.start(
                installation.settings(
                    "a",
                    Map.of("jobs.lanes", "1", "jobs.spare-lanes", "0", "drain.timeout", "100ms")),
                LongJobsBesideSmallOnesTest::putGraphs)) {
      // Of jobs that wait for their graph together any may be the first.
      installation.client.submit(endless("endless-0", "a"));
      awaitComputing(installation, "endless-0");
      for (int i = 1; i < 4; i++) {
        installation.client.submit(endless("endless-" + i, "a"));
      }
      while (worker.openLeases() < 4) {
        Thread.sleep(5);
      }
      worker.stop();
      assertThat(worker.openLeases()).isZero();
      assertThat(log.of("endless-3")).isEmpty();
    }
  }

  @Test
  void aTenantBeyondItsQuotaOfWaitingJobsIsToldSo() throws Exception {
    try (var installation = Installation.open(1);
        var log = new ResultLog(installation.client);
        var _ =
            TestWorker.start(
                installation.settings(
                    "a",
                    Map.of(
                        "jobs.lanes", "1", "quotas.waiting-jobs", "2", "quotas.running-jobs", "1")),
                LongJobsBesideSmallOnesTest::putGraphs)) {
      installation.client.submit(endless("running", "a"));
      awaitComputing(installation, "running");
      installation.client.submit(endless("waiting-0", "a"));
      installation.client.submit(endless("waiting-1", "a"));
      installation.client.submit(endless("too-many", "a"));
      JobResult refused = log.await("too-many", 1).getFirst();
      assertThat(refused.getFailure().getCode()).isEqualTo(FailureCode.FAILURE_CODE_QUOTA_EXCEEDED);
      assertThat(refused.getFailure().getMessage()).contains("quotas.waiting-jobs");
      installation.client.submit(
          Installation.triangles("of-another", "small").setTenant("b").build());
      assertThat(log.await("of-another", 1).getFirst().getStatus())
          .isEqualTo(JobStatus.JOB_STATUS_SUCCEEDED);
      for (String job : new String[] {"waiting-0", "waiting-1", "running"}) {
        installation.client.cancel(job, "enough");
        log.await(job, 1);
      }
    }
  }

  @Test
  void aJobThatCanNeverFitTheMemoryFailsAtOnce() {
    try (var installation = Installation.open(1);
        var log = new ResultLog(installation.client);
        var _ =
            TestWorker.start(
                installation.settings(
                    "a", Map.of("memory.limit", "1MiB", "jobs.memory-wait", "500ms")),
                LongJobsBesideSmallOnesTest::putLargeGraph)) {
      installation.client.submit(
          JobRequest.newBuilder()
              .setJobId("large")
              .setGraphId("large")
              .setMotifCensus(MotifCensus.newBuilder().setSize(5))
              .build());
      JobResult result = log.await("large", 1).getFirst();
      assertThat(result.getFailure().getCode())
          .isEqualTo(FailureCode.FAILURE_CODE_JOB_MEMORY_EXCEEDED);
      assertThat(result.getFailure().getMessage()).contains("bytes off the heap");
    }
  }
}
