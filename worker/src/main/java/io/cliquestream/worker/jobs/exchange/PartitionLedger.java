package io.cliquestream.worker.jobs.exchange;

import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * The offsets of one assignment of a partition: what of it was taken and finished. How far the
 * partition is otherwise is its owner's business ({@code jobs.partition}). Used by one thread.
 */
final class PartitionLedger {
  private final TopicPartition source;
  private final long epoch;
  private final Deque<ConsumerRecord<byte[], byte[]>> waiting = new ArrayDeque<>();
  private OffsetWindow window;
  private boolean askedAlone;
  private long ownedFrom;
  private boolean flows;
  private boolean blocked;

  PartitionLedger(TopicPartition source, long epoch) {
    this.source = source;
    this.epoch = epoch;
  }

  TopicPartition source() {
    return source;
  }

  int partition() {
    return source.partition();
  }

  long epoch() {
    return epoch;
  }

  /** Null until the committed offset is known. */
  OffsetWindow window() {
    return window;
  }

  /** Whether its committed offset is asked for by itself: some other's may be undecided. */
  boolean isAskedAlone() {
    return askedAlone;
  }

  void askAlone() {
    askedAlone = true;
  }

  /**
   * The committed offset is known.
   *
   * @param end of the partition, asked after it was assigned
   */
  void positioned(OffsetWindow restored, long end) {
    window = restored;
    ownedFrom = end;
  }

  /** Who may have begun with a record before. */
  Provenance provenance(long offset) {
    return offset >= ownedFrom ? Provenance.NEW : Provenance.INHERITED;
  }

  /** Whether its records may be taken. */
  boolean flows() {
    return flows;
  }

  void flow() {
    flows = true;
  }

  int openCount() {
    return window == null ? 0 : window.openCount();
  }

  /** Records that were polled and could not be taken yet, in their order. */
  Deque<ConsumerRecord<byte[], byte[]>> waiting() {
    return waiting;
  }

  /** Whether the first that waits lies beyond the window; cleared when there is room again. */
  boolean blocked() {
    return blocked;
  }

  void block(boolean beyond) {
    blocked = beyond;
  }
}
