package io.cliquestream.worker.intake.reference;

import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.v1.SnapshotReference;
import java.util.concurrent.CompletableFuture;

/** Fetches, checks and reads snapshots that lie elsewhere. */
public interface ReferenceFetcher extends AutoCloseable {
  /**
   * Begins to read a referenced snapshot; never blocks, and ends within the configured time.
   *
   * @return the edges, which the receiver closes; fails with a {@link
   *     io.cliquestream.worker.failure.WorkerException}: FILE_UNREADABLE, SNAPSHOT_SIZE_WRONG,
   *     REFERENCE_CHECKSUM_WRONG, GRAPH_TOO_LARGE, or what reading the format says
   */
  CompletableFuture<EdgeArray> fetch(SnapshotReference reference);

  @Override
  void close();
}
