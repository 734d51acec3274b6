package io.cliquestream.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.cliquestream.broker.EmbeddedBroker;
import io.cliquestream.client.ClientSettings;
import io.cliquestream.client.CliquestreamClient;
import io.cliquestream.client.TopicAdmin;
import io.cliquestream.client.TopicSettings;
import io.cliquestream.contract.EdgeSource;
import io.cliquestream.contract.PayloadCompressor;
import io.cliquestream.contract.SnapshotPlan;
import io.cliquestream.contract.Topics;
import io.cliquestream.v1.EdgeEncoding;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.JobStatus;
import io.cliquestream.v1.Split;
import io.cliquestream.v1.TriangleCount;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Topics, users and ACLs of the chart, tried on a real broker with Kafka's own authorizer. */
final class AccessTest {
  private static final Duration WAIT = Duration.ofMinutes(2);
  private static final String VALUES =
      """
      topics: {partitions: 2}
      strimzi: {topics: {enabled: true}, users: {enabled: true, scaler: true}}
      """;
  private static final Topics TOPICS = Topics.UNPREFIXED;

  private static GuardedBroker broker;

  @BeforeAll
  static void start() throws Exception {
    RenderedChart chart = RenderedChart.of(VALUES);
    broker = GuardedBroker.start("worker", "client", "scaler");
    broker.apply(chart.ofKind("KafkaTopic"));
    for (JsonNode user : chart.ofKind("KafkaUser")) {
      String name = user.at("/metadata/name").asText();
      broker.allow(name.substring(name.lastIndexOf('-') + 1), user);
    }
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  @Test
  void workerAndClientNeedNoMoreThanTheirUsersMay() throws Exception {
    try (var client = CliquestreamClient.open(settings("client"))) {
      client.publishSnapshot(
          new SnapshotPlan("graph", 1, 4, 0, EdgeEncoding.EDGE_ENCODING_PAIRS, 1_024),
          PayloadCompressor.NONE,
          EdgeSource.of(1, 2, 2, 3, 3, 1));
      for (String topic : List.of(TOPICS.graphs(), TOPICS.jobs(), TOPICS.control())) {
        write("client", topic);
      }
      try (var worker = worker()) {
        worker.running().toCompletionStage().toCompletableFuture().get(2, TimeUnit.MINUTES);
        assertThat(client.run(triangles("first"), WAIT).result().getStatus())
            .isEqualTo(JobStatus.JOB_STATUS_SUCCEEDED);
        client.cancel("first", "too late");
      }
      // State is read back, and the transactional id taken over.
      try (var worker = worker()) {
        worker.running().toCompletionStage().toCompletableFuture().get(2, TimeUnit.MINUTES);
        JobRequest shared =
            triangles("second").toBuilder().setSplit(Split.newBuilder().setParts(2)).build();
        JobResult second = client.run(shared, WAIT).result();
        assertThat(second.getStatus()).isEqualTo(JobStatus.JOB_STATUS_SUCCEEDED);
        assertThat(second.getPlanMap()).containsKey("split-parts");
        // Of the three records that are no messages, whichever way each of them takes.
        awaitRecords(TOPICS.deadLetters(), 3);
      }
    }
  }

  @Test
  void theWorkerNeededCreateOnAStateTopicThatExists() throws Exception {
    for (JsonNode user : RenderedChart.of(VALUES).ofKind("KafkaUser")) {
      assertThat(user.at("/spec/authorization/acls").findValues("operations").toString())
          .doesNotContain("Create")
          .doesNotContain("All");
    }
    try (var worker = worker()) {
      worker.running().toCompletionStage().toCompletableFuture().get(2, TimeUnit.MINUTES);
    }
  }

  @Test
  void anOperatorsReplayOfEdgeEventsWasNotAllowedToTheWorker() throws Exception {
    String acting = VALUES.replace("scaler: true", "scaler: true, actions: true");
    for (JsonNode user : RenderedChart.of(acting).ofKind("KafkaUser")) {
      if (user.at("/metadata/name").asText().endsWith("-worker")) {
        for (String topic :
            List.of(TOPICS.jobs(), TOPICS.control(), TOPICS.graphs(), TOPICS.changes())) {
          assertThat(user.at("/spec/authorization/acls"))
              .filteredOn(acl -> acl.at("/resource/name").asText().equals(topic))
              .as(topic)
              .singleElement()
              .extracting(acl -> acl.get("operations").toString())
              .isEqualTo("[\"Read\",\"Write\"]");
        }
      }
    }
  }

  @Test
  void theScalerSeesTheLagAndNothingElse() throws Exception {
    try (var scaler = Admin.create(broker.clientProperties("scaler"))) {
      var partition = new TopicPartition(TOPICS.jobs(), 0);
      assertThat(scaler.describeTopics(Set.of(TOPICS.jobs())).allTopicNames().get()).hasSize(1);
      assertThat(scaler.listOffsets(Map.of(partition, OffsetSpec.latest())).all().get()).hasSize(1);
      assertThat(
              scaler.listConsumerGroupOffsets("cliquestream").partitionsToOffsetAndMetadata().get())
          .isNotNull();
    }
    assertThatThrownBy(() -> read("scaler", TOPICS.jobs()))
        .isInstanceOf(AuthorizationException.class);
  }

  @Test
  void nobodyWritesOrReadsWhatIsNotTheirs() {
    for (String topic : List.of(TOPICS.results(), TOPICS.deadLetters(), "job-state.v1")) {
      assertThatThrownBy(() -> write("client", topic))
          .as(topic)
          .hasRootCauseInstanceOf(AuthorizationException.class);
    }
    // The versions of streams go onto the topic of graphs.
    for (String topic : List.of(TOPICS.changes(), TOPICS.jobs(), TOPICS.control())) {
      assertThatThrownBy(() -> write("worker", topic))
          .as(topic)
          .hasRootCauseInstanceOf(AuthorizationException.class);
    }
    for (String topic : List.of(TOPICS.graphs(), TOPICS.jobs(), TOPICS.control())) {
      assertThatThrownBy(() -> read("client", topic))
          .as(topic)
          .isInstanceOf(AuthorizationException.class);
    }
  }

  @Test
  void theChartsTopicsAreThoseThatTheCommandCreates() throws Exception {
    try (var plain = EmbeddedBroker.start();
        var admin = Admin.create(Map.of("bootstrap.servers", plain.bootstrapServers()))) {
      TopicAdmin.create(
          ClientSettings.of(plain.bootstrapServers()),
          TopicSettings.defaults().withPartitions(2, 2, 1));
      Map<String, Map<String, String>> charts = layout(broker.operator());
      charts.remove("job-state.v1"); // The workers' own; no part of the contract.

      assertThat(charts).isEqualTo(layout(admin));
    }
  }

  private static Map<String, Map<String, String>> layout(Admin admin) throws Exception {
    Set<String> names = admin.listTopics().names().get();
    Map<String, Map<String, String>> layout = new TreeMap<>();
    for (var topic : admin.describeTopics(names).allTopicNames().get().values()) {
      Map<String, String> about = new TreeMap<>();
      about.put("partitions", Integer.toString(topic.partitions().size()));
      var resource = new ConfigResource(ConfigResource.Type.TOPIC, topic.name());
      for (ConfigEntry entry :
          admin.describeConfigs(Set.of(resource)).all().get().get(resource).entries()) {
        if (entry.source() == ConfigEntry.ConfigSource.DYNAMIC_TOPIC_CONFIG) {
          about.put(entry.name(), entry.value());
        }
      }
      layout.put(topic.name(), about);
    }
    return layout;
  }

  private static io.cliquestream.worker.service.WorkerService worker() {
    return WorkerFacts.start(
        Map.of(
            "kafka.bootstrap",
            broker.bootstrapServers(),
            "kafka.security-protocol",
            "sasl-plaintext",
            "kafka.sasl-mechanism",
            "PLAIN",
            "kafka.sasl-username",
            "worker",
            "kafka.sasl-password",
            "worker",
            "jobs.instance-id",
            "demo-0",
            "engine.kind",
            "cpu",
            "http.host",
            "127.0.0.1",
            "http.port",
            "0"));
  }

  private static ClientSettings settings(String user) {
    return ClientSettings.of(broker.bootstrapServers()).withConnection(broker.connection(user));
  }

  private static JobRequest triangles(String job) {
    return JobRequest.newBuilder()
        .setJobId(job)
        .setGraphId("graph")
        .setTriangleCount(TriangleCount.getDefaultInstance())
        .build();
  }

  private static void write(String user, String topic) throws Exception {
    byte[] garbage = "no message".getBytes(StandardCharsets.UTF_8);
    try (var producer =
        new KafkaProducer<>(
            broker.clientProperties(user), new ByteArraySerializer(), new ByteArraySerializer())) {
      producer.send(new ProducerRecord<>(topic, 0, garbage, garbage)).get();
    }
  }

  private static void read(String user, String topic) {
    Map<String, Object> properties = new HashMap<>(broker.clientProperties(user));
    properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    try (var consumer =
        new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      consumer.assign(Set.of(new TopicPartition(topic, 0)));
      for (int poll = 0; poll < 20; poll++) {
        consumer.poll(Duration.ofMillis(500));
      }
    }
  }

  private static void awaitRecords(String topic, int records) throws Exception {
    Map<String, Object> properties = new HashMap<>(broker.clientProperties("operator"));
    properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    try (var consumer =
        new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      consumer.assign(Set.of(new TopicPartition(topic, 0)));
      int seen = 0;
      for (int poll = 0; poll < 240 && seen < records; poll++) {
        seen += consumer.poll(Duration.ofMillis(500)).count();
      }
      assertThat(seen).isEqualTo(records);
    }
  }
}
