package io.cliquestream.worker.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import io.cliquestream.broker.EmbeddedBroker;
import io.cliquestream.broker.EmbeddedBrokerSettings;
import io.cliquestream.contract.DeadLetterHeaders;
import io.cliquestream.contract.HeaderNames;
import io.cliquestream.v1.AlertStart;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.JobStatus;
import io.cliquestream.v1.TriangleCount;
import io.cliquestream.v1.Trigger;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What one job commits must never be more than the broker takes, or must not stop the others. */
@Tag("seam")
final class PoisonCommitTest {
  private static final long[] TRIANGLE = {1, 2, 2, 3, 3, 1};
  private static final byte[] KEY = "graph".getBytes(UTF_8);

  @Test
  void aTraceAsLargeAsARecordStoppedAllJobsForGood() {
    try (var installation = Installation.open(1);
        var log = new ResultLog(installation.client);
        var worker = start(installation, Map.of())) {
      new RawRecords(installation)
          .send(
              "jobs.v1",
              0,
              KEY,
              Installation.triangles("poison", "graph").build().toByteArray(),
              HeaderNames.TRACE_PARENT,
              new byte[1_048_400],
              Map.of());
      assertThat(log.await("poison", 1).getFirst().getStatus())
          .isEqualTo(JobStatus.JOB_STATUS_SUCCEEDED);
      assertOthersAreAnswered(installation, log, worker);
    }
  }

  @Test
  void aStandingJobAsLargeAsARecordStoppedAllJobsForGood() {
    try (var installation = Installation.open(1);
        var log = new ResultLog(installation.client);
        var worker = start(installation, Map.of())) {
      JobRequest small =
          Installation.triangles("poison", "graph")
              .setTrigger(Trigger.newBuilder().setEveryVersion(true))
              .build();
      new RawRecords(installation)
          .send("jobs.v1", 0, KEY, padded(small, 1_048_400 - small.getSerializedSize()));
      JobResult result = log.await("poison", 1).getFirst();
      assertThat(result.getFailure().getCode()).isEqualTo(FailureCode.FAILURE_CODE_OPTION_INVALID);
      assertThat(result.getFailure().getMessage()).contains("cannot be remembered");
      assertOthersAreAnswered(installation, log, worker);
    }
  }

  @Test
  void aResultAboveTheTopicsOwnBoundStoppedAllJobsForGood() {
    try (var installation = Installation.open(1);
        var log = new ResultLog(installation.client)) {
      bound(installation, "results.v1", 64 << 10);
      // Long enough that the poison shares its transaction with the others.
      try (var worker = start(installation, Map.of("jobs.commit-wait", "300ms"))) {
        worker.graphs.put("path", 1, path(60_000));
        submit(installation, "before", 20);
        installation.client.submit(
            JobRequest.newBuilder()
                .setJobId("poison")
                .setGraphId("path")
                .setTriangleCount(TriangleCount.newBuilder().setPerVertex(true))
                .build());
        submit(installation, "after", 20);
        JobResult result = log.await("poison", 1).getFirst();
        assertThat(result.getFailure().getCode())
            .isEqualTo(FailureCode.FAILURE_CODE_RESULT_TOO_LARGE);
        assertThat(result.getGraphVersion()).isEqualTo(1);
        log.awaitJobs(41);
        assertOthersAreAnswered(installation, log, worker);
        assertThat(log.results())
            .filteredOn(other -> !other.getJobId().equals("poison"))
            .allMatch(other -> other.getStatus() == JobStatus.JOB_STATUS_SUCCEEDED);
      }
    }
  }

  @Test
  void aDeadLetterAboveTheTopicsOwnBoundStoppedAllJobsForGood() {
    try (var installation = Installation.open(1);
        var log = new ResultLog(installation.client);
        var worker = start(installation, Map.of())) {
      // After the start: the worker believes that more fits.
      bound(installation, "jobs.dlq.v1", 64 << 10);
      byte[] poison = new byte[500_000];
      java.util.Arrays.fill(poison, (byte) 0xff);
      var raw = new RawRecords(installation);
      long offset = raw.send("jobs.v1", 0, KEY, poison);
      var letter = raw.deadLetter(_ -> true);
      assertThat(letter.value()).isNull();
      assertThat(RawRecords.header(letter, DeadLetterHeaders.ORIGINAL_OFFSET))
          .isEqualTo(Long.toString(offset));
      assertOthersAreAnswered(installation, log, worker);
    }
  }

  @Test
  void aTopicOfAlertsThatWasDeletedStoppedAllJobsForGood() throws Exception {
    try (var installation = Installation.open(1);
        var log = new ResultLog(installation.client);
        var worker = start(installation, Map.of())) {
      installation.client.submit(Installation.triangles("first", "graph").build());
      log.await("first", 1);
      // After the start: the worker has seen it.
      try (Admin admin = Admin.create(Map.of("bootstrap.servers", installation.bootstrapServers))) {
        admin
            .deleteTopics(List.of(installation.prefix + "alerts.v1"))
            .all()
            .get(30, TimeUnit.SECONDS);
      }
      installation.client.submit(alerts());
      assertThat(log.await("poison", 1).getFirst().getStatus())
          .isEqualTo(JobStatus.JOB_STATUS_FAILED);
      assertOthersAreAnswered(installation, log, worker);
    }
  }

  @Test
  void aTopicOfAlertsThatTheWorkerMayNotWriteStoppedAllJobsForGood() throws Exception {
    try (var broker =
            EmbeddedBroker.start(
                EmbeddedBrokerSettings.temporary()
                    .withProperties(
                        Map.of(
                            "authorizer.class.name",
                            "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
                            "allow.everyone.if.no.acl.found",
                            "true")));
        var installation = Installation.on(broker.bootstrapServers(), 1);
        var log = new ResultLog(installation.client)) {
      try (Admin admin = Admin.create(Map.of("bootstrap.servers", installation.bootstrapServers))) {
        admin
            .createAcls(
                List.of(
                    new AclBinding(
                        new ResourcePattern(ResourceType.TOPIC, "alerts.v1", PatternType.LITERAL),
                        new AccessControlEntry(
                            "User:ANONYMOUS", "*", AclOperation.READ, AclPermissionType.ALLOW))))
            .all()
            .get(30, TimeUnit.SECONDS);
      }
      try (var worker = start(installation, Map.of())) {
        installation.client.submit(alerts());
        assertThat(log.await("poison", 1).getFirst().getStatus())
            .isEqualTo(JobStatus.JOB_STATUS_FAILED);
        assertOthersAreAnswered(installation, log, worker);
      }
    }
  }

  @Test
  void aTopicOfDeadLettersThatWasDeletedStoppedAllJobsForGood() throws Exception {
    try (var installation = Installation.open(1);
        var log = new ResultLog(installation.client);
        var admin = Admin.create(Map.of("bootstrap.servers", installation.bootstrapServers));
        var worker = start(installation, Map.of())) {
      String letters = installation.prefix + "jobs.dlq.v1";
      admin.deleteTopics(List.of(letters)).all().get(30, TimeUnit.SECONDS);
      var raw = new RawRecords(installation);
      raw.send("jobs.v1", 0, KEY, new byte[] {-1, -1});
      submit(installation, "behind", 3);
      log.awaitJobs(3);
      // What nobody was told of is not lost.
      admin
          .createTopics(List.of(new NewTopic(letters, 1, (short) 1)))
          .all()
          .get(30, TimeUnit.SECONDS);
      assertThat(raw.deadLetter(_ -> true)).isNotNull();
      assertOthersAreAnswered(installation, log, worker);
    }
  }

  /** A standing job whose first run tells of the triangle that is there. */
  private static JobRequest alerts() {
    return AlertTest.alert("poison", options -> options.setStart(AlertStart.ALERT_START_ALL))
        .setTriangleCount(TriangleCount.getDefaultInstance())
        .build();
  }

  @Test
  void aTopicThatTakesNoFailureIsRefusedAtTheStart() {
    try (var installation = Installation.open(1)) {
      bound(installation, "results.v1", 1_000);
      try (var worker = TestWorker.connecting(installation.settings("a"))) {
        assertThat(worker.service.start().toCompletionStage().toCompletableFuture())
            .failsWithin(60, TimeUnit.SECONDS)
            .withThrowableOfType(java.util.concurrent.ExecutionException.class)
            .withMessageContaining("max.message.bytes");
      }
    }
  }

  private static TestWorker start(Installation installation, Map<String, String> settings) {
    return TestWorker.start(
        installation.settings("a", settings), graphs -> graphs.put("graph", 1, TRIANGLE));
  }

  private static void submit(Installation installation, String name, int count) {
    for (int job = 0; job < count; job++) {
      installation.client.submit(Installation.triangles(name + "-" + job, "graph").build());
    }
  }

  private static void assertOthersAreAnswered(
      Installation installation, ResultLog log, TestWorker worker) {
    installation.client.submit(Installation.triangles("other", "graph").build());
    assertThat(log.await("other", 1).getFirst().getStatus())
        .isEqualTo(JobStatus.JOB_STATUS_SUCCEEDED);
    new CommittedOffsets(installation).awaitAllFinished();
    assertThat(worker.openLeases()).isZero();
  }

  /** The same request to every reader, with something that only newer ones would know. */
  private static byte[] padded(JobRequest request, int bytes) {
    var padding =
        UnknownFieldSet.Field.newBuilder()
            .addLengthDelimited(ByteString.copyFrom(new byte[bytes]))
            .build();
    return request.toBuilder()
        .setUnknownFields(UnknownFieldSet.newBuilder().addField(9_999, padding).build())
        .build()
        .toByteArray();
  }

  private static long[] path(int vertices) {
    return LongStream.range(0, vertices).flatMap(v -> LongStream.of(v, v + 1)).toArray();
  }

  static void bound(Installation installation, String topic, int bytes) {
    var resource = new ConfigResource(ConfigResource.Type.TOPIC, installation.prefix + topic);
    var entry = new ConfigEntry("max.message.bytes", Integer.toString(bytes));
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", installation.bootstrapServers))) {
      admin
          .incrementalAlterConfigs(
              Map.of(resource, List.of(new AlterConfigOp(entry, AlterConfigOp.OpType.SET))))
          .all()
          .get(30, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
