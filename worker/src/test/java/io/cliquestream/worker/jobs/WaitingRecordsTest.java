package io.cliquestream.worker.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import javax.management.ObjectName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** More jobs than may be in flight, on a real broker. */
@Tag("seam")
final class WaitingRecordsTest {
  private static final int JOBS = 1_000;
  private static final int GRAPHS = 12;

  @TempDir private Path folder;

  /** Records that a worker's member of the group was given by its client. */
  private static double given(String instanceId) throws Exception {
    var server = ManagementFactory.getPlatformMBeanServer();
    double sum = 0;
    for (ObjectName name :
        server.queryNames(
            new ObjectName(
                "kafka.consumer:type=consumer-fetch-manager-metrics,client-id=cliquestream-jobs-"
                    + instanceId),
            null)) {
      sum += (double) server.getAttribute(name, "records-consumed-total");
    }
    return sum;
  }

  @Test
  void recordsThatFoundNoRoomWereFetchedAgainAndStoodStillMeanwhile() throws Exception {
    Path watched =
        Files.writeString(
            folder.resolve("client.properties"),
            "metric.reporters=org.apache.kafka.common.metrics.JmxReporter\n");
    try (var installation = Installation.open(3);
        var log = new ResultLog(installation.client)) {
      for (int job = 0; job < JOBS; job++) {
        var _ =
            installation.client.submitAsync(
                Installation.triangles("job-" + job, "complete-" + job % GRAPHS).build());
      }
      installation.client.submit(Installation.triangles("last", "complete-0").build());
      try (var _ =
          TestWorker.start(
              installation.settings(
                  "a",
                  Map.of(
                      "jobs.maximum-in-flight",
                      "32",
                      "jobs.commit-jobs",
                      "8",
                      "kafka.properties-file",
                      watched.toString())),
              store -> WorkerProcess.putGraphs(store, GRAPHS))) {
        log.awaitJobs(JOBS + 1);
        assertThat(log.results()).hasSize(JOBS + 1);
        assertThat(given("a")).isEqualTo(JOBS + 1);
      }
    }
  }
}
