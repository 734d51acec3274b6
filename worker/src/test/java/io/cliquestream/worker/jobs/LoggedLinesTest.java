package io.cliquestream.worker.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.contract.CancelSecrets;
import io.cliquestream.v1.JobStatus;
import io.cliquestream.v1.VersionSelector;
import io.cliquestream.worker.api.ErrorLog;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever becomes of records, versions, jobs and partitions is one line of the log. */
@Tag("seam")
final class LoggedLinesTest {
  private static final long[] TRIANGLE = {1, 2, 2, 3, 3, 1};

  @Test
  void deadLettersRejectionsFailuresAssignmentsCancelsAndRetirementsHadNoLine() {
    try (var installation = Installation.open(1);
        var results = new ResultLog(installation.client);
        var log = new ErrorLog()) {
      try (var worker =
          TestWorker.start(
              installation.settings("a", Map.of("jobs.version-wait", "20s")),
              graphs -> {
                graphs.put("graph", 2, TRIANGLE);
                graphs.put("graph", 1, TRIANGLE);
              })) {
        var raw = new RawRecords(installation);
        raw.send("jobs.v1", 0, "graph".getBytes(UTF_8), new byte[] {-1});
        installation.client.submit(
            Installation.triangles("lost", "nowhere").setTenant("acme").build());
        installation.client.submit(
            Installation.triangles("waits", "graph")
                .setVersion(VersionSelector.newBuilder().setAtLeast(9))
                .setCancelSecretSha256(CancelSecrets.hash("sesame"))
                .build());
        installation.client.cancel("waits", "not mine", "a guess");
        installation.client.cancel("waits", "seen enough", "sesame");
        assertThat(results.await("waits", 1).getFirst().getStatus())
            .isEqualTo(JobStatus.JOB_STATUS_CANCELLED);
        results.await("lost", 1);
        installation.client.retire("graph", 2);
        installation.client.submit(Installation.triangles("after", "graph").build());
        results.await("after", 1);
        assertThat(worker.openLeases()).isZero();
      }
      one(log, "a partition was assigned", "partition=0");
      one(log, "a partition was restored", "partition=0", "millis=");
      one(log, "a partition was given up", "partition=0");
      one(log, "a record became a dead letter", "topic=" + installation.prefix + "jobs.v1");
      one(log, "a version was rejected", "graph=graph", "version=1", "code=VERSION_NOT_NEWER");
      one(log, "a job failed", "job=lost", "graph=nowhere", "tenant=acme", "code=GRAPH_UNKNOWN");
      one(log, "cancel: not mine", "job=waits", "who=", "requested=", "outcome=taken");
      one(log, "outcome=not permitted", "job=waits", "who=", "requested=", "offset=");
      one(log, "cancel: seen enough", "job=waits", "who=", "requested=", "outcome=taken");
      one(log, "outcome=retired", "graph=graph", "version=2", "who=", "requested=", "offset=");
      assertThat(log.text()).doesNotContain("ERROR").doesNotContain("sesame");
    }
  }

  private static void one(ErrorLog log, String... parts) {
    List<String> lines =
        log.text()
            .lines()
            .filter(line -> List.of(parts).stream().allMatch(line::contains))
            .toList();
    assertThat(lines).as(String.join(" ", parts)).hasSize(1);
  }
}
