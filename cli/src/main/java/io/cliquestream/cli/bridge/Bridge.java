package io.cliquestream.cli.bridge;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.cliquestream.client.ClientSettings;
import io.cliquestream.contract.EdgeChangeBatches;
import io.cliquestream.contract.EventTypes;
import io.cliquestream.contract.HeaderNames;
import io.cliquestream.contract.Partitions;
import io.cliquestream.v1.ChangeRecord;
import io.cliquestream.v1.StreamDefinition;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.out.DeadLetterRecords;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Reads events, maps them and writes edge events, exactly once.
 *
 * <p>What one poll gives is one transaction: the edge events of its records, the dead letters of
 * those that are none, and the offsets behind them. So each record of the source has its one effect
 * in what is committed, whatever is killed when; a process of the same instance that comes after
 * ends what the killed one had open. A failure of a transaction ends the bridge: the next one goes
 * on from the last commit.
 *
 * <p>Held in memory is what one poll gives, bounded by the consumer's fetch. Confined to one
 * thread, but for {@link #stop}.
 */
final class Bridge implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(500);
  private static final int POLLED_RECORDS = 5_000;
  private static final int EVENTS_OF_A_RECORD = 4_096;
  private static final int TRANSACTION_MILLIS = 15_000;
  private static final int SESSION_MILLIS = 10_000;

  private final ClientSettings settings;
  private final String topic;
  private final Function<byte[], JsonNode> decoder;
  private final EventMapping mapping;
  private final BridgeCounts counts;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final KafkaProducer<byte[], byte[]> producer;
  private final AtomicBoolean stopped = new AtomicBoolean();
  private int partitions;

  /**
   * @param decoder reads the value of a record; a WorkerException makes it a dead letter
   * @param group keeps the offsets
   * @param instance of the processes of the group this one
   * @param from beginning or end, where the group has no offsets
   */
  Bridge(
      ClientSettings settings,
      String topic,
      String group,
      String instance,
      String from,
      Function<byte[], JsonNode> decoder,
      EventMapping mapping,
      BridgeCounts counts) {
    this.settings = settings;
    this.topic = topic;
    this.decoder = decoder;
    this.mapping = mapping;
    this.counts = counts;
    Map<String, Object> reads = common();
    reads.put(ConsumerConfig.GROUP_ID_CONFIG, group);
    // One that comes after a killed one has its partitions at once.
    reads.put(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, instance);
    reads.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, SESSION_MILLIS);
    reads.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    reads.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    reads.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    reads.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, POLLED_RECORDS);
    reads.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, from.equals("end") ? "latest" : "earliest");
    reads.put(
        ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) settings.requestTimeout().toMillis());
    Map<String, Object> writes = common();
    writes.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, group + "-" + instance);
    writes.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, TRANSACTION_MILLIS);
    writes.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, settings.publishTimeout().toMillis());
    this.consumer =
        new KafkaConsumer<>(reads, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    this.producer =
        new KafkaProducer<>(writes, new ByteArraySerializer(), new ByteArraySerializer());
  }

  private Map<String, Object> common() {
    Map<String, Object> properties = new HashMap<>();
    properties.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, settings.bootstrapServers());
    properties.putAll(settings.connection().values());
    return properties;
  }

  /**
   * Goes on until it is told to stop.
   *
   * @param define the stream of the one graph, which a group that begins sends first; null for none
   * @param untilEnd stop where the topic ended when this began
   * @throws org.apache.kafka.common.KafkaException when the broker refuses or is away
   */
  void run(StreamDefinition define, boolean untilEnd) {
    // Ends what a killed one had open, whose offsets would be waited for.
    producer.initTransactions();
    partitions = consumer.partitionsFor(settings.topics().changes()).size();
    Set<TopicPartition> sources =
        consumer.partitionsFor(topic).stream()
            .map(known -> new TopicPartition(topic, known.partition()))
            .collect(Collectors.toSet());
    Map<TopicPartition, Long> ends = untilEnd ? consumer.endOffsets(sources) : Map.of();
    boolean defines =
        define != null
            && consumer.committed(sources).values().stream().allMatch(known -> known == null);
    consumer.subscribe(List.of(topic));
    try {
      while (!stopped.get()) {
        ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
        if (!records.isEmpty()) {
          commit(records, defines ? define : null);
          defines = false;
        }
        counts.tell();
        if (untilEnd && isAtEnd(ends)) {
          return;
        }
      }
    } catch (WakeupException e) {
      if (!stopped.get()) {
        throw e;
      }
    }
  }

  private boolean isAtEnd(Map<TopicPartition, Long> ends) {
    Set<TopicPartition> own = consumer.assignment();
    return !own.isEmpty()
        && own.stream().allMatch(one -> consumer.position(one) >= ends.getOrDefault(one, 0L));
  }

  private void commit(ConsumerRecords<byte[], byte[]> records, StreamDefinition define) {
    producer.beginTransaction();
    try {
      if (define != null) {
        send(ChangeRecord.newBuilder().setDefinition(define).build(), define.getGraphId());
      }
      Map<String, EdgeChangeBatches> batches = new LinkedHashMap<>();
      for (ConsumerRecord<byte[], byte[]> record : records) {
        take(record, batches);
      }
      batches.forEach(this::cut);
      producer.sendOffsetsToTransaction(offsets(records), consumer.groupMetadata());
      producer.commitTransaction();
    } catch (RuntimeException e) {
      counts.undone();
      throw e;
    }
    counts.committed();
  }

  private static Map<TopicPartition, OffsetAndMetadata> offsets(
      ConsumerRecords<byte[], byte[]> records) {
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    for (TopicPartition source : records.partitions()) {
      long last = records.records(source).getLast().offset();
      offsets.put(source, new OffsetAndMetadata(last + 1));
    }
    return offsets;
  }

  private void take(ConsumerRecord<byte[], byte[]> record, Map<String, EdgeChangeBatches> batches) {
    if (record.value() == null) {
      counts.empty();
      return;
    }
    MappedEvent event;
    try {
      event = mapping.map(decoder.apply(record.value()), record.timestamp());
    } catch (WorkerException e) {
      counts.refused(e.code());
      // A failed send fails the commit.
      var _ =
          producer.send(
              DeadLetterRecords.of(
                  settings.topics().deadLetters(), record, e.code(), e.getMessage()));
      return;
    }
    var batch =
        batches.computeIfAbsent(
            event.graphId(), id -> new EdgeChangeBatches(id, EVENTS_OF_A_RECORD));
    if (event.mustCut(batch)) {
      cut(event.graphId(), batch);
    }
    event.addTo(batch);
    counts.taken(event.deletion());
  }

  private void cut(String graphId, EdgeChangeBatches batch) {
    if (!batch.isEmpty()) {
      send(batch.cut(), graphId);
    }
  }

  private void send(ChangeRecord value, String graphId) {
    var record =
        new ProducerRecord<>(
            settings.topics().changes(),
            Partitions.partitionOf(graphId, partitions),
            graphId.getBytes(UTF_8),
            value.toByteArray());
    Map.of(
            HeaderNames.ID,
            UUID.randomUUID().toString(),
            HeaderNames.SOURCE,
            "/cliquestream/bridge/" + topic,
            HeaderNames.TYPE,
            EventTypes.CHANGE_RECORD,
            HeaderNames.SPEC_VERSION,
            HeaderNames.SPEC_VERSION_VALUE,
            HeaderNames.TIME,
            Instant.now().toString(),
            HeaderNames.CONTENT_TYPE,
            HeaderNames.CONTENT_TYPE_VALUE)
        .forEach((name, text) -> record.headers().add(name, text.getBytes(UTF_8)));
    var _ = producer.send(record);
  }

  /** Topics that may be read, by name. */
  SortedSet<String> topics() {
    return new TreeSet<>(consumer.listTopics().keySet());
  }

  /** Ends it soon; from any thread. */
  void stop() {
    stopped.set(true);
    consumer.wakeup();
  }

  @Override
  public void close() {
    try {
      consumer.close();
    } finally {
      // What was not committed is undone.
      producer.close(settings.closeTimeout());
    }
  }
}
