package io.cliquestream.worker.intake;

import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * When the broker answered last. A poll that brings nothing says nothing about the broker, so the
 * client's own count of responses is watched, and where nothing needs an answer one is asked for.
 *
 * <p>Written by the poll thread, read by any.
 */
final class BrokerContact {
  private static final Duration ASK_AFTER = Duration.ofSeconds(1);
  private static final Duration LOST_AFTER = Duration.ofSeconds(4);

  private final TopicPartition asked;
  private KafkaConsumer<byte[], byte[]> watched;
  private Metric responses;
  private double seen;
  private volatile boolean ever;

  /** So long ago that the broker is asked at once. */
  private volatile long last = System.nanoTime() - ASK_AFTER.toNanos();

  /**
   * @param asked a partition that exists when the broker is laid out as it should be
   */
  BrokerContact(TopicPartition asked) {
    this.asked = asked;
  }

  /** The broker answered. */
  void answered() {
    last = System.nanoTime();
    ever = true;
  }

  /** Looks whether the broker answered, and asks if it was silent; on the poll thread. */
  void keep(KafkaConsumer<byte[], byte[]> consumer) {
    if (!Objects.equals(watched, consumer)) {
      watched = consumer;
      responses =
          consumer.metrics().entrySet().stream()
              .filter(metric -> metric.getKey().name().equals("response-total"))
              .filter(metric -> metric.getKey().group().equals("consumer-metrics"))
              .map(java.util.Map.Entry::getValue)
              .findFirst()
              .orElse(null);
      seen = 0;
    }
    if (!hasResponded() && age().compareTo(ASK_AFTER) > 0) {
      try {
        var _ = consumer.endOffsets(Set.of(asked), ASK_AFTER);
        answered();
      } catch (TimeoutException e) {
        // No topic is an answer, too.
        boolean _ = hasResponded();
      }
    }
  }

  private boolean hasResponded() {
    if (responses == null || !(responses.metricValue() instanceof Double now) || now <= seen) {
      return false;
    }
    seen = now;
    answered();
    return true;
  }

  /** Time since the last answer, or since the start. */
  Duration age() {
    return Duration.ofNanos(System.nanoTime() - last);
  }

  /** Whether the broker answered lately. */
  boolean isReachable() {
    return ever && age().compareTo(LOST_AFTER) < 0;
  }
}
