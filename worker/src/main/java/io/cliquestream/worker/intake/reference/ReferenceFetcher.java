package io.cliquestream.worker.intake.reference;

import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.v1.SnapshotReference;

/** Fetches, checks and reads snapshots that lie elsewhere. */
public interface ReferenceFetcher extends AutoCloseable {
  /**
   * Reads a referenced snapshot; blocks.
   *
   * @return the edges; the caller closes them
   * @throws io.cliquestream.worker.failure.WorkerException FILE_UNREADABLE, SNAPSHOT_SIZE_WRONG,
   *     REFERENCE_CHECKSUM_WRONG, GRAPH_TOO_LARGE, or what reading the format says
   */
  EdgeArray fetch(SnapshotReference reference);

  @Override
  void close();
}
