package io.cliquestream.worker.jobs.exchange;

import org.apache.kafka.common.TopicPartition;

/** One assigned partition as the exchange sees it. Used by one thread. */
final class PartitionLedger {
  /** How far an assigned partition is. */
  enum Stage {
    /** Assigned; its committed offset is not known yet. */
    ASSIGNED,
    /** Its memory and graphs are being restored. */
    RESTORING,
    /** Its jobs run. */
    ACTIVE
  }

  private final TopicPartition source;
  private final long epoch;
  private Stage stage = Stage.ASSIGNED;
  private OffsetWindow window;
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

  Stage stage() {
    return stage;
  }

  void restoring(OffsetWindow restored) {
    window = restored;
    stage = Stage.RESTORING;
  }

  void active() {
    stage = Stage.ACTIVE;
  }

  OffsetWindow window() {
    return window;
  }

  int openCount() {
    return window == null ? 0 : window.openCount();
  }

  /** Whether a record had to be turned away; cleared when there is room again. */
  boolean blocked() {
    return blocked;
  }

  void block(boolean turnedAway) {
    blocked = turnedAway;
  }
}
