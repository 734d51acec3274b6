package io.cliquestream.client;

import io.cliquestream.v1.FailureCode;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/** Reads partitions from their beginning to their present end. */
final class TopicScan {
  /** Longer than anybody waits. */
  static final Duration UNLIMITED = Duration.ofDays(365);

  private static final Duration POLL = Duration.ofMillis(200);

  private TopicScan() {}

  /**
   * Shows records to a visitor until it says that it has seen enough, or all were shown, or the
   * time is over.
   *
   * @param limit of the whole reading
   * @param enough told every record, in order within a partition
   * @return whether it had seen enough
   * @throws ClientException BROKER_UNAVAILABLE when nothing comes for the request timeout
   */
  static Look until(
      ClientSettings settings,
      List<TopicPartition> partitions,
      Duration limit,
      Predicate<ConsumerRecord<byte[], byte[]>> enough) {
    long start = System.nanoTime();
    try (var consumer = KafkaProperties.openConsumer(settings)) {
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      Set<TopicPartition> open = new HashSet<>(partitions);
      long heard = System.nanoTime();
      while (true) {
        open.removeIf(partition -> consumer.position(partition) >= ends.get(partition));
        if (open.isEmpty()) {
          return Look.ABSENT;
        }
        if (System.nanoTime() - start > limit.toNanos()) {
          return Look.UNDECIDED;
        }
        var records = consumer.poll(POLL);
        if (!records.isEmpty()) {
          heard = System.nanoTime();
        } else if (System.nanoTime() - heard > settings.requestTimeout().toNanos()) {
          throw new ClientException(
              FailureCode.FAILURE_CODE_BROKER_UNAVAILABLE, open + " could not be read to the end");
        }
        for (ConsumerRecord<byte[], byte[]> record : records) {
          if (enough.test(record)) {
            return Look.FOUND;
          }
        }
      }
    } catch (KafkaException cause) {
      throw RecordPublisher.failure("cannot read " + partitions, cause);
    }
  }
}
