package io.cliquestream.worker.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.contract.Counts;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.JobStatus;
import io.cliquestream.worker.ChildProcess;
import io.cliquestream.worker.jobs.exchange.CrashPoint;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Broker and worker in processes of their own; the worker is killed with SIGKILL twenty times at
 * seeded places, the broker keeps its log.
 */
@Tag("long")
@Tag("seam")
final class ExactlyOnceUnderKillTest {
  private static final int JOBS = 2_000;
  private static final int KILLS = 20;
  private static final int JOBS_PER_ROUND = JOBS / KILLS;
  private static final int GRAPHS = 24;
  private static final int PARTITIONS = 3;

  /** Below the fewest transactions of a round, so that every armed point is reached. */
  private static final int MAXIMUM_TRANSACTION = 6;

  private static final long SEED = Long.getLong("cliquestream.test.seed", 20_260_729L);

  @Test
  void everyJobHasExactlyOneResultAfterTwentyKills() {
    System.out.println("ExactlyOnceUnderKillTest seed " + SEED);
    var random = new Random(SEED);
    try (var broker = ChildProcess.start(BrokerProcess.class, List.of(), List.of())) {
      String bootstrap = broker.awaitLine(BrokerProcess.LISTENING);
      try (var installation = Installation.on(bootstrap, PARTITIONS);
          var log = new ResultLog(installation.client);
          var graphs = new TestGraphs(installation.settings("graphs"))) {
        WorkerProcess.putGraphs(graphs, GRAPHS);
        int submitted = 0;
        for (CrashPoint point : points(random)) {
          submit(installation, submitted, JOBS_PER_ROUND);
          submitted += JOBS_PER_ROUND;
          String armed = point + ":" + pass(point, random);
          try (var worker = worker(bootstrap, List.of("-Dcliquestream.crash-point=" + armed))) {
            worker.awaitLine(CrashPoint.ARRIVED);
          }
        }
        try (var worker = worker(bootstrap, List.of())) {
          worker.awaitLine(WorkerProcess.TAKING_JOBS);
          log.awaitJobs(JOBS);
          new CommittedOffsets(installation).awaitAllFinished();
        }
        assertThat(log.jobIds()).hasSize(JOBS);
        assertThat(log.results()).as("duplicates, seed %d", SEED).hasSize(JOBS);
        assertThat(log.results()).allSatisfy(ExactlyOnceUnderKillTest::requireRight);
      }
    }
  }

  /** Every point equally often, in a seeded order. */
  private static List<CrashPoint> points(Random random) {
    List<CrashPoint> every = List.of(CrashPoint.values());
    var points = new ArrayList<CrashPoint>();
    for (int kill = 0; kill < KILLS; kill++) {
      points.add(every.get(kill % every.size()));
    }
    Collections.shuffle(points, random);
    return points;
  }

  private static int pass(CrashPoint point, Random random) {
    return switch (point) {
      case DECODE, COMPUTE -> 1 + random.nextInt(JOBS_PER_ROUND);
      case BEFORE_COMMIT, INSIDE_TRANSACTION, AFTER_COMMIT ->
          1 + random.nextInt(MAXIMUM_TRANSACTION);
    };
  }

  private static ChildProcess worker(String bootstrap, List<String> properties) {
    return ChildProcess.start(WorkerProcess.class, properties, List.of(bootstrap));
  }

  private static void submit(Installation installation, int first, int count) {
    var sent = new ArrayList<java.util.concurrent.CompletableFuture<?>>();
    for (int job = first; job < first + count; job++) {
      sent.add(
          installation.client.submitAsync(
              Installation.triangles("job-" + job, "complete-" + job % GRAPHS).build()));
    }
    sent.forEach(java.util.concurrent.CompletableFuture::join);
  }

  private static void requireRight(JobResult result) {
    int job = Integer.parseInt(result.getJobId().substring("job-".length()));
    assertThat(result.getStatus()).isEqualTo(JobStatus.JOB_STATUS_SUCCEEDED);
    assertThat(Counts.toDecimal(result.getTriangles().getTriangles()))
        .isEqualTo(Long.toString(WorkerProcess.triangles(job % GRAPHS)));
  }
}
