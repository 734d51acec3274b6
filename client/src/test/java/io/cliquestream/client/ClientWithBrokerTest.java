package io.cliquestream.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.broker.EmbeddedBroker;
import io.cliquestream.contract.DeltaPlan;
import io.cliquestream.contract.EdgeSource;
import io.cliquestream.contract.GraphRecordKey;
import io.cliquestream.contract.HeaderNames;
import io.cliquestream.contract.Partitions;
import io.cliquestream.contract.PayloadCompressor;
import io.cliquestream.contract.SnapshotPlan;
import io.cliquestream.contract.Topics;
import io.cliquestream.v1.EdgeEncoding;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.GraphRecord;
import io.cliquestream.v1.JobControl;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.JobStatus;
import io.cliquestream.v1.ResultRecord;
import io.cliquestream.v1.TriangleCount;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the client does to a real broker, and what it makes of what lies there. */
@Tag("seam")
final class ClientWithBrokerTest {
  private static final int PARTITIONS = 3;

  private static EmbeddedBroker broker;

  @BeforeAll
  static void start() {
    broker = EmbeddedBroker.start();
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  @Test
  void topicsAreCreatedAsPlannedAndThoseThatExistAreLeftAlone() throws Exception {
    ClientSettings settings = settings();
    TopicSettings plan = TopicSettings.defaults().withPartitions(PARTITIONS, 2, 1);
    assertThat(TopicAdmin.create(settings, plan))
        .containsAll(settings.topics().all())
        .contains(settings.topics().workers(), settings.topics().changes())
        .contains(settings.topics().tasks(), settings.topics().partials())
        .doesNotHaveDuplicates();
    assertThat(TopicAdmin.create(settings, plan.withPartitions(7, 7, 7))).isEmpty();
    TopicLayout layout = TopicLayout.read(settings);
    assertThat(layout.partitions(settings.topics().graphs())).isEqualTo(PARTITIONS);
    assertThat(layout.partitions(settings.topics().jobs())).isEqualTo(PARTITIONS);
    assertThat(layout.partitions(settings.topics().results())).isEqualTo(2);
    assertThat(cleanupPolicy(settings.topics().graphs())).isEqualTo("compact");
    assertThat(cleanupPolicy(settings.topics().jobs())).isEqualTo("delete");
  }

  @Test
  void missingOrDifferentlyPartitionedTopicsAreTypedFailures() throws Exception {
    ClientSettings nothing = settings();
    assertThatThrownBy(() -> CliquestreamClient.open(nothing))
        .asInstanceOf(InstanceOfAssertFactories.type(ClientException.class))
        .satisfies(
            e -> assertThat(e.code()).isEqualTo(FailureCode.FAILURE_CODE_BROKER_UNAVAILABLE),
            e -> assertThat(e).hasMessageContaining("topics are missing"));
    ClientSettings uneven = settings();
    try (Admin admin = admin()) {
      admin
          .createTopics(List.of(new NewTopic(uneven.topics().jobs(), 2, (short) 1)))
          .all()
          .get(30, TimeUnit.SECONDS);
    }
    TopicAdmin.create(uneven, TopicSettings.defaults().withPartitions(PARTITIONS, 1, 1));
    assertThatThrownBy(() -> CliquestreamClient.open(uneven))
        .asInstanceOf(InstanceOfAssertFactories.type(ClientException.class))
        .satisfies(e -> assertThat(e.code()).isEqualTo(FailureCode.FAILURE_CODE_OPTION_INVALID));
  }

  @Test
  void aBrokerThatIsNotThereIsATypedFailureWithinItsBound() {
    Duration bound = Duration.ofMillis(500);
    assertThatThrownBy(
            () ->
                CliquestreamClient.open(
                    ClientSettings.of("localhost:1").withTimeouts(bound, bound, bound)))
        .asInstanceOf(InstanceOfAssertFactories.type(ClientException.class))
        .satisfies(
            e -> assertThat(e.code()).isEqualTo(FailureCode.FAILURE_CODE_BROKER_UNAVAILABLE));
  }

  @Test
  void aSnapshotsRecordsLieInOrderOnItsGraphsPartition() throws Exception {
    try (var client = installation()) {
      client.publishSnapshot(
          new SnapshotPlan("graph", 7, 4, 100, EdgeEncoding.EDGE_ENCODING_PAIRS, 64),
          PayloadCompressor.NONE,
          EdgeSource.of(numbers(60)));
      List<GraphRecord> records = new ArrayList<>();
      for (var record : records(client.settings().topics().graphs(), "graph")) {
        GraphRecord value = GraphRecord.parseFrom(record.value());
        assertThat(record.key()).isEqualTo(GraphRecordKey.of(value).orElseThrow().bytes());
        assertThat(record.headers().lastHeader(HeaderNames.TRACE_PARENT)).isNotNull();
        records.add(value);
      }
      assertThat(records).hasSizeGreaterThan(4);
      assertThat(records.getFirst().hasHeader()).isTrue();
      assertThat(records.getLast().hasCommit()).isTrue();
      assertThat(records.subList(1, records.size() - 1))
          .allMatch(GraphRecord::hasChunk)
          .extracting(record -> record.getChunk().getSequence())
          .isSorted();
    }
  }

  @Test
  void retiringLeavesTombstonesForEveryRecordOfTheVersionAndNoOther() throws Exception {
    try (var client = installation()) {
      var one = new SnapshotPlan("graph", 1, 4, 100, EdgeEncoding.EDGE_ENCODING_PAIRS, 64);
      client.publishSnapshot(one, PayloadCompressor.NONE, EdgeSource.of(numbers(60)));
      String topic = client.settings().topics().graphs();
      int records = records(topic, "graph").size();
      client.publishDelta(
          new DeltaPlan("graph", 1, 2, 4, 64), EdgeSource.of(numbers(40)), EdgeSource.of());
      assertCode(FailureCode.FAILURE_CODE_OPTION_INVALID, () -> client.retire("graph", 1));
      assertCode(FailureCode.FAILURE_CODE_VERSION_UNKNOWN, () -> client.retire("graph", 3));
      int deltaRecords = records(topic, "graph").size() - records;

      assertThat(client.retire("graph", 2)).isEqualTo(deltaRecords);
      assertThat(client.retire("graph", 1)).isEqualTo(records);
      assertCode(FailureCode.FAILURE_CODE_VERSION_UNKNOWN, () -> client.retire("graph", 1));

      var all = records(topic, "graph");
      var tombstones = all.subList(records + deltaRecords, all.size());
      assertThat(tombstones).hasSize(records + deltaRecords).allMatch(r -> r.value() == null);
      assertThat(new String(tombstones.get(deltaRecords).key(), UTF_8)).isEqualTo("graph/1/header");
    }
  }

  private static void assertCode(FailureCode code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .asInstanceOf(InstanceOfAssertFactories.type(ClientException.class))
        .extracting(ClientException::code)
        .isEqualTo(code);
  }

  @Test
  void onlyCommittedResultsAreSeen() throws Exception {
    try (var client = installation();
        var service = transactional()) {
      service.initTransactions();
      var outcome = client.expect("job");
      client.submit(request("job"));
      service.beginTransaction();
      send(service, client, result("job", JobStatus.JOB_STATUS_FAILED));
      service.flush();
      service.abortTransaction();
      service.beginTransaction();
      send(service, client, result("job", JobStatus.JOB_STATUS_SUCCEEDED));
      service.commitTransaction();
      assertThat(outcome.get(30, TimeUnit.SECONDS).result().getStatus())
          .isEqualTo(JobStatus.JOB_STATUS_SUCCEEDED);
      // Also for one who comes later.
      assertThat(client.await("job", Duration.ofSeconds(30)).result().getStatus())
          .isEqualTo(JobStatus.JOB_STATUS_SUCCEEDED);
    }
  }

  @Test
  void nobodyAnsweringIsATypedFailureAndACancelLiesInControl() throws Exception {
    try (var client = installation()) {
      assertThatThrownBy(() -> client.run(request("alone"), Duration.ofMillis(200)))
          .asInstanceOf(InstanceOfAssertFactories.type(ClientException.class))
          .satisfies(
              e -> assertThat(e.code()).isEqualTo(FailureCode.FAILURE_CODE_DEADLINE_EXCEEDED));
      client.cancel("alone", "nobody there");
      var control = records(client.settings().topics().control(), "alone").getFirst();
      assertThat(JobControl.parseFrom(control.value()).getCancel().getReason())
          .isEqualTo("nobody there");
    }
  }

  private static ClientSettings settings() {
    return ClientSettings.of(broker.bootstrapServers())
        .withTopics(Topics.prefixed("t" + UUID.randomUUID() + "."));
  }

  private static CliquestreamClient installation() {
    ClientSettings settings = settings();
    TopicAdmin.create(settings, TopicSettings.defaults().withPartitions(PARTITIONS, 2, 1));
    return CliquestreamClient.open(settings);
  }

  private static JobRequest request(String jobId) {
    return JobRequest.newBuilder()
        .setJobId(jobId)
        .setGraphId("graph")
        .setTriangleCount(TriangleCount.getDefaultInstance())
        .build();
  }

  private static ResultRecord result(String jobId, JobStatus status) {
    return ResultRecord.newBuilder()
        .setResult(JobResult.newBuilder().setJobId(jobId).setStatus(status))
        .build();
  }

  private static void send(
      KafkaProducer<byte[], byte[]> service, CliquestreamClient client, ResultRecord result) {
    String jobId = result.getResult().getJobId();
    // A failed send fails the commit.
    var _ =
        service.send(
            new ProducerRecord<>(
                client.settings().topics().results(),
                Partitions.partitionOf(jobId, 2),
                jobId.getBytes(UTF_8),
                result.toByteArray()));
  }

  private static KafkaProducer<byte[], byte[]> transactional() {
    return new KafkaProducer<>(
        Map.<String, Object>of(
            "bootstrap.servers",
            broker.bootstrapServers(),
            "transactional.id",
            UUID.randomUUID().toString()),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }

  /** What lies on the partition that a key belongs to. */
  private static List<ConsumerRecord<byte[], byte[]>> records(String topic, String key) {
    try (var consumer =
        new KafkaConsumer<>(
            Map.<String, Object>of("bootstrap.servers", broker.bootstrapServers()),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      int partitions = consumer.partitionsFor(topic).size();
      var partition = new TopicPartition(topic, Partitions.partitionOf(key, partitions));
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      long end = consumer.endOffsets(List.of(partition)).get(partition);
      var records = new ArrayList<ConsumerRecord<byte[], byte[]>>();
      while (consumer.position(partition) < end) {
        consumer.poll(Duration.ofMillis(100)).forEach(records::add);
      }
      return records;
    }
  }

  private static String cleanupPolicy(String topic) throws Exception {
    try (Admin admin = admin()) {
      var resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
      return admin
          .describeConfigs(List.of(resource))
          .all()
          .get(30, TimeUnit.SECONDS)
          .get(resource)
          .get("cleanup.policy")
          .value();
    }
  }

  private static Admin admin() {
    return Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
  }

  private static long[] numbers(int count) {
    long[] numbers = new long[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = i;
    }
    return numbers;
  }
}
