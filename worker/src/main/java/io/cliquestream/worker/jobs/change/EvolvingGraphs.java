package io.cliquestream.worker.jobs.change;

import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.worker.config.ChangesOnDevice;
import io.cliquestream.worker.graphs.GraphLease;
import io.cliquestream.worker.graphs.GraphStore;
import io.cliquestream.worker.graphs.rows.RowFamily;
import io.cliquestream.worker.graphs.rows.VersionRows;
import io.cliquestream.worker.memory.HostMemory;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The graphs of standing jobs, as they evolve: the rows that the store's versions share, or, where
 * these do not lead from one version to the next, one {@link RowFamily} for each graph, shared by
 * all jobs on it. At most so many graphs; for one more, each run has its own. Thread-safe.
 */
public final class EvolvingGraphs implements AutoCloseable {
  private final GraphStore store;
  private final HostMemory memory;
  private final int most;
  private final int changedEdges;
  private final ChangesOnDevice onDevice;
  private final Map<String, RowFamily> graphs = new HashMap<>();

  /** Graphs whose rows in the store are followed. */
  private final Set<String> shared = new HashSet<>();

  private boolean closed;

  /**
   * @param memory the account of memory off the heap
   * @param most graphs
   * @param changedEdges from one version to the next, at most
   * @param onDevice when a GPU counts what changed
   */
  public EvolvingGraphs(
      GraphStore store, HostMemory memory, int most, int changedEdges, ChangesOnDevice onDevice) {
    this.store = store;
    this.memory = memory;
    this.most = most;
    this.changedEdges = changedEdges;
    this.onDevice = onDevice;
  }

  /** Whether there may be any. */
  boolean keepsAny() {
    return most > 0;
  }

  /**
   * Whether the store's rows of a graph may be followed: it counts as one of the graphs from then
   * on.
   */
  synchronized boolean shares(String graphId) {
    boolean may = !closed && (isKept(graphId) || count() < most);
    if (may) {
      shared.add(graphId);
    }
    return may;
  }

  private boolean isKept(String graphId) {
    return shared.contains(graphId) || graphs.containsKey(graphId);
  }

  /** The store's rows of a version, for the caller to close, if it has some at hand. */
  Optional<VersionRows> ofStore(String graphId, long version) {
    Optional<GraphLease> lease = store.leaseRows(graphId, version);
    try {
      return lease.flatMap(GraphLease::rows);
    } finally {
      lease.ifPresent(GraphLease::close);
    }
  }

  /** Changed edges from one version to the next, at most. */
  int changedEdges() {
    return changedEdges;
  }

  /** When a GPU counts what changed. */
  ChangesOnDevice onDevice() {
    return onDevice;
  }

  /** The account of the process. */
  HostMemory memory() {
    return memory;
  }

  /** The version of a graph that is known here, for the caller to close. */
  Optional<VersionRows> find(String graphId, long version) {
    return known(graphId).flatMap(graph -> graph.find(version));
  }

  private synchronized Optional<RowFamily> known(String graphId) {
    return Optional.ofNullable(graphs.get(graphId));
  }

  /**
   * The version of a lease among the rows that are known here, for the caller to close; empty when
   * there are none, or too many changes lead to it.
   *
   * @param lease of a graph that is not wide; stays the caller's
   * @param stop asked while graphs are compared
   */
  Optional<VersionRows> reach(GraphLease lease, StopCheck stop) {
    return known(lease.graphId()).flatMap(graph -> reach(graph, lease, stop));
  }

  /** The same in a given family. */
  Optional<VersionRows> reach(RowFamily graph, GraphLease lease, StopCheck stop) {
    return graph.reach(
        lease.version(),
        (from, to) -> store.deltas(lease.graphId(), from, to),
        version -> EdgeDifference.of(version, lease.prepared().graph(), changedEdges, stop),
        changedEdges);
  }

  /**
   * Begins at a version, for the caller to close; whoever stands on versions of another family of
   * the same graph keeps them.
   *
   * @param target the version that is wanted next; others share what begins here unless they have
   *     come further
   */
  VersionRows begin(GraphLease lease, long target) {
    GraphLease base = lease.share();
    VersionRows version =
        VersionRows.begin(
            base.prepared(), base.graph().bytes(), base::close, lease.version(), memory);
    RowFamily before = null;
    synchronized (this) {
      RowFamily known = graphs.get(lease.graphId());
      boolean room = known == null && (isKept(lease.graphId()) || count() < most);
      if (!closed && (room || (known != null && known.newest() < target))) {
        version.family().follow(true);
        before = graphs.put(lease.graphId(), version.family());
      }
    }
    if (before != null) {
      before.follow(false);
    }
    return version;
  }

  /** Nobody stands on this graph any more. */
  public void forget(String graphId) {
    synchronized (this) {
      shared.remove(graphId);
    }
    leaveOwn(graphId);
  }

  /** The store's rows are followed instead of those that began here. */
  void leaveOwn(String graphId) {
    RowFamily gone;
    synchronized (this) {
      gone = graphs.remove(graphId);
    }
    if (gone != null) {
      gone.follow(false);
    }
  }

  /** How many graphs are kept. */
  public synchronized int count() {
    return shared.size()
        + (int) graphs.keySet().stream().filter(graphId -> !shared.contains(graphId)).count();
  }

  @Override
  public void close() {
    List<RowFamily> gone;
    synchronized (this) {
      closed = true;
      shared.clear();
      gone = List.copyOf(graphs.values());
      graphs.clear();
    }
    gone.forEach(graph -> graph.follow(false));
  }
}
