package io.cliquestream.worker.jobs.exchange;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * What one job record, or one run of a standing job, comes to: records that must be committed with
 * the record's offset, all or nothing.
 *
 * @param partition of the jobs topic
 * @param epoch which assignment of the partition it belongs to; stale ones are dropped
 * @param offset the record that is finished; {@link #NO_OFFSET} for a run of a standing job
 * @param records pages, result, final progress, state, dead letter; in this order per topic
 * @param bytes approximate size of the records
 * @param instead whether it stands for an outcome that the broker refused; small, and tried until
 *     it is committed
 * @param beside offsets of another group; an outcome that has some waits for no others
 * @param owner told once, on the coordinator's event loop, how it ended
 */
public record Outcome(
    int partition,
    long epoch,
    long offset,
    List<ProducerRecord<byte[], byte[]>> records,
    long bytes,
    boolean instead,
    Optional<Beside> beside,
    Consumer<Settlement> owner) {
  public static final long NO_OFFSET = -1;

  /** Offsets of another group that are committed in the same transaction. */
  public record Beside(
      Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata group) {
    public Beside {
      offsets = Map.copyOf(offsets);
    }
  }

  public Outcome {
    records = List.copyOf(records);
  }

  public static Outcome of(
      int partition,
      long epoch,
      long offset,
      List<ProducerRecord<byte[], byte[]>> records,
      Consumer<Settlement> owner) {
    return new Outcome(
        partition, epoch, offset, records, bytes(records), false, Optional.empty(), owner);
  }

  /** The same with offsets of another group. */
  public Outcome with(Beside others) {
    return new Outcome(
        partition, epoch, offset, records, bytes, instead, Optional.of(others), owner);
  }

  /** What is committed in the place of one that was refused. */
  public static Outcome instead(
      int partition,
      long epoch,
      long offset,
      List<ProducerRecord<byte[], byte[]>> records,
      Consumer<Settlement> owner) {
    return new Outcome(
        partition, epoch, offset, records, bytes(records), true, Optional.empty(), owner);
  }

  private static long bytes(List<ProducerRecord<byte[], byte[]>> records) {
    long bytes = 0;
    for (var record : records) {
      bytes += record.value() == null ? 0 : record.value().length;
    }
    return bytes;
  }
}
