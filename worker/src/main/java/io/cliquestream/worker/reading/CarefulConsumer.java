package io.cliquestream.worker.reading;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A consumer that goes on after a record which does not fit the heap once it is decompressed. Such
 * a record would else end the thread that polls, and after a restart end it again: a few kilobytes
 * of compressed zeros would stop a partition for good.
 *
 * <p>A poll that runs out of memory reads on record by record ({@link RecordProbe}) in every
 * partition that is not paused. In the place of what has to be passed over comes one record without
 * key and value, at the last offset of the range, with the header {@value #PASSED_OVER}: its reader
 * refuses it like any record without a value. A poll that ran out of memory and found no record to
 * blame gives nothing after a pause, and throws the error when that repeats ({@link FutileTurns}).
 * Used like any consumer, by one thread.
 */
public final class CarefulConsumer extends KafkaConsumer<byte[], byte[]> {
  /** Name of the header that says which records were passed over, and why. */
  public static final String PASSED_OVER = "cliquestream-passed-over";

  private static final Logger LOG = LoggerFactory.getLogger(CarefulConsumer.class);
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  /** Records of a partition that one careful poll gives at most. */
  private static final int RECORDS = 100;

  /** Their bytes. */
  private static final long BYTES = 4L << 20;

  private final RecordProbe probe;
  private final FutileTurns futile = new FutileTurns();

  /** Whether a poll may have left the client in the middle of a batch. */
  private boolean interrupted;

  /**
   * A consumer as {@link KafkaConsumer} makes it of properties.
   *
   * @throws KafkaException when they do not go together
   */
  public CarefulConsumer(Map<String, Object> properties) {
    super(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    var single = new HashMap<>(properties);
    // In no group: it neither owns nor commits anything.
    single.remove(ConsumerConfig.GROUP_ID_CONFIG);
    single.remove(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG);
    single.remove(ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG);
    single.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    single.merge(ConsumerConfig.CLIENT_ID_CONFIG, "-careful", (id, more) -> id.toString() + more);
    single.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 1);
    // The broker gives one batch at least.
    single.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, 1);
    single.put(ConsumerConfig.FETCH_MIN_BYTES_CONFIG, 1);
    this.probe =
        new RecordProbe(
            () ->
                new KafkaConsumer<>(
                    single, new ByteArrayDeserializer(), new ByteArrayDeserializer()),
            TIMEOUT);
  }

  /** What a record says of those that were passed over in its place; empty for any other record. */
  public static Optional<String> passedOver(ConsumerRecord<byte[], byte[]> record) {
    Header header = record.headers().lastHeader(PASSED_OVER);
    return record.value() == null && header != null
        ? Optional.of(new String(header.value(), UTF_8))
        : Optional.empty();
  }

  @Override
  public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
    try {
      ConsumerRecords<byte[], byte[]> polled = super.poll(timeout);
      futile.gotOn();
      return polled;
    } catch (OutOfMemoryError e) {
      LOG.warn("a poll ran out of memory; reading record by record", e);
      interrupted = true;
      ConsumerRecords<byte[], byte[]> careful = readCarefully();
      if (careful.isEmpty()) {
        pause(e);
      } else {
        futile.gotOn();
      }
      return careful;
    } catch (KafkaException e) {
      // Thrown where the rest of a batch does not make sense, being read from its middle.
      if (!interrupted || e.getClass() != KafkaException.class) {
        throw e;
      }
      LOG.debug("the rest of a batch", e);
      return readCarefully();
    }
  }

  private void pause(OutOfMemoryError error) {
    try {
      futile.ranOut(error);
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  private ConsumerRecords<byte[], byte[]> readCarefully() {
    var records = new HashMap<TopicPartition, List<ConsumerRecord<byte[], byte[]>>>();
    var next = new HashMap<TopicPartition, OffsetAndMetadata>();
    Set<TopicPartition> flowing = new HashSet<>(assignment());
    flowing.removeAll(paused());
    for (TopicPartition partition : flowing) {
      var found = new ArrayList<ConsumerRecord<byte[], byte[]>>();
      long to = read(partition, position(partition, TIMEOUT), found);
      // What the client holds of the partition is not what comes next there.
      seek(partition, to);
      if (!found.isEmpty()) {
        records.put(partition, found);
        next.put(partition, new OffsetAndMetadata(to));
      }
    }
    return new ConsumerRecords<>(records, next);
  }

  /** Reads until something was passed over, or enough; returns where to go on. */
  private long read(
      TopicPartition partition, long from, List<ConsumerRecord<byte[], byte[]>> found) {
    long end = probe.end(partition);
    long offset = from;
    long bytes = 0;
    try {
      while (offset < end && found.size() < RECORDS && bytes < BYTES) {
        RecordProbe.Step step = probe.step(partition, offset, end);
        if (step.cause() != null) {
          found.add(instead(partition, offset, step));
          return step.next();
        }
        for (ConsumerRecord<byte[], byte[]> record : step.records()) {
          found.add(record);
          bytes += Math.max(0, record.serializedValueSize());
        }
        offset = step.next();
      }
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
    return offset;
  }

  private static ConsumerRecord<byte[], byte[]> instead(
      TopicPartition partition, long first, RecordProbe.Step step) {
    var record =
        new ConsumerRecord<byte[], byte[]>(
            partition.topic(), partition.partition(), step.next() - 1, null, null);
    String what =
        "records "
            + first
            + " to "
            + (step.next() - 1)
            + " take more memory than there is when decompressed: "
            + step.cause();
    record.headers().add(PASSED_OVER, what.getBytes(UTF_8));
    return record;
  }
}
