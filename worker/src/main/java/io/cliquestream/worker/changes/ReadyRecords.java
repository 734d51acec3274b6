package io.cliquestream.worker.changes;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;

/** What a partition's next transaction will hold. Confined to its lane's thread. */
final class ReadyRecords {
  private final EventCounts counts;
  private final List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
  private long bytes;
  private int letters;

  ReadyRecords(EventCounts counts) {
    this.counts = counts;
  }

  /** Adds a version. */
  void version(List<ProducerRecord<byte[], byte[]>> version) {
    version.forEach(this::add);
    counts.versions().increment();
  }

  void deadLetter(ProducerRecord<byte[], byte[]> letter) {
    add(letter);
    letters++;
  }

  private void add(ProducerRecord<byte[], byte[]> record) {
    records.add(record);
    bytes += record.value() == null ? 0 : record.value().length;
  }

  boolean isEmpty() {
    return records.isEmpty();
  }

  long bytes() {
    return bytes;
  }

  List<ProducerRecord<byte[], byte[]>> copy() {
    return List.copyOf(records);
  }

  /** All of it is committed. */
  void committed() {
    counts.deadLetters().increment(letters);
    letters = 0;
    records.clear();
    bytes = 0;
  }
}
