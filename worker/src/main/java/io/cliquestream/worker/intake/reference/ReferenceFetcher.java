package io.cliquestream.worker.intake.reference;

import io.cliquestream.v1.SnapshotReference;
import io.cliquestream.worker.intake.assembly.AssembledEdges;
import java.util.concurrent.CompletableFuture;

/** Fetches, checks and reads snapshots that lie elsewhere. */
public interface ReferenceFetcher extends AutoCloseable {
  /**
   * Begins to read a referenced snapshot; never blocks, and ends within the configured time.
   *
   * @return the edges with the memory they take in their tenant's account, which the receiver
   *     closes; fails with a {@link io.cliquestream.worker.failure.WorkerException}:
   *     FILE_UNREADABLE, SNAPSHOT_SIZE_WRONG, REFERENCE_CHECKSUM_WRONG, GRAPH_TOO_LARGE, or what
   *     reading the format says
   */
  CompletableFuture<AssembledEdges> fetch(SnapshotReference reference);

  @Override
  void close();
}
