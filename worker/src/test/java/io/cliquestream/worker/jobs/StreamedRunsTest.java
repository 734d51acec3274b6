package io.cliquestream.worker.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.v1.JobStatus;
import io.cliquestream.v1.StreamDefinition;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Standing jobs on a graph that a stream feeds: every run is there once, and right. */
@Tag("seam")
final class StreamedRunsTest {
  private static final int PER_VERSION = 20;
  private static final int SNAPSHOT_VERSIONS = 40;
  private static final StreamDefinition DEFINITION =
      StreamDefinition.newBuilder().setCreateGraph(true).setVersionEvents(PER_VERSION).build();

  private static Installation installation;
  private static ResultLog results;
  private static AlertLog alerts;
  private static TestWorker worker;

  @BeforeAll
  static void start() {
    installation = Installation.open(2);
    results = new ResultLog(installation.client);
    alerts = new AlertLog(installation.client);
    worker =
        TestWorker.streaming(
            installation.settings("one"),
            Map.of(
                "changes.snapshot-versions",
                Integer.toString(SNAPSHOT_VERSIONS),
                "changes.snapshot-beside",
                "true"));
  }

  @AfterAll
  static void end() {
    worker.close();
    results.close();
    alerts.close();
    installation.close();
  }

  @Test
  void everyVersionHasItsRunOnceAndTellsOfEveryMatchOnce() {
    var random = new Random(5);
    var runs = new StreamedRuns(installation, "together", DEFINITION);
    runs.submit("told", true, false);
    runs.submit("latest", false, true);
    runs.send(random, 1_200, 12);
    runs.require("told", results, alerts);
    runs.require("latest", results, alerts);
  }

  /** A snapshot waited for a moment without a version under way, of which a backlog leaves none. */
  @Test
  void aBacklogOfEventsKeptSnapshotsFromBeingMade() {
    try (var apart = Installation.open(1);
        var _ =
            TestWorker.streaming(
                apart.settings("one"),
                Map.of("changes.snapshot-versions", Integer.toString(SNAPSHOT_VERSIONS)))) {
      var runs = new StreamedRuns(apart, "backlog", DEFINITION);
      runs.sendAtOnce(new Random(3), PER_VERSION * 5 * SNAPSHOT_VERSIONS, 12);
      assertThat(runs.versionsBetweenSnapshots()).isLessThanOrEqualTo(SNAPSHOT_VERSIONS);
    }
  }

  /** It is due after so many versions, and then has the time of as many again; no version more. */
  @Test
  void aBacklogOfEventsLeftASnapshotBesideItsStreamAllTheTimeItWanted() {
    var runs = new StreamedRuns(installation, "beside", DEFINITION);
    runs.sendAtOnce(new Random(3), PER_VERSION * 5 * SNAPSHOT_VERSIONS, 12);
    assertThat(runs.versionsBetweenSnapshots()).isLessThanOrEqualTo(2 * SNAPSHOT_VERSIONS);
  }

  @Test
  void aCancelledJobEndsAndTheStreamGoesOn() {
    var runs = new StreamedRuns(installation, "cancelled", DEFINITION);
    runs.submit("ends", true, true);
    runs.submit("stays", false, true);
    runs.send(new Random(7), 200, 10);
    installation.client.cancel("cancelled-ends", "enough");
    runs.send(new Random(8), 200, 10);
    runs.require("stays", results, alerts);
    results.awaitUntil(
        all ->
            all.stream()
                .anyMatch(
                    run ->
                        run.getJobId().equals("cancelled-ends")
                            && run.getStatus() == JobStatus.JOB_STATUS_CANCELLED),
        "end of the cancelled job");
  }
}
