package io.cliquestream.deploy;

import static org.assertj.core.api.Assertions.assertThat;

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
import io.cliquestream.v1.TriangleCount;
import io.cliquestream.worker.service.WorkerService;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Whether KEDA, with the chart's trigger, would let the last worker go, and wake it again. The lag
 * is worked out from a real broker's offsets by KEDA's documented rule; KEDA itself is not run.
 */
final class ScalerLagTest {
  private static final Duration WAIT = Duration.ofMinutes(2);
  private static final int PARTITIONS = 3;
  private static final String GRAPH = "graph";

  private EmbeddedBroker broker;
  private Admin admin;
  private CliquestreamClient client;

  @BeforeEach
  void start() {
    broker = EmbeddedBroker.start();
    admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
    var settings = ClientSettings.of(broker.bootstrapServers());
    TopicAdmin.create(settings, TopicSettings.defaults().withPartitions(PARTITIONS, PARTITIONS, 1));
    client = CliquestreamClient.open(settings);
    client.publishSnapshot(
        new SnapshotPlan(GRAPH, 1, 4, 0, EdgeEncoding.EDGE_ENCODING_PAIRS, 1_024),
        PayloadCompressor.NONE,
        EdgeSource.of(1, 2, 2, 3, 3, 1));
  }

  @AfterEach
  void stop() {
    client.close();
    admin.close();
    broker.close();
  }

  @Test
  void anEmptyTopicThatNobodyEverReadDoesNotHoldAWorker() throws Exception {
    assertThat(isActive(trigger(false))).isFalse();
  }

  @Test
  void theFirstJobOfAllWakesAWorkerAndItsAnswerLetsItGo() throws Exception {
    client.submit(triangles("first"));

    assertThat(isActive(trigger(false))).isTrue();
    try (var _ = worker()) {
      client.await("first", WAIT);
      awaitIdle(trigger(false));
    }
    assertThat(isActive(trigger(false))).isFalse();
  }

  @Test
  void endMarkersOfTransactionsHoldNoWorkerForEver() throws Exception {
    try (var _ = worker()) {
      for (String job : new String[] {"one", "two", "three"}) {
        submitInATransaction(job);
        client.await(job, WAIT);
      }
      awaitIdle(trigger(true));
    }

    assertThat(lag(trigger(true))).as("the marker that nobody can commit").isEqualTo(1);
    assertThat(isActive(trigger(false))).as("without the value transactionalClients").isTrue();
    assertThat(isActive(trigger(true))).isFalse();
    // One job more is a record and a marker: together with those left behind, enough before long.
    submitInATransaction("four");
    submitInATransaction("five");
    assertThat(isActive(trigger(true))).isTrue();
  }

  private static JsonNode trigger(boolean transactionalClients) throws IOException {
    return RenderedChart.of(
            "topics: {partitions: %d}\nkeda: {enabled: true, transactionalClients: %s}"
                .formatted(PARTITIONS, transactionalClients))
        .one("ScaledObject")
        .at("/spec/triggers/0/metadata");
  }

  private boolean isActive(JsonNode trigger) throws Exception {
    return lag(trigger) > Long.parseLong(trigger.path("activationLagThreshold").asText());
  }

  /** The ends of all partitions, less what is committed; all of a partition never committed. */
  private long lag(JsonNode trigger) throws Exception {
    assertThat(trigger.path("offsetResetPolicy").asText()).isEqualTo("earliest");
    assertThat(trigger.path("scaleToZeroOnInvalidOffset").asText()).isEqualTo("false");
    assertThat(trigger.path("excludePersistentLag").asText()).isEqualTo("false");
    String topic = trigger.path("topic").asText();
    Map<TopicPartition, OffsetSpec> all = new HashMap<>();
    for (int partition = 0; partition < PARTITIONS; partition++) {
      all.put(new TopicPartition(topic, partition), OffsetSpec.latest());
    }
    var committed =
        admin
            .listConsumerGroupOffsets(trigger.path("consumerGroup").asText())
            .partitionsToOffsetAndMetadata()
            .get();
    long lag = 0;
    for (var end : admin.listOffsets(all).all().get().entrySet()) {
      var offset = committed.get(end.getKey());
      lag += end.getValue().offset() - (offset == null ? 0 : offset.offset());
    }
    return lag;
  }

  /** A result is seen before the offset that was committed with it is answered everywhere. */
  private void awaitIdle(JsonNode trigger) throws Exception {
    for (int look = 0; look < 240 && isActive(trigger); look++) {
      TimeUnit.MILLISECONDS.sleep(500);
    }
  }

  private WorkerService worker() {
    return WorkerFacts.start(
        Map.of(
            "kafka.bootstrap",
            broker.bootstrapServers(),
            "engine.kind",
            "cpu",
            "http.host",
            "127.0.0.1",
            "http.port",
            "0"));
  }

  private void submitInATransaction(String job) throws Exception {
    Map<String, Object> properties =
        Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
            broker.bootstrapServers(),
            ProducerConfig.TRANSACTIONAL_ID_CONFIG,
            "submitter");
    try (var producer =
        new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer())) {
      producer.initTransactions();
      producer.beginTransaction();
      var _ =
          producer.send(
              new ProducerRecord<>(
                  Topics.UNPREFIXED.jobs(),
                  GRAPH.getBytes(StandardCharsets.UTF_8),
                  triangles(job).toByteArray()));
      producer.commitTransaction();
    }
  }

  private static JobRequest triangles(String job) {
    return JobRequest.newBuilder()
        .setJobId(job)
        .setGraphId(GRAPH)
        .setTriangleCount(TriangleCount.getDefaultInstance())
        .build();
  }
}
