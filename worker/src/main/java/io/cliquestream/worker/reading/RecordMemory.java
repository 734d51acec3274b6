package io.cliquestream.worker.reading;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/** What records take while they wait, for whoever bounds that. */
public final class RecordMemory {
  /** Beside key and value, about. */
  private static final long RECORD_BYTES = 64;

  private RecordMemory() {}

  /** Bytes of a record in memory. */
  public static long bytes(ConsumerRecord<byte[], byte[]> record) {
    return RECORD_BYTES
        + Math.max(0, record.serializedKeySize())
        + Math.max(0, record.serializedValueSize());
  }
}
