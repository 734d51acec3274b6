package io.cliquestream.worker.directory.feed;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;

/** How much one fetch of a {@link DirectoryFeed} may bring, and what is much. */
final class FetchSize {
  static final int MOST_BYTES = 4 << 20;
  static final int MOST_RECORDS = 10_000;

  private static final int MANY_RECORDS = 2_000;
  private static final int MANY_BYTES = 1 << 20;

  private FetchSize() {}

  /** Whether another fetch is to follow at once: more of the past is there. */
  static boolean isMuch(ConsumerRecords<byte[], byte[]> records) {
    if (records.count() >= MANY_RECORDS) {
      return true;
    }
    long bytes = 0;
    for (ConsumerRecord<byte[], byte[]> record : records) {
      bytes += Math.max(0, record.serializedValueSize());
    }
    return bytes >= MANY_BYTES;
  }
}
