package io.cliquestream.worker.intake;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What to do when a poll ran out of memory: read on partition by partition and record by record, so
 * that the record is found which does not fit the heap when it is decompressed, and pass it over.
 *
 * <p>A record that cannot be read stops every later one of its batch, because a batch is
 * decompressed from its beginning. So the first offset that can be read again is searched for in
 * steps that double, then by halving; whatever lies between is passed over with it and reported. A
 * record is tried {@value #ATTEMPTS} times with pauses, in case others used up the memory.
 */
final class CarefulReading {
  private static final Logger LOG = LoggerFactory.getLogger(CarefulReading.class);
  private static final int ATTEMPTS = 3;
  private static final long PAUSE_MILLIS = 250;
  private static final Duration POLL = Duration.ofMillis(200);

  private final GraphConsumers consumers;
  private final Duration timeout;
  private final GraphTopicPoller.Receiver receiver;

  CarefulReading(GraphConsumers consumers, Duration timeout, GraphTopicPoller.Receiver receiver) {
    this.consumers = consumers;
    this.timeout = timeout;
    this.receiver = receiver;
  }

  /**
   * Reads every partition as far as one poll could have read it.
   *
   * @param positions the next offset of each partition; set to where to go on
   */
  void read(Map<TopicPartition, Long> positions) throws InterruptedException {
    for (TopicPartition partition : List.copyOf(positions.keySet())) {
      positions.put(partition, read(partition, positions.get(partition), end(partition)));
    }
  }

  /** Reads a partition as far as one poll could have read it; returns where to go on. */
  long read(TopicPartition partition, long offset, long end) throws InterruptedException {
    long next = offset;
    for (int i = 0; i < consumers.pollRecords() && next < end; i++) {
      next = step(partition, next, end);
    }
    return next;
  }

  /** Takes or passes over the record at an offset; returns where to go on. */
  private long step(TopicPartition partition, long offset, long end) throws InterruptedException {
    OutOfMemoryError last = null;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      try {
        List<ConsumerRecord<byte[], byte[]>> records = one(partition, offset, end);
        if (records.isEmpty()) {
          return end;
        }
        receiver.records(partition.partition(), records);
        return records.getLast().offset() + 1;
      } catch (OutOfMemoryError e) {
        last = e;
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS << attempt);
      }
    }
    long next = firstReadable(partition, offset, end);
    LOG.error(
        "records {} to {} of {} take more memory than there is when decompressed, and are passed"
            + " over: {}",
        offset,
        next - 1,
        partition,
        last.toString());
    receiver.skipped(
        partition.partition(),
        new SkippedRecords(
            partition.topic(), partition.partition(), offset, next, last.toString()));
    return next;
  }

  private long firstReadable(TopicPartition partition, long unreadable, long end) {
    long low = unreadable;
    long high = unreadable + 1;
    while (high < end && !isReadable(partition, high, end)) {
      low = high;
      high = Math.min(end, high + 2 * (high - unreadable));
    }
    while (high - low > 1) {
      long middle = low + (high - low) / 2;
      if (isReadable(partition, middle, end)) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return high;
  }

  private boolean isReadable(TopicPartition partition, long offset, long end) {
    try {
      List<ConsumerRecord<byte[], byte[]>> _ = one(partition, offset, end);
      return true;
    } catch (OutOfMemoryError e) {
      LOG.debug("offset {} of {} cannot be read", offset, partition, e);
      return false;
    }
  }

  /** The first record from an offset on; none when there is none before the end. */
  private List<ConsumerRecord<byte[], byte[]>> one(
      TopicPartition partition, long offset, long end) {
    // A consumer of its own for every record: what one that ran out of memory holds is unknown.
    try (KafkaConsumer<byte[], byte[]> consumer = consumers.openCareful("graphs-careful")) {
      consumer.assign(Set.of(partition));
      consumer.seek(partition, offset);
      long start = System.nanoTime();
      while (consumer.position(partition, timeout) < end) {
        var records = consumer.poll(POLL).records(partition);
        if (!records.isEmpty()) {
          return records;
        }
        if (System.nanoTime() - start > timeout.toNanos()) {
          throw new org.apache.kafka.common.errors.TimeoutException(
              "no record of " + partition + " from offset " + offset);
        }
      }
      return List.of();
    }
  }

  /** The offset behind a partition's last record. */
  long end(TopicPartition partition) {
    try (KafkaConsumer<byte[], byte[]> consumer = consumers.openCareful("graphs-careful")) {
      return consumer.endOffsets(Set.of(partition), timeout).get(partition);
    }
  }
}
