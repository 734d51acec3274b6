package io.cliquestream.worker.api;

import io.cliquestream.worker.config.KafkaSettings;
import io.cliquestream.worker.reading.CarefulConsumer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/**
 * Reads single records by their offsets: results, pages, dead letters, requests. Waits for the
 * broker, so not on an event loop; as many at a time as there are threads that call it, each with a
 * consumer that is kept for the next. Bounded in time.
 */
final class TopicReader implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final int FETCH_BYTES = 2 << 20;

  private final Map<String, Object> properties;
  private final ConcurrentLinkedQueue<KafkaConsumer<byte[], byte[]>> idle =
      new ConcurrentLinkedQueue<>();
  private volatile boolean closed;

  TopicReader(KafkaSettings kafka) {
    properties = kafka.consumerProperties();
    properties.put(ConsumerConfig.CLIENT_ID_CONFIG, kafka.clientId() + "-api-reader");
    properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    properties.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, FETCH_BYTES);
    properties.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, FETCH_BYTES);
    properties.put(
        ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, Math.toIntExact(PATIENCE.toMillis()));
  }

  /** The record at an offset; empty when it is not there any more. */
  Optional<ConsumerRecord<byte[], byte[]>> one(String topic, int partition, long offset) {
    var found = new java.util.concurrent.atomic.AtomicReference<ConsumerRecord<byte[], byte[]>>();
    each(
        topic,
        partition,
        offset,
        offset,
        record -> {
          if (record.offset() == offset) {
            found.set(record);
          }
          return false;
        });
    return Optional.ofNullable(found.get());
  }

  /** How many partitions a topic has; 0 for one that is not there. */
  int partitions(String topic) {
    return reading(
        topic,
        consumer -> {
          var found = consumer.partitionsFor(topic);
          return found == null ? 0 : found.size();
        });
  }

  /**
   * Visits records in order.
   *
   * @param first offset of the first one
   * @param last offset of the last one
   * @param visitor says whether it wants more
   * @throws ApiException UNAVAILABLE when the broker does not answer
   */
  void each(
      String topic,
      int partition,
      long first,
      long last,
      Predicate<ConsumerRecord<byte[], byte[]>> visitor) {
    var source = new TopicPartition(topic, partition);
    var _ =
        reading(
            topic,
            consumer -> {
              consumer.assign(List.of(source));
              Long earliest = consumer.beginningOffsets(List.of(source)).get(source);
              Long end = consumer.endOffsets(List.of(source)).get(source);
              consumer.seek(source, Math.max(first, earliest));
              visit(consumer, source, Math.min(last, end - 1), visitor);
              return true;
            });
  }

  private <T> T reading(String topic, Function<KafkaConsumer<byte[], byte[]>, T> read) {
    KafkaConsumer<byte[], byte[]> consumer = idle.poll();
    boolean sound = false;
    try {
      if (consumer == null) {
        consumer = new CarefulConsumer(properties);
      }
      T found = read.apply(consumer);
      sound = true;
      return found;
    } catch (KafkaException e) {
      throw ApiException.unavailable(topic + " cannot be read: " + e.getMessage());
    } finally {
      giveBack(consumer, sound);
    }
  }

  private static void visit(
      KafkaConsumer<byte[], byte[]> consumer,
      TopicPartition source,
      long last,
      Predicate<ConsumerRecord<byte[], byte[]>> visitor) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (consumer.position(source) <= last) {
      var records = consumer.poll(POLL).records(source);
      for (ConsumerRecord<byte[], byte[]> record : records) {
        if (record.offset() > last || !visitor.test(record)) {
          return;
        }
      }
      if (!records.isEmpty()) {
        deadline = System.nanoTime() + PATIENCE.toNanos();
      } else if (System.nanoTime() - deadline > 0) {
        throw ApiException.unavailable(source.topic() + ": the broker does not answer");
      }
    }
  }

  private void giveBack(KafkaConsumer<byte[], byte[]> consumer, boolean sound) {
    if (consumer == null) {
      return;
    }
    if (sound && !closed) {
      consumer.unsubscribe();
      idle.add(consumer);
    } else {
      consumer.close(org.apache.kafka.clients.consumer.CloseOptions.timeout(Duration.ZERO));
    }
  }

  @Override
  public void close() {
    closed = true;
    for (var consumer = idle.poll(); consumer != null; consumer = idle.poll()) {
      consumer.close(org.apache.kafka.clients.consumer.CloseOptions.timeout(Duration.ZERO));
    }
  }
}
