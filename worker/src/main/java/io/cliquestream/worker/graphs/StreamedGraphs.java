package io.cliquestream.worker.graphs;

import io.cliquestream.v1.SnapshotHeader;
import java.util.concurrent.CompletableFuture;

/** What a stream of changes asks about the graphs of its partition. From any thread. */
public interface StreamedGraphs {
  /**
   * Completes when everything that lies in a partition of the graphs now has been taken in; fails
   * when that cannot be told.
   */
  CompletableFuture<Void> caughtUp(int partition);

  /** Whether what lay in a partition was taken in and the partition is still followed. */
  boolean isRestored(int partition);

  /** How a graph stands now. */
  StreamedGraph streamedGraph(String graphId);

  /**
   * A stream's checkpoint is about to be written of versions that are here: when it comes back from
   * the topic, its edges need not be read.
   */
  void writes(SnapshotHeader checkpoint);

  /**
   * Offset in the graphs topic of the first record of a usable version, or of the checkpoint that
   * it is the first one upon; negative when that is not known.
   */
  long firstOffset(String graphId, long version);
}
