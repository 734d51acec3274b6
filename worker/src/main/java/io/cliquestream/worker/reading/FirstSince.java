package io.cliquestream.worker.reading;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where the records of partitions begin that are not older than some moment.
 *
 * <p>A broker that is asked decompresses the batch in which that moment lies, whole records of it
 * in its memory: beside a record of hundreds of megabytes a small broker gives no answer, now or
 * later. Such a partition is read from its beginning, so that its reader goes on. An answer is
 * remembered, also that there was none, as long as it is near enough. Used by one thread.
 */
public final class FirstSince {
  private static final Logger LOG = LoggerFactory.getLogger(FirstSince.class);
  private static final Duration ANSWER = Duration.ofSeconds(5);

  private record Place(long since, long offset) {}

  private final long nearMillis;
  private final Map<TopicPartition, Place> places = new HashMap<>();

  /**
   * @param near how much earlier the moment of a remembered answer may lie
   */
  public FirstSince(Duration near) {
    this.nearMillis = near.toMillis();
  }

  /**
   * Sets the position of partitions to their first record that is not older than a moment, or to
   * their end if there is none.
   *
   * @param since in milliseconds of the epoch
   * @return the partitions that are read from their beginning for want of an answer
   */
  public Set<TopicPartition> seek(
      KafkaConsumer<?, ?> consumer, Collection<TopicPartition> partitions, long since) {
    Set<TopicPartition> unanswered = know(consumer, partitions, since);
    for (TopicPartition partition : partitions) {
      consumer.seek(partition, places.get(partition).offset());
    }
    return unanswered;
  }

  /**
   * Where that is, for a consumer to which the partitions need not be assigned: the offset of the
   * first record of each that is not older than a moment, or its end if there is none.
   *
   * @param since in milliseconds of the epoch
   */
  public Map<TopicPartition, Long> offsets(
      KafkaConsumer<?, ?> consumer, Collection<TopicPartition> partitions, long since) {
    know(consumer, partitions, since);
    var offsets = new HashMap<TopicPartition, Long>();
    for (TopicPartition partition : partitions) {
      offsets.put(partition, places.get(partition).offset());
    }
    return offsets;
  }

  private Set<TopicPartition> know(
      KafkaConsumer<?, ?> consumer, Collection<TopicPartition> partitions, long since) {
    var asked = new HashMap<TopicPartition, Long>();
    for (TopicPartition partition : partitions) {
      Place known = places.get(partition);
      if (known == null || since - known.since() > nearMillis) {
        asked.put(partition, Math.max(0, since));
      }
    }
    var unanswered = new HashSet<TopicPartition>();
    if (!asked.isEmpty()) {
      ask(consumer, asked, since, unanswered);
    }
    return unanswered;
  }

  private void ask(
      KafkaConsumer<?, ?> consumer,
      Map<TopicPartition, Long> asked,
      long since,
      Set<TopicPartition> unanswered) {
    // Before the question: what comes meanwhile counts.
    Map<TopicPartition, Long> ends = consumer.endOffsets(asked.keySet());
    try {
      consumer
          .offsetsForTimes(asked, ANSWER)
          .forEach(
              (partition, found) ->
                  places.put(
                      partition,
                      new Place(since, found == null ? ends.get(partition) : found.offset())));
    } catch (TimeoutException e) {
      LOG.warn(
          "the broker does not say where the last records of {} begin; reading all of them",
          asked.keySet());
      LOG.debug("the cause", e);
      consumer
          .beginningOffsets(asked.keySet())
          .forEach((partition, offset) -> places.put(partition, new Place(since, offset)));
      unanswered.addAll(asked.keySet());
    }
  }
}
