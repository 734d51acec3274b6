package io.cliquestream.worker.jobs.partition;

import io.cliquestream.worker.graphs.GraphStore;
import io.vertx.core.Future;
import java.util.HashMap;
import java.util.Map;

/**
 * The graph store, asked for one thing at a time of each partition: a partition that is followed is
 * not followed again, and what is being let go of is followed only when it is gone. Confined to the
 * event loop.
 */
final class FollowedGraphs {
  private final GraphStore graphs;

  /** What was asked for last, by partition; absent when it is not followed. */
  private final Map<Integer, Future<Void>> followed = new HashMap<>();

  private final Map<Integer, Future<Void>> released = new HashMap<>();

  FollowedGraphs(GraphStore graphs) {
    this.graphs = graphs;
  }

  /** Completes when a partition's graphs are there; a failed attempt is begun afresh. */
  Future<Void> follow(int partition) {
    Future<Void> known = followed.get(partition);
    if (known != null && known.failed()) {
      var _ = release(partition);
      known = null;
    }
    if (known == null) {
      Future<Void> before = released.getOrDefault(partition, Future.succeededFuture());
      known = before.transform(_ -> graphs.restore(partition));
      followed.put(partition, known);
    }
    return known;
  }

  /** Lets go of a partition's graphs. */
  Future<Void> release(int partition) {
    Future<Void> known = followed.remove(partition);
    if (known == null) {
      return Future.succeededFuture();
    }
    // A restore that has not ended is ended by this.
    Future<Void> gone =
        released
            .getOrDefault(partition, Future.succeededFuture())
            .transform(_ -> graphs.release(partition));
    released.put(partition, gone);
    return gone;
  }
}
