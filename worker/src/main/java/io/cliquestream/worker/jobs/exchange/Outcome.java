package io.cliquestream.worker.jobs.exchange;

import java.util.List;
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
 * @param settled told once, on the exchange's thread, whether the outcome was committed or dropped
 */
public record Outcome(
    int partition,
    long epoch,
    long offset,
    List<ProducerRecord<byte[], byte[]>> records,
    long bytes,
    Settled settled) {
  public static final long NO_OFFSET = -1;

  public Outcome {
    records = List.copyOf(records);
  }

  public static Outcome of(
      int partition,
      long epoch,
      long offset,
      List<ProducerRecord<byte[], byte[]>> records,
      Settled settled) {
    long bytes = 0;
    for (var record : records) {
      bytes += record.value() == null ? 0 : record.value().length;
    }
    return new Outcome(partition, epoch, offset, records, bytes, settled);
  }

  /** Told how an outcome ended. */
  @FunctionalInterface
  public interface Settled {
    void settled(boolean committed);
  }
}
