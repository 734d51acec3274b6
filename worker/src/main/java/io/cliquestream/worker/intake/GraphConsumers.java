package io.cliquestream.worker.intake;

import io.cliquestream.worker.config.GraphSettings;
import io.cliquestream.worker.config.KafkaSettings;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Makes consumers of the graph topic. Their group keeps offsets of dead letters and nothing else.
 */
final class GraphConsumers {
  private static final int FETCH_WAIT_MILLIS = 25;

  private final Map<String, Object> properties;
  private final String clientId;
  private final int pollRecords;

  GraphConsumers(KafkaSettings kafka, GraphSettings graphs) {
    this.clientId = kafka.clientId();
    this.pollRecords = graphs.pollRecords();
    properties = new HashMap<>(kafka.connection().values());
    properties.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrap());
    properties.put(ConsumerConfig.GROUP_ID_CONFIG, kafka.groupId() + "-graph-dead-letters");
    properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    properties.put(
        ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG,
        Math.toIntExact(graphs.partitionFetchBytes().bytes()));
    properties.put(
        ConsumerConfig.FETCH_MAX_BYTES_CONFIG, Math.toIntExact(graphs.fetchBytes().bytes()));
    // A broker answers a connection in order: an idle fetch would hold up every look at end
    // offsets.
    properties.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, FETCH_WAIT_MILLIS);
    properties.put(
        ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
        Math.toIntExact(kafka.requestTimeout().toMillis()));
  }

  /** One that takes as many records at a time as is configured. */
  KafkaConsumer<byte[], byte[]> open(String purpose) {
    return open(purpose, pollRecords);
  }

  /** One that takes one record at a time. */
  KafkaConsumer<byte[], byte[]> openCareful(String purpose) {
    return open(purpose, 1);
  }

  /** Most records of one poll. */
  int pollRecords() {
    return pollRecords;
  }

  private KafkaConsumer<byte[], byte[]> open(String purpose, int records) {
    var mine = new HashMap<>(properties);
    mine.put(ConsumerConfig.CLIENT_ID_CONFIG, clientId + "-" + purpose);
    mine.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, records);
    return new KafkaConsumer<>(mine, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }
}
