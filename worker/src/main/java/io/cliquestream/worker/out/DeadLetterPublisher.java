package io.cliquestream.worker.out;

import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.config.KafkaSettings;
import java.util.HashMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Writes dead letters outside of any transaction, one at a time; thread-safe. */
public final class DeadLetterPublisher implements AutoCloseable {
  private final KafkaProducer<byte[], byte[]> producer;
  private final String topic;

  public DeadLetterPublisher(KafkaSettings settings) {
    topic = settings.topics().deadLetters();
    int timeout = Math.toIntExact(settings.requestTimeout().toMillis());
    var properties = new HashMap<String, Object>(settings.connection().values());
    properties.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, settings.bootstrap());
    properties.put(ProducerConfig.CLIENT_ID_CONFIG, settings.clientId() + "-dead-letters");
    properties.put(ProducerConfig.ACKS_CONFIG, "all");
    properties.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, 2 << 20);
    properties.put(ProducerConfig.LINGER_MS_CONFIG, 0);
    properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, timeout);
    properties.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, timeout);
    properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, timeout);
    producer =
        new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
  }

  /**
   * Writes the dead letter of a record and waits for the broker's word; not on an event loop.
   *
   * @throws KafkaException when the broker did not take it within the request timeout
   */
  public void publish(ConsumerRecord<byte[], byte[]> record, FailureCode code, String message) {
    send(DeadLetterRecords.of(topic, record, code, message));
  }

  private void send(org.apache.kafka.clients.producer.ProducerRecord<byte[], byte[]> letter) {
    try {
      var _ = producer.send(letter).get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof KafkaException cause
          ? cause
          : new KafkaException("a dead letter could not be written", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new KafkaException("interrupted while writing a dead letter", e);
    }
  }

  @Override
  public void close() {
    producer.close(java.time.Duration.ofSeconds(5));
  }
}
