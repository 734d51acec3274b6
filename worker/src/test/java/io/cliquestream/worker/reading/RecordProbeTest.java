package io.cliquestream.worker.reading;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.broker.EmbeddedBroker;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Against a broker, with consumers whose memory ends at certain records. */
@Tag("seam")
final class RecordProbeTest {
  private static final TopicPartition PARTITION = new TopicPartition("bombs", 0);
  private static final int RECORDS = 20;
  private static final long FIRST_BOMB = 7;
  private static final long LAST_BOMB = 11;

  /** The last record that has no memory to be read. */
  private final AtomicLong lastBomb = new AtomicLong(LAST_BOMB);

  private final AtomicInteger polls = new AtomicInteger();

  /** A consumer to which a record of the range is too large. */
  private final class SmallConsumer extends KafkaConsumer<byte[], byte[]> {
    SmallConsumer(String bootstrap) {
      super(
          Map.of(
              ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
              bootstrap,
              ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
              1,
              ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
              false),
          new ByteArrayDeserializer(),
          new ByteArrayDeserializer());
    }

    @Override
    public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
      ConsumerRecords<byte[], byte[]> records = super.poll(timeout);
      for (ConsumerRecord<byte[], byte[]> record : records) {
        polls.incrementAndGet();
        if (record.offset() >= FIRST_BOMB && record.offset() <= lastBomb.get()) {
          throw new OutOfMemoryError("offset " + record.offset());
        }
      }
      return records;
    }
  }

  private static void fill(String bootstrap) throws ExecutionException, InterruptedException {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap));
        var producer =
            new KafkaProducer<>(
                Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
      admin.createTopics(List.of(new NewTopic(PARTITION.topic(), 1, (short) 1))).all().get();
      for (int i = 0; i < RECORDS; i++) {
        var _ =
            producer.send(new ProducerRecord<>(PARTITION.topic(), new byte[0], new byte[i])).get();
      }
    }
  }

  @Test
  void whatWasPassedOverWasTriedThriceEachTimeAReaderCameBackToIt() throws Exception {
    try (var broker = EmbeddedBroker.start()) {
      fill(broker.bootstrapServers());
      var probe =
          new RecordProbe(
              () -> new SmallConsumer(broker.bootstrapServers()), Duration.ofSeconds(10));
      long end = probe.end(PARTITION);
      assertThat(end).isEqualTo(RECORDS);

      RecordProbe.Step before = probe.step(PARTITION, FIRST_BOMB - 1, end);
      assertThat(before.cause()).isNull();
      assertThat(before.next()).isEqualTo(FIRST_BOMB);

      RecordProbe.Step first = probe.step(PARTITION, FIRST_BOMB, end);
      assertThat(first.cause()).contains("offset " + FIRST_BOMB);
      assertThat(first.records()).isEmpty();
      assertThat(first.next()).isEqualTo(LAST_BOMB + 1);

      polls.set(0);
      assertThat(probe.step(PARTITION, FIRST_BOMB, end)).isEqualTo(first);
      assertThat(polls).hasValue(1);

      // Another place is no known one, even inside the range.
      polls.set(0);
      assertThat(probe.step(PARTITION, FIRST_BOMB + 1, end).next()).isEqualTo(LAST_BOMB + 1);
      assertThat(polls.get()).isGreaterThan(3);

      // Once there is memory, it is read like any.
      lastBomb.set(-1);
      RecordProbe.Step readable = probe.step(PARTITION, FIRST_BOMB, end);
      assertThat(readable.cause()).isNull();
      assertThat(readable.records()).hasSize(1);
      assertThat(readable.records().getFirst().offset()).isEqualTo(FIRST_BOMB);
      assertThat(readable.next()).isEqualTo(FIRST_BOMB + 1);
      assertThat(readable.records().getFirst().value()).hasSize((int) FIRST_BOMB);
    }
  }
}
