package io.cliquestream.client;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Turns {@link ClientSettings} into properties of the Kafka clients. */
final class KafkaProperties {
  private static final int RETRY_BACKOFF_MILLIS = 20;
  private static final int FETCHED_RECORDS = 2_000;

  private KafkaProperties() {}

  static Map<String, Object> producer(ClientSettings settings) {
    Map<String, Object> properties = new HashMap<>();
    properties.put(ProducerConfig.ACKS_CONFIG, "all");
    properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    properties.put(ProducerConfig.LINGER_MS_CONFIG, 0);
    properties.put(ProducerConfig.BUFFER_MEMORY_CONFIG, settings.bufferBytes());
    properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, settings.publishTimeout().toMillis());
    properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, millis(settings.publishTimeout()));
    // The delivery timeout must not be shorter than one request.
    return common(properties, settings, min(settings.requestTimeout(), settings.publishTimeout()));
  }

  /**
   * A consumer without a group, which has nothing to hand back when it is closed: the broker hears
   * of the end only behind a fetch that waits for records, half a second later.
   */
  static KafkaConsumer<byte[], byte[]> openConsumer(ClientSettings settings) {
    var bytes = new ByteArrayDeserializer();
    return new KafkaConsumer<>(consumer(settings), bytes, bytes) {
      @Override
      public void close() {
        close(CloseOptions.timeout(Duration.ZERO));
      }
    };
  }

  private static Map<String, Object> consumer(ClientSettings settings) {
    Map<String, Object> properties = new HashMap<>();
    properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    properties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, FETCHED_RECORDS);
    properties.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, millis(settings.requestTimeout()));
    return common(properties, settings, settings.requestTimeout());
  }

  static Map<String, Object> admin(ClientSettings settings) {
    Map<String, Object> properties = new HashMap<>();
    properties.put(
        CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG, millis(settings.requestTimeout()));
    return common(properties, settings, settings.requestTimeout());
  }

  private static Map<String, Object> common(
      Map<String, Object> properties, ClientSettings settings, Duration requestTimeout) {
    properties.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, settings.bootstrapServers());
    properties.put(CommonClientConfigs.RETRY_BACKOFF_MS_CONFIG, RETRY_BACKOFF_MILLIS);
    properties.put(CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, millis(requestTimeout));
    properties.putAll(settings.connection().values());
    return properties;
  }

  private static Duration min(Duration a, Duration b) {
    return a.compareTo(b) <= 0 ? a : b;
  }

  private static int millis(Duration duration) {
    return (int) Math.min(Integer.MAX_VALUE, duration.toMillis());
  }
}
