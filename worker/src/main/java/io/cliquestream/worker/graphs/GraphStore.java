package io.cliquestream.worker.graphs;

import io.cliquestream.v1.VersionSelector;
import io.cliquestream.worker.graphs.rows.VersionDelta;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
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

  /**
   * Leases a usable version by the rows that it shares with the versions around it: no whole graph
   * is made of it unless somebody asks the lease for one. For who follows changes; never blocks.
   *
   * @return empty when the version is not usable now, or shares no rows
   */
  Optional<GraphLease> leaseRows(String graphId, long version);

  /**
   * Where the records of a usable version lie, after those of the versions it was made from,
   * snapshot first.
   *
   * @return empty when that is not known, or too many versions
   */
  List<VersionRecords> records(String graphId, long version);

  /**
   * Leases a version by where its records lie, whether or not this worker follows its partition;
   * what is not here is read from the topic, and kept like any graph.
   *
   * @param records as {@link #records} said on a worker that has it
   * @return fails with a {@link io.cliquestream.worker.failure.WorkerException}, VERSION_UNKNOWN
   *     when the records are not whole in the topic any more
   */
  Future<GraphLease> lease(String graphId, List<VersionRecords> records);

  /**
   * Keeps a usable version leasable however many newer ones come, until the hold is closed or the
   * version's owner retires it. Costs no memory: a held version may leave for the disk or the
   * topic. Called from a listener for the version that it is told of, it never comes too late.
   *
   * @return empty when the version is not usable now
   */
  Optional<VersionHold> hold(String graphId, long version);

  /**
   * The usable versions of a graph, ascending. One that becomes usable during the call is in it or
   * told to listeners, or both.
   */
  List<Long> usable(String graphId);

  /**
   * The deltas that lead from one version of a graph to a later one, in their order, as far as they
   * are remembered; empty when somebody has to compare the two graphs instead.
   */
  Optional<List<VersionDelta>> deltas(String graphId, long from, long to);

  /** Adds a listener that is told the graph id and number of every version that becomes usable. */
  void onVersion(ObjLongConsumer<String> listener);
}
