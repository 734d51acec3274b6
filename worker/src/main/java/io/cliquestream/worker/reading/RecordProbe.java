package io.cliquestream.worker.reading;

import io.cliquestream.worker.memory.RecentMap;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a partition record by record where a poll ran out of memory, and finds what has to be
 * passed over.
 *
 * <p>A record that cannot be read stops every later one of its batch, because a batch is
 * decompressed from its beginning. So the first offset that can be read again is searched for in
 * steps that double, then by halving; whatever lies between is passed over with it. A record is
 * tried {@value #ATTEMPTS} times with pauses, in case others used up the memory. What was passed
 * over before is tried once: a reader that comes back to it again and again does not wait each
 * time. Used by one thread.
 */
public final class RecordProbe {
  private static final Logger LOG = LoggerFactory.getLogger(RecordProbe.class);
  private static final int ATTEMPTS = 3;
  private static final long PAUSE_MILLIS = 250;
  private static final Duration POLL = Duration.ofMillis(200);

  /**
   * What lies at an offset.
   *
   * @param records the first ones that there are; none when they are passed over, or when there is
   *     nothing up to the end
   * @param next offset from which reading goes on
   * @param cause why records are passed over; null when they are not
   */
  public record Step(List<ConsumerRecord<byte[], byte[]>> records, long next, String cause) {}

  /** Ranges that are remembered; the oldest goes first. */
  private static final int REMEMBERED = 1_000;

  /** Where a range begins. */
  private record Place(TopicPartition partition, long offset) {}

  private final Supplier<KafkaConsumer<byte[], byte[]>> consumers;
  private final Duration timeout;
  private final Map<Place, Step> passedOver = new RecentMap<>(REMEMBERED);

  /**
   * @param consumers makes consumers that take one record at a time
   * @param timeout longest that the broker may not answer
   */
  public RecordProbe(Supplier<KafkaConsumer<byte[], byte[]>> consumers, Duration timeout) {
    this.consumers = consumers;
    this.timeout = timeout;
  }

  /** The offset behind the last committed record of a partition. */
  public long end(TopicPartition partition) {
    try (KafkaConsumer<byte[], byte[]> consumer = consumers.get()) {
      return consumer.endOffsets(Set.of(partition), timeout).get(partition);
    }
  }

  /** Reads or passes over what lies at an offset below the end. */
  public Step step(TopicPartition partition, long offset, long end) throws InterruptedException {
    var place = new Place(partition, offset);
    Step known = passedOver.get(place);
    OutOfMemoryError last = null;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      try {
        List<ConsumerRecord<byte[], byte[]>> records = one(partition, offset, end);
        return new Step(records, records.isEmpty() ? end : records.getLast().offset() + 1, null);
      } catch (OutOfMemoryError e) {
        if (known != null) {
          return known;
        }
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
    var step = new Step(List.of(), next, last.toString());
    passedOver.put(place, step);
    return step;
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
    try (KafkaConsumer<byte[], byte[]> consumer = consumers.get()) {
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
}
