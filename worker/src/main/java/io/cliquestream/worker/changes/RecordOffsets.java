package io.cliquestream.worker.changes;

/** Where a stream's records lie in the topic of graphs. Confined to its lane's thread. */
final class RecordOffsets {
  private long records;
  private long snapshot;

  /** Nothing is retired; what the first version is built on begins there. */
  void begin(long firstRecord) {
    restored(firstRecord, firstRecord);
  }

  /** As a version says it. */
  void restored(long recordsOffset, long snapshotOffset) {
    records = recordsOffset;
    snapshot = snapshotOffset;
  }

  /** The newest version is a snapshot, which does not know where it lies itself. */
  void standsOnSnapshot(long firstRecord) {
    snapshot = Math.max(records, firstRecord);
  }

  /**
   * A snapshot was written, whose first record lies there.
   *
   * @return the offset below which records have become superfluous
   */
  long written(long firstRecord) {
    long superfluous = snapshot;
    snapshot = firstRecord;
    return superfluous;
  }

  /** All records below an offset are retired. */
  void retired(long below) {
    records = Math.max(records, below);
  }

  /** Below it no record of the graph is left but tombstones. */
  long records() {
    return records;
  }

  /** Of the last snapshot. */
  long snapshot() {
    return snapshot;
  }
}
