package io.cliquestream.worker.reading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.broker.EmbeddedBroker;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Against a broker; what is too large to be read is {@link RecordProbeTest}'s. */
@Tag("seam")
final class CarefulConsumerTest {
  private static final TopicPartition PARTITION = new TopicPartition("records", 0);

  /** Lets no poll end but those that read record by record. */
  public static final class Exhausting implements ConsumerInterceptor<byte[], byte[]> {
    private boolean careful;

    @Override
    public void configure(Map<String, ?> configs) {
      careful = configs.get(ConsumerConfig.CLIENT_ID_CONFIG).toString().endsWith("-careful");
    }

    @Override
    public ConsumerRecords<byte[], byte[]> onConsume(ConsumerRecords<byte[], byte[]> records) {
      if (!careful) {
        throw new OutOfMemoryError("of a test");
      }
      return records;
    }

    @Override
    public void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {}

    @Override
    public void close() {}
  }

  @Test
  void memoryThatWasShortWithoutARecordToBlameMadeAPollLoopSpinForEver() throws Exception {
    try (var broker = EmbeddedBroker.start()) {
      String bootstrap = broker.bootstrapServers();
      create(bootstrap);
      try (var producer =
              new KafkaProducer<>(
                  Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap),
                  new ByteArraySerializer(),
                  new ByteArraySerializer());
          var consumer =
              new CarefulConsumer(
                  Map.of(
                      ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                      bootstrap,
                      ConsumerConfig.CLIENT_ID_CONFIG,
                      "of-a-test",
                      ConsumerConfig.INTERCEPTOR_CLASSES_CONFIG,
                      Exhausting.class.getName()))) {
        consumer.assign(List.of(PARTITION));
        consumer.seekToBeginning(List.of(PARTITION));
        for (int turn = 1; turn <= FutileTurns.MAXIMUM; turn++) {
          // Kafka's client is past it when its memory ends, so that it is not to blame.
          var _ = producer.send(new ProducerRecord<>(PARTITION.topic(), new byte[1])).get();
          if (turn < FutileTurns.MAXIMUM) {
            assertThat(consumer.poll(Duration.ofSeconds(60))).isEmpty();
          } else {
            assertThatThrownBy(() -> consumer.poll(Duration.ofSeconds(60)))
                .isInstanceOf(OutOfMemoryError.class);
          }
        }
      }
    }
  }

  private static void create(String bootstrap) throws ExecutionException, InterruptedException {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
      admin.createTopics(List.of(new NewTopic(PARTITION.topic(), 1, (short) 1))).all().get();
    }
  }
}
