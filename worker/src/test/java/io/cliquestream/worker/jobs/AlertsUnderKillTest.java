package io.cliquestream.worker.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.contract.Counts;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.v1.Alert;
import io.cliquestream.v1.AlertStart;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.JobStatus;
import io.cliquestream.v1.MaximalCliques;
import io.cliquestream.v1.TriangleCount;
import io.cliquestream.worker.ChildProcess;
import io.cliquestream.worker.jobs.exchange.CrashPoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Jobs that tell of matches, while workers are killed and partitions move. */
@Tag("seam")
final class AlertsUnderKillTest {
  private static final int KILLS = Integer.getInteger("cliquestream.test.kills", 4);
  private static final int CHANGES_PER_ROUND = 4;
  private static final long SEED = Long.getLong("cliquestream.test.seed", 20_261_122L);

  /** A run passes through each of them; no record of a job comes in between. */
  private static final List<CrashPoint> POINTS =
      List.of(
          CrashPoint.INSIDE_TRANSACTION,
          CrashPoint.COMPUTE,
          CrashPoint.AFTER_COMMIT,
          CrashPoint.BEFORE_COMMIT);

  @Tag("long")
  @Test
  void noAlertIsLostDoubledOrWrongHoweverOftenTheWorkerIsKilled() {
    String seed = "seed " + SEED;
    var random = new Random(SEED);
    var graph = new EvolvingReference("graph", 9, SEED);
    try (var broker = ChildProcess.start(BrokerProcess.class, List.of(), List.of())) {
      String bootstrap = broker.awaitLine(BrokerProcess.LISTENING);
      try (var installation = Installation.on(bootstrap, 1);
          var log = new ResultLog(installation.client);
          var alerts = new AlertLog(installation.client)) {
        graph.snapshot(installation.client, 1, 14);
        try (var worker = worker(bootstrap, List.of())) {
          worker.awaitLine(WorkerProcess.TAKING_JOBS);
          installation.client.submit(
              AlertTest.alert("triangles", o -> o.setStart(AlertStart.ALERT_START_ALL))
                  .setTriangleCount(TriangleCount.getDefaultInstance())
                  .build());
          installation.client.submit(
              AlertTest.alert("maximal", o -> {})
                  .setMaximalCliques(MaximalCliques.newBuilder().setMinimumSize(3))
                  .build());
          log.awaitJobs(2);
        }
        for (int kill = 0; kill < KILLS; kill++) {
          String armed = POINTS.get(kill % POINTS.size()) + ":" + (1 + random.nextInt(3));
          for (int i = 0; i < CHANGES_PER_ROUND; i++) {
            graph.change(installation.client, 1 + random.nextInt(6));
          }
          try (var worker = worker(bootstrap, List.of("-Dcliquestream.crash-point=" + armed))) {
            worker.awaitLine(CrashPoint.ARRIVED);
          }
        }
        int versions = graph.versions.size();
        try (var worker = worker(bootstrap, List.of())) {
          worker.awaitLine(WorkerProcess.TAKING_JOBS);
          log.await("triangles", versions);
          log.await("maximal", versions);
          new CommittedOffsets(installation).awaitAllFinished();
        }
        requireEveryVersionOnce(graph, log.of("triangles"));
        requireEveryVersionOnce(graph, log.of("maximal"));
        AlertCheck.ofPattern(graph, Pattern.complete(3), Induced.EDGE)
            .require(all(log, alerts, "triangles"), _ -> true, true, seed);
        AlertCheck.ofCliques(graph, 3).require(all(log, alerts, "maximal"), _ -> true, false, seed);
        for (JobResult run : log.of("triangles")) {
          assertThat(Counts.toDecimal(run.getTriangles().getTriangles()))
              .as(seed)
              .isEqualTo(Long.toString(graph.triangles(run.getGraphVersion())));
        }
      }
    }
  }

  private static ChildProcess worker(String bootstrap, List<String> properties) {
    return ChildProcess.start(WorkerProcess.class, properties, List.of(bootstrap));
  }

  private static void requireEveryVersionOnce(EvolvingReference graph, List<JobResult> runs) {
    assertThat(runs).allMatch(run -> run.getStatus() == JobStatus.JOB_STATUS_SUCCEEDED);
    assertThat(runs)
        .extracting(JobResult::getGraphVersion)
        .containsExactlyElementsOf(
            LongStream.rangeClosed(1, graph.versions.size()).boxed().toList());
  }

  private static List<Alert> all(ResultLog log, AlertLog alerts, String jobId) {
    long last = log.of(jobId).getLast().getAlerts().getLastSequence();
    return alerts.await(jobId, last);
  }

  @Test
  void alertsGoOnWhereTheyWereWhenPartitionsMove() {
    String seed = "seed " + SEED;
    var graphs = new ArrayList<EvolvingReference>();
    try (var installation = Installation.open(4);
        var log = new ResultLog(installation.client);
        var alerts = new AlertLog(installation.client)) {
      for (int i = 0; i < 4; i++) {
        graphs.add(new EvolvingReference("graph-" + i, 9, SEED + i));
        graphs.get(i).snapshot(installation.client, 1, 14);
      }
      var first = TestWorker.start(installation.settings("a", Map.of()), _ -> {});
      try (first) {
        for (int i = 0; i < 4; i++) {
          installation.client.submit(
              AlertTest.alert("job-" + i, o -> {})
                  .setGraphId("graph-" + i)
                  .setTriangleCount(TriangleCount.getDefaultInstance())
                  .build());
        }
        log.awaitJobs(4);
        change(installation, graphs);
        try (var _ = TestWorker.start(installation.settings("b", Map.of()), _ -> {})) {
          change(installation, graphs);
          await(log, graphs);
          change(installation, graphs);
          first.close();
          change(installation, graphs);
          await(log, graphs);
        }
      }
      for (int i = 0; i < 4; i++) {
        requireEveryVersionOnce(graphs.get(i), log.of("job-" + i));
        AlertCheck.ofPattern(graphs.get(i), Pattern.complete(3), Induced.EDGE)
            .require(all(log, alerts, "job-" + i), _ -> true, false, seed);
      }
    }
  }

  private static void change(Installation installation, List<EvolvingReference> graphs) {
    for (int i = 0; i < CHANGES_PER_ROUND; i++) {
      graphs.forEach(graph -> graph.change(installation.client, 3));
    }
  }

  private static void await(ResultLog log, List<EvolvingReference> graphs) {
    for (int i = 0; i < graphs.size(); i++) {
      log.await("job-" + i, graphs.get(i).versions.size());
    }
  }
}
