package io.cliquestream.cli.demo;

import io.cliquestream.cli.kafka.WatchedText;
import io.cliquestream.client.CliquestreamClient;
import io.cliquestream.client.StartFrom;
import io.cliquestream.client.Subscription;
import io.cliquestream.contract.DeltaPlan;
import io.cliquestream.contract.EdgeSource;
import io.cliquestream.contract.PayloadCompressor;
import io.cliquestream.contract.SnapshotPlan;
import io.cliquestream.v1.Alert;
import io.cliquestream.v1.AlertOptions;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.KCliqueCount;
import io.cliquestream.v1.Trigger;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A graph that changes edge by edge, and a job that tells of the 4-cliques that come and go. */
final class DemoAlerts {
  private static final String GRAPH_ID = "demo-changes";
  private static final String JOB_ID = "demo-alerts";

  /** Far more than an edge has. */
  private static final int PART_BYTES = 1 << 10;

  /** An edge that comes or goes, and the alerts that it causes. */
  private record Step(boolean inserts, long from, long to, int alerts) {
    String text() {
      return (inserts ? "+ " : "- ") + from + " " + to;
    }
  }

  private static final List<Step> STEPS =
      List.of(
          new Step(true, 1, 4, 0),
          new Step(true, 2, 4, 1),
          new Step(true, 5, 1, 0),
          new Step(true, 5, 2, 0),
          new Step(true, 5, 3, 1),
          new Step(false, 1, 2, 2));

  private DemoAlerts() {}

  /**
   * Plays it.
   *
   * @throws TimeoutException when an alert does not come in time
   */
  static void play(CliquestreamClient client, PrintWriter out, Duration timeout)
      throws InterruptedException, TimeoutException {
    client.publishSnapshot(
        SnapshotPlan.pairs(GRAPH_ID, 1, 6),
        PayloadCompressor.NONE,
        EdgeSource.of(1, 2, 1, 3, 2, 3, 3, 4));
    BlockingQueue<Alert> told = new LinkedBlockingQueue<>();
    try (Subscription _ = client.followAlerts(JOB_ID, StartFrom.BEGINNING, told::add)) {
      // The job tells of what changes from the version on that it finds.
      client.run(
          JobRequest.newBuilder()
              .setJobId(JOB_ID)
              .setGraphId(GRAPH_ID)
              .setKCliqueCount(KCliqueCount.newBuilder().setSmallestK(4))
              .setTrigger(Trigger.newBuilder().setEveryVersion(true))
              .setAlert(AlertOptions.getDefaultInstance())
              .build(),
          timeout);
      out.println();
      out.println("alerts of 4-cliques while edges of " + GRAPH_ID + " come and go:");
      long version = 1;
      for (Step step : STEPS) {
        EdgeSource edge = EdgeSource.of(step.from(), step.to());
        client.publishDelta(
            new DeltaPlan(GRAPH_ID, version, version + 1, 4, PART_BYTES),
            step.inserts() ? edge : EdgeSource.of(),
            step.inserts() ? EdgeSource.of() : edge);
        version++;
        out.println(step.text());
        for (int i = 0; i < step.alerts(); i++) {
          Alert alert = told.poll(timeout.toNanos(), TimeUnit.NANOSECONDS);
          if (alert == null) {
            throw new TimeoutException("no alert came within " + timeout);
          }
          out.println("    " + WatchedText.of(alert));
        }
        out.flush();
      }
      client.cancel(JOB_ID, "the demo is over");
    }
  }
}
