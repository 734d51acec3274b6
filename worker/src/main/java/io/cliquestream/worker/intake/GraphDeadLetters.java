package io.cliquestream.worker.intake;

import io.cliquestream.worker.config.GraphSettings;
import io.cliquestream.worker.config.KafkaSettings;
import io.cliquestream.worker.graphs.Refusal;
import io.cliquestream.worker.intake.topic.GraphConsumers;
import io.cliquestream.worker.out.DeadLetterRecords;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the dead letters of graph records, each once, however many workers read its partition and
 * however often.
 *
 * <p>Letters and the note that they are written commit in one transaction, under a transactional id
 * of the partition. Whoever opens that ends what another worker has under way, and reads the note
 * afterwards: what it names is not written again. So two workers that read a partition while it is
 * handed over take turns; one whose transaction was ended tries again, and finds the letters there.
 *
 * <p>The note is the committed offset of a group that has no members: letters of all records below
 * it are written. Its metadata names those beyond, which are there when a graph waits and others
 * pass it; as many as fit. Thread-safe: a partition's letters come from one thread at a time.
 */
final class GraphDeadLetters {
  /** What was refused, and why. */
  record Letter(ConsumerRecord<byte[], byte[]> record, Refusal refusal) {}

  private static final Logger LOG = LoggerFactory.getLogger(GraphDeadLetters.class);
  private static final int REQUEST_BYTES = 2 << 20;
  private static final int TRANSACTION_MILLIS = 60_000;

  private final KafkaSettings kafka;
  private final GraphConsumers consumers;

  GraphDeadLetters(KafkaSettings kafka, GraphSettings graphs) {
    this.kafka = kafka;
    this.consumers = new GraphConsumers(kafka, graphs);
  }

  /**
   * Writes those that nobody wrote, and waits for the broker's word; not on an event loop.
   *
   * @param below offset below which no further record of the partition becomes a dead letter
   * @return how many were written
   * @throws KafkaException when the broker did not take them; none was written then, or the next
   *     call finds all of them there
   */
  int write(int partition, Collection<Letter> letters, long below) {
    var here = new TopicPartition(kafka.topics().graphs(), partition);
    try (var producer = producer(partition);
        KafkaConsumer<byte[], byte[]> group = consumers.open("graph-dead-letters")) {
      producer.initTransactions();
      // Only now: whoever had the transactional id before writes nothing any more.
      Note before = Note.of(group.committed(Set.of(here), kafka.requestTimeout()).get(here));
      List<Letter> missing =
          letters.stream().filter(letter -> !before.names(letter.record().offset())).toList();
      if (missing.isEmpty()) {
        return 0;
      }
      producer.beginTransaction();
      missing.forEach(
          letter -> {
            var _ =
                producer.send(
                    DeadLetterRecords.of(
                        kafka.topics().deadLetters(),
                        letter.record(),
                        letter.refusal().code(),
                        letter.refusal().message()));
          });
      Note after = before.with(missing, below);
      producer.sendOffsetsToTransaction(Map.of(here, after.commit()), group.groupMetadata());
      producer.commitTransaction();
      return missing.size();
    }
  }

  /**
   * Offset below which letters of a partition's records are written. Where the broker does not say,
   * it is 0: then too no letter is written twice, only what else is said of a record is.
   */
  long writtenBelow(int partition) {
    var here = new TopicPartition(kafka.topics().graphs(), partition);
    try (KafkaConsumer<byte[], byte[]> group = consumers.open("graph-dead-letters")) {
      return Note.of(group.committed(Set.of(here), kafka.requestTimeout()).get(here)).below();
    } catch (KafkaException e) {
      LOG.warn("how far dead letters of {} are written is not known: {}", here, e.toString());
      return 0;
    }
  }

  /** One for each time: there are few letters, and an idle one would keep a thread. */
  private ClosedAtOnce producer(int partition) {
    Map<String, Object> properties = kafka.clientProperties();
    properties.put(
        CommonClientConfigs.CLIENT_ID_CONFIG, kafka.clientId() + "-dead-letters-" + partition);
    properties.put(
        ProducerConfig.TRANSACTIONAL_ID_CONFIG, transactionalId(consumers.groupId(), partition));
    properties.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, TRANSACTION_MILLIS);
    properties.put(ProducerConfig.ACKS_CONFIG, "all");
    properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    properties.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, REQUEST_BYTES);
    properties.put(ProducerConfig.LINGER_MS_CONFIG, 0);
    properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, (long) timeout());
    properties.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, timeout());
    properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 2 * timeout());
    // With the default of 100 ms the retries around a transaction's markers take 43 ms, not 11.
    properties.put(ProducerConfig.RETRY_BACKOFF_MS_CONFIG, 5L);
    properties.put(ProducerConfig.RETRY_BACKOFF_MAX_MS_CONFIG, 1_000L);
    return new ClosedAtOnce(properties);
  }

  static String transactionalId(String groupId, int partition) {
    return groupId + "-of-partition-" + partition;
  }

  private int timeout() {
    return Math.toIntExact(kafka.requestTimeout().toMillis());
  }

  /** What failed is over: closing it waits for nothing. */
  private static final class ClosedAtOnce extends KafkaProducer<byte[], byte[]> {
    ClosedAtOnce(Map<String, Object> properties) {
      super(properties, new ByteArraySerializer(), new ByteArraySerializer());
    }

    @Override
    public void close() {
      close(Duration.ZERO);
    }
  }

  /**
   * Which records have their letter.
   *
   * @param below offset below which all have
   * @param beyond further ones, ascending
   */
  record Note(long below, TreeSet<Long> beyond) {
    /** The bound of brokers is 4,096 bytes where nobody changes it. */
    private static final int MOST_CHARACTERS = 2_000;

    private static final String SEPARATOR = ",";

    /** What is committed; null for nothing. */
    static Note of(OffsetAndMetadata committed) {
      if (committed == null) {
        return new Note(0, new TreeSet<>());
      }
      var beyond = new TreeSet<Long>();
      try {
        for (String distance : committed.metadata().split(SEPARATOR, -1)) {
          if (!distance.isEmpty()) {
            beyond.add(
                Math.addExact(
                    committed.offset(), Long.parseUnsignedLong(distance, Character.MAX_RADIX)));
          }
        }
      } catch (NumberFormatException | ArithmeticException e) {
        // Somebody else's: what could be read counts.
        return new Note(committed.offset(), beyond);
      }
      return new Note(committed.offset(), beyond);
    }

    boolean names(long offset) {
      return offset < below || beyond.contains(offset);
    }

    Note with(Collection<Letter> written, long nowBelow) {
      var all = new TreeSet<>(beyond);
      written.forEach(letter -> all.add(letter.record().offset()));
      long next = Math.max(below, nowBelow);
      return new Note(next, new TreeSet<>(all.tailSet(next)));
    }

    OffsetAndMetadata commit() {
      var text = new StringBuilder();
      for (long offset : beyond) {
        String distance = Long.toUnsignedString(offset - below, Character.MAX_RADIX);
        if (text.length() + distance.length() + 1 > MOST_CHARACTERS) {
          break;
        }
        text.append(text.isEmpty() ? "" : SEPARATOR).append(distance);
      }
      return new OffsetAndMetadata(below, text.toString());
    }
  }
}
