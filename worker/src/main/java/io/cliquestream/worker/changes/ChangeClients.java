package io.cliquestream.worker.changes;

import io.cliquestream.contract.Topics;
import io.cliquestream.worker.config.KafkaSettings;
import io.cliquestream.worker.reading.CarefulConsumer;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Makes the Kafka clients of streams, with the reason for every setting. */
record ChangeClients(KafkaSettings kafka, ChangeSettings settings) {
  private static final int POLL_RECORDS = 500;

  /**
   * Kafka's client has one fetch under way at each broker: a partition that was paused, or held
   * events that nobody took, is fetched when that of the others, which may have nothing, is back.
   */
  private static final int FETCH_WAIT_MILLIS = 20;

  private static final int LINGER_MILLIS = 1;
  private static final int BATCH_BYTES = 128 << 10;

  /** Room for a delta's part or a dead letter. */
  private static final int REQUEST_BYTES = 2 << 20;

  Topics topics() {
    return kafka.topics();
  }

  /** The group that keeps how far streams are; it has no members. */
  String groupId() {
    return kafka.groupId() + "-changes";
  }

  /** A reader of events with partitions assigned by hand. */
  KafkaConsumer<byte[], byte[]> consumer(String purpose) {
    // Events written in transactions of their senders count once they are committed.
    Map<String, Object> properties = common(kafka.consumerProperties(), purpose);
    properties.put(ConsumerConfig.GROUP_ID_CONFIG, groupId());
    properties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, POLL_RECORDS);
    properties.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, FETCH_WAIT_MILLIS);
    properties.put(
        ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG,
        Math.toIntExact(settings.fetchPartitionBytes().bytes()));
    return new CarefulConsumer(properties);
  }

  /**
   * A producer of a partition. Its transactional id is one of the partition's: opening it ends
   * whatever a former owner of the partition has under way with it, and for good.
   *
   * @param which of the partition's producers, from 0
   */
  KafkaProducer<byte[], byte[]> producer(int partition, int which) {
    // The first has the id that a worker with one producer uses, so that each ends the other's.
    String turn = which == 0 ? "" : "-" + which;
    Map<String, Object> properties =
        common(kafka.clientProperties(), "changes-" + partition + turn);
    properties.put(
        ProducerConfig.TRANSACTIONAL_ID_CONFIG, groupId() + "-of-partition-" + partition + turn);
    properties.put(
        ProducerConfig.TRANSACTION_TIMEOUT_CONFIG,
        Math.toIntExact(settings.transactionTimeout().toMillis()));
    return producer(properties);
  }

  /** A producer of tombstones, which are right whenever they come: it takes part in nothing. */
  KafkaProducer<byte[], byte[]> retirer() {
    return producer(common(kafka.clientProperties(), "changes-retirements"));
  }

  private KafkaProducer<byte[], byte[]> producer(Map<String, Object> properties) {
    properties.put(ProducerConfig.ACKS_CONFIG, "all");
    properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    // A version's records, and what goes with them, leave in one request.
    properties.put(ProducerConfig.LINGER_MS_CONFIG, LINGER_MILLIS);
    properties.put(ProducerConfig.BATCH_SIZE_CONFIG, BATCH_BYTES);
    properties.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, REQUEST_BYTES);
    properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, (long) timeout());
    properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 2 * timeout());
    return new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
  }

  private int timeout() {
    return Math.toIntExact(kafka.requestTimeout().toMillis());
  }

  private Map<String, Object> common(Map<String, Object> properties, String purpose) {
    properties.put(CommonClientConfigs.CLIENT_ID_CONFIG, kafka.clientId() + "-" + purpose);
    properties.put(CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, timeout());
    // With the default of 100 ms the retries around a transaction's markers take 43 ms, not 11.
    properties.put(CommonClientConfigs.RETRY_BACKOFF_MS_CONFIG, 5L);
    properties.put(CommonClientConfigs.RETRY_BACKOFF_MAX_MS_CONFIG, 1_000L);
    return properties;
  }
}
