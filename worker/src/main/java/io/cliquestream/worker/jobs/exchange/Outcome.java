package io.cliquestream.worker.jobs.exchange;

import java.util.List;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.ProducerRecord;

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
 * @param owner told once, on the coordinator's event loop, how it ended
 */
public record Outcome(
    int partition,
    long epoch,
    long offset,
    List<ProducerRecord<byte[], byte[]>> records,
    long bytes,
    boolean instead,
    Consumer<Settlement> owner) {
  public static final long NO_OFFSET = -1;

  public Outcome {
    records = List.copyOf(records);
  }

  public static Outcome of(
      int partition,
      long epoch,
      long offset,
      List<ProducerRecord<byte[], byte[]>> records,
      Consumer<Settlement> owner) {
    return new Outcome(partition, epoch, offset, records, bytes(records), false, owner);
  }

  /** What is committed in the place of one that was refused. */
  public static Outcome instead(
      int partition,
      long epoch,
      long offset,
      List<ProducerRecord<byte[], byte[]>> records,
      Consumer<Settlement> owner) {
    return new Outcome(partition, epoch, offset, records, bytes(records), true, owner);
  }

  private static long bytes(List<ProducerRecord<byte[], byte[]>> records) {
    long bytes = 0;
    for (var record : records) {
      bytes += record.value() == null ? 0 : record.value().length;
    }
    return bytes;
  }
}
