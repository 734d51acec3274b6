package io.cliquestream.worker.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.broker.EmbeddedBroker;
import io.cliquestream.client.ClientSettings;
import io.cliquestream.client.CliquestreamClient;
import io.cliquestream.client.StartFrom;
import io.cliquestream.client.TopicAdmin;
import io.cliquestream.client.TopicSettings;
import io.cliquestream.contract.Counts;
import io.cliquestream.contract.DeltaPlan;
import io.cliquestream.contract.EdgeSource;
import io.cliquestream.contract.PayloadCompressor;
import io.cliquestream.contract.SnapshotPlan;
import io.cliquestream.contract.Topics;
import io.cliquestream.v1.EdgeEncoding;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.JobStatus;
import io.cliquestream.v1.TriangleCount;
import io.cliquestream.v1.Trigger;
import io.cliquestream.v1.VersionSelector;
import io.cliquestream.worker.BlockedLoops;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole worker, graphs and jobs through the broker, with nothing put in by hand. */
@Tag("seam")
final class WorkerServiceTest {
  private static final Duration WAIT = Duration.ofSeconds(60);

  @Test
  void graphsAndJobsGoInThroughTheBrokerAndAnswersComeOutAcrossARestart(@TempDir Path folder)
      throws Exception {
    try (var broker = EmbeddedBroker.start()) {
      var settings =
          ClientSettings.of(broker.bootstrapServers()).withTopics(Topics.prefixed("whole."));
      TopicAdmin.create(settings, TopicSettings.defaults().withPartitions(3, 3, 1));
      try (var client = CliquestreamClient.open(settings)) {
        BlockingQueue<JobResult> standing = new LinkedBlockingQueue<>();
        try (var _ =
            client.followResults(
                StartFrom.BEGINNING,
                record -> {
                  if (record.hasResult() && record.getResult().getJobId().equals("standing")) {
                    standing.add(record.getResult());
                  }
                })) {
          try (var worker = start(broker, folder)) {
            worker.running().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
            publish(client, 1, 1, 2, 2, 3, 3, 1);
            assertThat(triangles(client.run(triangles("first").build(), WAIT).result()))
                .isEqualTo("1");
            client.submit(
                triangles("standing")
                    .setTrigger(Trigger.newBuilder().setEveryVersion(true))
                    .build());
            client.run(triangles("after").build(), WAIT);
            client.publishDelta(
                new DeltaPlan("graph", 1, 2, 4, 1_000), EdgeSource.of(3, 4, 4, 1), EdgeSource.of());
            JobResult second = standing.poll(60, TimeUnit.SECONDS);
            assertThat(second.getGraphVersion()).isEqualTo(2);
            assertThat(triangles(second)).isEqualTo("2");
          }
          publish(client, 3, 1, 2, 2, 3, 3, 1, 3, 4, 4, 1, 2, 4);
          client.submit(triangles("while-away").build());
          try (var _ = start(broker, folder)) {
            assertThat(triangles(client.await("while-away", WAIT).result())).isEqualTo("4");
            JobResult third = standing.poll(60, TimeUnit.SECONDS);
            assertThat(third.getGraphVersion()).isEqualTo(3);
            assertThat(third.getRun()).isEqualTo(2);
            JobResult old =
                client
                    .run(
                        triangles("old")
                            .setVersion(VersionSelector.newBuilder().setExact(1))
                            .build(),
                        WAIT)
                    .result();
            assertThat(triangles(old)).isEqualTo("1");
            // The delta first, then what it was built on.
            client.retire("graph", 2);
            client.retire("graph", 1);
            // Answered only when the worker has read everything up to now, tombstones included.
            client.run(triangles("catch-up").setGraphId("nowhere").build(), WAIT);
            JobResult gone =
                client
                    .run(
                        triangles("gone")
                            .setVersion(VersionSelector.newBuilder().setExact(1))
                            .build(),
                        WAIT)
                    .result();
            assertThat(gone.getFailure().getCode())
                .isEqualTo(FailureCode.FAILURE_CODE_VERSION_UNKNOWN);
            assertThat(triangles(client.run(triangles("latest").build(), WAIT).result()))
                .isEqualTo("4");
            client.cancel("standing", "enough");
            assertThat(standing.poll(60, TimeUnit.SECONDS).getStatus())
                .isEqualTo(JobStatus.JOB_STATUS_CANCELLED);
          }
          assertThat(standing).isEmpty();
        }
      }
    }
  }

  @AfterEach
  void noEventLoopWasBlocked() {
    BlockedLoops.requireNone();
  }

  private static WorkerService start(EmbeddedBroker broker, Path folder) {
    return WorkerService.start(
        WorkerSchema.schema()
            .load(
                null,
                Map.of(),
                Map.of(
                    "kafka.bootstrap", broker.bootstrapServers(),
                    "kafka.topic-prefix", "whole.",
                    "jobs.instance-id", "only",
                    "http.port", "0",
                    "graphs.spill-folder", folder.toString())),
        BlockedLoops.vertx());
  }

  private static void publish(CliquestreamClient client, long version, long... ends) {
    client.publishSnapshot(
        new SnapshotPlan("graph", version, 4, 0, EdgeEncoding.EDGE_ENCODING_PAIRS, 1_024),
        PayloadCompressor.NONE,
        EdgeSource.of(ends));
  }

  private static JobRequest.Builder triangles(String jobId) {
    return JobRequest.newBuilder()
        .setJobId(jobId)
        .setGraphId("graph")
        .setTriangleCount(TriangleCount.getDefaultInstance());
  }

  private static String triangles(JobResult result) {
    assertThat(result.getStatus()).as(result.toString()).isEqualTo(JobStatus.JOB_STATUS_SUCCEEDED);
    return Counts.toDecimal(result.getTriangles().getTriangles());
  }
}
