package io.cliquestream.worker.intake.assembly;

import io.cliquestream.v1.SnapshotHeader;
import io.cliquestream.v1.SnapshotReference;
import io.cliquestream.v1.StreamPosition;
import io.cliquestream.worker.graphs.Refusal;
import io.cliquestream.worker.graphs.catalog.VersionStatus;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** What a partition's assembler asks and tells about versions; called on one thread at a time. */
public interface Versions {
  /** What is known of a version. */
  VersionStatus status(String graphId, long version);

  /** The version that the next one must exceed, unsigned; 0 for none. */
  long newest(String graphId);

  /**
   * A version's first record came in. Throws GRAPH_TOO_LARGE when no further graph is taken,
   * QUOTA_EXCEEDED when no further version of the tenant is.
   */
  void opened(String graphId, long version, String tenant);

  /** A version can never be used. */
  void rejected(
      String graphId, long version, Refusal refusal, ConsumerRecord<byte[], byte[]> cause);

  /** A version of its graph's stream begins to come in, and how far it is in that. */
  default void streamed(String graphId, long version, StreamPosition position) {}

  /** Whether the highest usable version was made by a stream that has not ended. */
  default boolean hasStream(String graphId) {
    return false;
  }

  /** A version is retired by its owner. */
  void retired(String graphId, long version);

  /** A record is of no use; no version changes. */
  void discarded(ConsumerRecord<byte[], byte[]> record, Refusal refusal);

  /**
   * Whether a checkpoint of a stream is the one that this worker writes now, of versions that it
   * has: it is only looked whether it is whole, and {@link #passed} tells.
   */
  default boolean isOwn(SnapshotHeader checkpoint) {
    return false;
  }

  /** Such a checkpoint is whole. */
  default void passed(String graphId, long version, RecordRange records) {}

  /**
   * A stream's checkpoint is whole, which serves as the base of the delta that comes next and as
   * nothing else. The receiver closes it; a WorkerException rejects the version.
   */
  default void checkpoint(
      String graphId, long version, AssembledSnapshot snapshot, RecordRange records) {
    snapshot(graphId, version, snapshot, records);
  }

  /** A snapshot is whole. The receiver closes it; a WorkerException rejects the version. */
  void snapshot(String graphId, long version, AssembledSnapshot snapshot, RecordRange records);

  /**
   * A snapshot lies elsewhere; begins to fetch it, and hands it to {@link
   * PartitionAssembler#fetched} later, on the partition's thread.
   */
  void reference(SnapshotReference reference, ConsumerRecord<byte[], byte[]> record);

  /** A delta is whole. The receiver closes it; a WorkerException rejects the version. */
  void delta(
      String graphId, long baseVersion, long version, AssembledDelta delta, RecordRange records);
}
