package io.cliquestream.worker.jobs.exchange;

import io.cliquestream.contract.ConnectionProperties;
import io.cliquestream.worker.jobs.JobServiceSettings;
import io.cliquestream.worker.jobs.handover.Handover;
import io.cliquestream.worker.jobs.handover.HandoverAssignor;
import io.cliquestream.worker.reading.CarefulConsumer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Makes the Kafka clients of the job service, with the reason for every setting. */
public final class KafkaClients {
  /** Room for a dead letter: the largest record of the contract and its extra headers. */
  static final int REQUEST_BYTES = 2 << 20;

  private static final int POLL_RECORDS = 500;
  private static final int HEARTBEAT_MILLIS = 250;

  /**
   * Kafka's client has one fetch under way at each broker. A partition of which it has given all
   * that it held is fetched when that of the others, which may have nothing, has come back: with
   * Kafka's half second jobs stand still for as long, and so does whoever closes a reader that has
   * read to the end.
   */
  private static final int FETCH_WAIT_MILLIS = 20;

  /** Before a worker's name in the client id of its member of the group. */
  private static final String JOBS = "cliquestream-jobs-";

  private static final int TRANSACTION_LINGER_MILLIS = 1;
  private static final int TRANSACTION_BATCH_BYTES = 512 << 10;

  private final JobServiceSettings settings;
  private final String instanceId;
  private final ConnectionProperties connection;
  private final Map<String, Object> reading;

  /**
   * @throws io.cliquestream.worker.config.ConfigurationException when the connection's settings do
   *     not go together
   */
  public KafkaClients(JobServiceSettings settings, String instanceId) {
    this.settings = settings;
    this.instanceId = instanceId;
    this.connection = settings.kafka().connection();
    this.reading = settings.kafka().consumerProperties();
  }

  /**
   * The member of the group that shares the jobs.
   *
   * @param handover what it tells the group of partitions that it has made ready, and is told
   */
  public KafkaConsumer<byte[], byte[]> jobConsumer(Handover handover) {
    Map<String, Object> properties = reader();
    properties.put(ConsumerConfig.GROUP_ID_CONFIG, settings.groupId());
    properties.put(ConsumerConfig.CLIENT_ID_CONFIG, JOBS + instanceId);
    properties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, POLL_RECORDS);
    properties.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, FETCH_WAIT_MILLIS);
    boundFetches(properties);
    // Cooperative: partitions that stay are neither revoked nor interrupted. The second is for a
    // group with workers that do not know the first.
    properties.put(
        ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
        List.of(HandoverAssignor.class, CooperativeStickyAssignor.class));
    properties.put(HandoverAssignor.HANDOVER, handover);
    properties.put(
        ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG,
        (int) settings.jobs().sessionTimeout().toMillis());
    // A member learns from a heartbeat that the group shares its partitions anew, and everybody
    // waits for the last one that does.
    properties.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, HEARTBEAT_MILLIS);
    if (!settings.jobs().instanceId().isEmpty()) {
      // A restarted instance takes its place over at once instead of waiting for the old to expire.
      properties.put(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, instanceId);
    }
    return consumer(properties);
  }

  /** The worker whose member of the group has such a client id. */
  public static Optional<String> instanceOf(String clientId) {
    return clientId.startsWith(JOBS)
        ? Optional.of(clientId.substring(JOBS.length()))
        : Optional.empty();
  }

  /**
   * The member of a group that shares the tasks: takes them one by one.
   *
   * @param group which of the groups, to be added to its name; empty for the host's
   */
  public KafkaConsumer<byte[], byte[]> taskConsumer(String group) {
    Map<String, Object> properties = reader();
    properties.put(ConsumerConfig.GROUP_ID_CONFIG, settings.groupId() + "-tasks" + group);
    properties.put(
        ConsumerConfig.CLIENT_ID_CONFIG, "cliquestream-tasks" + group + "-" + instanceId);
    properties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 1);
    properties.put(
        ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
        List.of(CooperativeStickyAssignor.class));
    properties.put(
        ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG,
        (int) settings.jobs().sessionTimeout().toMillis());
    properties.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, HEARTBEAT_MILLIS);
    return consumer(properties);
  }

  /** A reader of committed records outside of any group, which reads to an end and is closed. */
  public KafkaConsumer<byte[], byte[]> reader(String purpose) {
    Map<String, Object> properties = reader();
    properties.put(ConsumerConfig.CLIENT_ID_CONFIG, "cliquestream-" + purpose + "-" + instanceId);
    properties.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, FETCH_WAIT_MILLIS);
    return consumer(properties);
  }

  /** The same for small records: takes little at a time. */
  public KafkaConsumer<byte[], byte[]> boundedReader(String purpose) {
    Map<String, Object> properties = reader();
    properties.put(ConsumerConfig.CLIENT_ID_CONFIG, "cliquestream-" + purpose + "-" + instanceId);
    boundFetches(properties);
    return consumer(properties);
  }

  /**
   * The producers whose transactions carry results and offsets.
   *
   * @param turn 0 or 1; the two take turns
   */
  KafkaProducer<byte[], byte[]> transactionalProducer(int turn) {
    return transactional(resultIds(settings.groupId(), instanceId).get(turn));
  }

  /** The transactional ids of a worker's results, by their turns. */
  public static List<String> resultIds(String group, String instanceId) {
    String id = group + "-" + instanceId;
    return List.of(id, id + "-second");
  }

  /** Another one, for a purpose of its own. */
  public KafkaProducer<byte[], byte[]> transactionalProducer(String purpose) {
    return transactional(settings.groupId() + "-" + instanceId + "-" + purpose);
  }

  private KafkaProducer<byte[], byte[]> transactional(String id) {
    Map<String, Object> properties = writer();
    properties.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, id);
    properties.put(
        ProducerConfig.TRANSACTION_TIMEOUT_CONFIG,
        (int) settings.jobs().transactionTimeout().toMillis());
    // The records of a transaction leave in one request, not the first of them by itself: each
    // request that speaks of a further partition has the broker ask its coordinator.
    properties.put(ProducerConfig.LINGER_MS_CONFIG, TRANSACTION_LINGER_MILLIS);
    properties.put(ProducerConfig.BATCH_SIZE_CONFIG, TRANSACTION_BATCH_BYTES);
    // Of every step of a transaction: a broker that comes back finds nobody asleep.
    properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, settings.transactionStep().toMillis());
    return producer(properties);
  }

  /** For progress, which may be lost: blocks for a second at most. */
  public KafkaProducer<byte[], byte[]> progressProducer() {
    Map<String, Object> properties = writer();
    properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 1_000L);
    properties.put(ProducerConfig.LINGER_MS_CONFIG, 20);
    return producer(properties);
  }

  public Admin admin() {
    Map<String, Object> properties = common();
    properties.put(
        CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG,
        (int) settings.requestTimeout().toMillis());
    return Admin.create(properties);
  }

  private void boundFetches(Map<String, Object> properties) {
    properties.put(
        ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG,
        (int) settings.jobs().fetchPartitionBytes().bytes());
    properties.put(
        ConsumerConfig.FETCH_MAX_BYTES_CONFIG, (int) settings.jobs().fetchBytes().bytes());
  }

  private Map<String, Object> reader() {
    return common(new HashMap<>(reading));
  }

  private Map<String, Object> writer() {
    Map<String, Object> properties = common();
    properties.put(ProducerConfig.ACKS_CONFIG, "all");
    properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    properties.put(ProducerConfig.LINGER_MS_CONFIG, 0);
    properties.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, REQUEST_BYTES);
    // Must exceed the linger and one request.
    properties.put(
        ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
        (int) settings.requestTimeout().multipliedBy(2).toMillis());
    return properties;
  }

  private Map<String, Object> common() {
    Map<String, Object> properties = new HashMap<>(connection.values());
    properties.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, settings.kafka().bootstrap());
    return common(properties);
  }

  private Map<String, Object> common(Map<String, Object> properties) {
    // With the default of 100 ms the retries around a transaction's markers take 43 ms, not 11.
    properties.put(CommonClientConfigs.RETRY_BACKOFF_MS_CONFIG, 5L);
    properties.put(CommonClientConfigs.RETRY_BACKOFF_MAX_MS_CONFIG, 1_000L);
    properties.put(CommonClientConfigs.RECONNECT_BACKOFF_MAX_MS_CONFIG, 1_000L);
    properties.put(
        CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, (int) settings.requestTimeout().toMillis());
    return properties;
  }

  private KafkaConsumer<byte[], byte[]> consumer(Map<String, Object> properties) {
    return new CarefulConsumer(properties);
  }

  private KafkaProducer<byte[], byte[]> producer(Map<String, Object> properties) {
    return new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
  }
}
