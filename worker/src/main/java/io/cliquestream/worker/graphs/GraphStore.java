package io.cliquestream.worker.graphs;

import io.cliquestream.v1.VersionSelector;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.function.ObjLongConsumer;

/** The graphs this worker holds, version by version. Methods may be called from any thread. */
public interface GraphStore {
  /**
   * Follows a partition of the graph topic from its beginning.
   *
   * @return completes when everything that lay in the partition at the call has been taken in
   */
  Future<Void> restore(int partition);

  /** Stops following a partition and lets go of its graphs; leases given out stay valid. */
  Future<Void> release(int partition);

  /**
   * Leases the version of a graph that a job asked for.
   *
   * @param wait how long to wait for an "at least" version to appear
   * @return fails with a {@link io.cliquestream.worker.failure.WorkerException}: GRAPH_UNKNOWN,
   *     VERSION_UNKNOWN, VERSION_REJECTED (with the reason) or GRAPH_TOO_LARGE
   */
  Future<GraphLease> lease(String graphId, VersionSelector selector, Duration wait);

  /** Adds a listener that is told the graph id and number of every version that becomes usable. */
  void onVersion(ObjLongConsumer<String> listener);
}
