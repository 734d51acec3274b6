package io.cliquestream.worker.intake.topic;

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
public final class GraphConsumers {
  private static final int FETCH_WAIT_MILLIS = 25;

  private final Map<String, Object> properties;
  private final String clientId;
  private final String groupId;
  private final int pollRecords;

  /** Of the topic that settings name. */
  public GraphConsumers(KafkaSettings kafka, GraphSettings graphs) {
    this.clientId = kafka.clientId();
    this.groupId = kafka.groupId() + "-graph-dead-letters";
    this.pollRecords = graphs.pollRecords();
    properties = kafka.consumerProperties();
    properties.put(ConsumerConfig.GROUP_ID_CONFIG, groupId);
    properties.put(
        ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG,
        Math.toIntExact(graphs.partitionFetchBytes().bytes()));
    properties.put(
        ConsumerConfig.FETCH_MAX_BYTES_CONFIG, Math.toIntExact(graphs.fetchBytes().bytes()));
    // A broker answers a connection in order: an idle fetch would hold up every look at end
    // offsets.
    properties.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, FETCH_WAIT_MILLIS);
  }

  /** The group, which has no members. */
  public String groupId() {
    return groupId;
  }

  /** One that takes as many records at a time as is configured. */
  public KafkaConsumer<byte[], byte[]> open(String purpose) {
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
