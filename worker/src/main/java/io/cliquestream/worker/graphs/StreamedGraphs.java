package io.cliquestream.worker.graphs;

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
   * Offset in the graphs topic of the first record of a usable version; negative when that is not
   * known.
   */
  long firstOffset(String graphId, long version);
}
