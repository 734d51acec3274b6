package io.cliquestream.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.contract.Topics;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class EmbeddedBrokerTest {
  @Test
  void runsTransactionsOfVersionTwo() throws Exception {
    try (var broker = EmbeddedBroker.start();
        var admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      createTopics(broker);
      var features = admin.describeFeatures().featureMetadata().get().finalizedFeatures();
      assertThat(features.get("transaction.version").maxVersionLevel()).isEqualTo((short) 2);

      try (var producer =
          new KafkaProducer<String, String>(
              Map.of("bootstrap.servers", broker.bootstrapServers(), "transactional.id", "test"),
              new StringSerializer(),
              new StringSerializer())) {
        producer.initTransactions();
        producer.beginTransaction();
        var aborted =
            producer.send(new ProducerRecord<>(Topics.UNPREFIXED.results(), 0, "key", "aborted"));
        producer.flush();
        assertThat(aborted.get().hasOffset()).isTrue();
        producer.abortTransaction();
        producer.beginTransaction();
        var committed =
            producer.send(new ProducerRecord<>(Topics.UNPREFIXED.results(), 0, "key", "committed"));
        producer.commitTransaction();
        assertThat(committed.isDone()).isTrue();
      }
      assertThat(committed(broker)).containsExactly("committed");
    }
  }

  @Test
  void keepsAGivenFolderAndPortAcrossRestarts(@TempDir Path folder) throws Exception {
    int port;
    try (var broker = EmbeddedBroker.start(EmbeddedBrokerSettings.at(folder, 0))) {
      port = broker.port();
      createTopics(broker);
    }
    try (var broker = EmbeddedBroker.start(EmbeddedBrokerSettings.at(folder, port));
        var admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      assertThat(broker.port()).isEqualTo(port);
      assertThat(admin.listTopics().names().get()).contains(Topics.UNPREFIXED.jobs());
    }
  }

  @Test
  void aConnectionCouldTakeThePortBetweenTheChoiceAndTheBind() {
    try (var broker = EmbeddedBroker.start()) {
      // Where no system gives ports to whoever connects.
      assertThat(broker.port()).isBetween(20_000, 32_767);
    }
  }

  @Test
  void deletesATemporaryFolder() {
    var broker = EmbeddedBroker.start();
    assertThat(broker.folder()).isDirectory();
    broker.close();
    broker.close();
    assertThat(Files.exists(broker.folder())).isFalse();
  }

  private static void createTopics(EmbeddedBroker broker) throws Exception {
    try (var admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      admin
          .createTopics(
              Topics.prefixed("").all().stream()
                  .map(topic -> new NewTopic(topic, 2, (short) 1))
                  .toList())
          .all()
          .get();
    }
  }

  private static List<String> committed(EmbeddedBroker broker) {
    try (var consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers",
                broker.bootstrapServers(),
                "isolation.level",
                "read_committed",
                "auto.offset.reset",
                "earliest"),
            new StringDeserializer(),
            new StringDeserializer())) {
      var partition = new TopicPartition(Topics.UNPREFIXED.results(), 0);
      consumer.assign(List.of(partition));
      var values = new java.util.ArrayList<String>();
      long end = consumer.endOffsets(List.of(partition)).get(partition);
      while (consumer.position(partition) < end) {
        consumer.poll(Duration.ofMillis(100)).forEach(record -> values.add(record.value()));
      }
      return values;
    }
  }
}
