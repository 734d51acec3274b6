package io.cliquestream.worker.graphs.catalog;

import static io.cliquestream.v1.FailureCode.FAILURE_CODE_GRAPH_TOO_LARGE;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_GRAPH_UNKNOWN;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_VERSION_REJECTED;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_VERSION_UNKNOWN;

import io.cliquestream.contract.Failures;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.SnapshotHeader;
import io.cliquestream.v1.StreamPosition;
import io.cliquestream.v1.VersionSelector;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.graphs.Refusal;
import io.cliquestream.worker.graphs.StreamedGraph;
import io.cliquestream.worker.graphs.VersionHold;
import io.cliquestream.worker.graphs.cache.CachedGraph;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Which versions of which graphs exist. Thread-safe; no method blocks on anything but the others.
 *
 * <p>Of each graph the newest usable versions are kept up to a limit, and those that somebody holds
 * ({@link #hold}) beyond it. A graph takes one of the slots while one of its versions is usable or
 * coming in. Of graphs without such a version the latest ones are remembered, as many as there are
 * slots, so that jobs are told what became of them.
 */
public final class GraphCatalog {
  private final Map<String, GraphEntry> graphs = new HashMap<>();
  private final LinkedHashSet<String> past = new LinkedHashSet<>();
  private final int versionsPerGraph;
  private final int maximumGraphs;

  /**
   * @param versionsPerGraph usable versions kept of each graph
   * @param maximumGraphs graphs with a usable or incoming version at once
   */
  public GraphCatalog(int versionsPerGraph, int maximumGraphs) {
    this.versionsPerGraph = versionsPerGraph;
    this.maximumGraphs = maximumGraphs;
  }

  /** What is known of a version. */
  public synchronized VersionStatus status(String graphId, long version) {
    GraphEntry entry = graphs.get(graphId);
    return entry == null ? VersionStatus.UNKNOWN : entry.status(version);
  }

  /**
   * What the next version of a graph must exceed: its highest usable version, 0 for none. A version
   * that was only announced, was rejected or is retired blocks nobody.
   */
  public synchronized long newest(String graphId) {
    GraphEntry entry = graphs.get(graphId);
    return entry == null ? 0 : entry.newest();
  }

  /** A version's records begin to come in. */
  public synchronized void opened(int partition, String graphId, long version, String tenant) {
    GraphEntry entry = graphs.get(graphId);
    if ((entry == null || !entry.isLive()) && graphs.size() - past.size() >= maximumGraphs) {
      throw new WorkerException(
          FAILURE_CODE_GRAPH_TOO_LARGE,
          "this worker knows its " + maximumGraphs + " graphs already");
    }
    entry(partition, graphId).open(version, tenant);
    settle(graphId);
  }

  /**
   * Versions that a tenant would have, usable or coming in, with one more of a graph; those that
   * newer ones will push out are not counted.
   */
  public synchronized long withOneMore(String tenant, String graphId) {
    long all = graphs.containsKey(graphId) ? 0 : 1;
    for (var entry : graphs.entrySet()) {
      int more = entry.getKey().equals(graphId) ? 1 : 0;
      all += Math.min(entry.getValue().ofTenant(tenant) + more, versionsPerGraph);
    }
    return all;
  }

  /** A version belongs to its graph's stream, whatever becomes of it. */
  public synchronized void streamed(
      int partition, String graphId, long version, StreamPosition position) {
    GraphEntry entry = entry(partition, graphId);
    switch (entry.status(version)) {
      case UNKNOWN, OPEN -> {
        entry.streamed(version, position);
        settle(graphId);
      }
      case READY, REJECTED, RETIRED -> {}
    }
  }

  /** How a graph stands as the subject of a stream. */
  public synchronized StreamedGraph streamedGraph(String graphId) {
    GraphEntry entry = graphs.get(graphId);
    return entry == null ? StreamedGraph.UNKNOWN : entry.streamedGraph();
  }

  /**
   * The highest usable version, if the stream made it at the same place of its events as another
   * one, which then has the same edges.
   */
  public synchronized OptionalLong sameInStream(String graphId, long version) {
    GraphEntry entry = graphs.get(graphId);
    return entry == null ? OptionalLong.empty() : entry.sameInStream(version);
  }

  /** This worker is about to write a checkpoint of versions that are here. */
  public synchronized void writes(SnapshotHeader checkpoint) {
    GraphEntry entry = graphs.get(checkpoint.getGraphId());
    if (entry != null) {
      entry.writes(checkpoint);
    }
  }

  /** Whether a checkpoint is the one that this worker wrote last, and what it is of was here. */
  public synchronized boolean hasOwn(SnapshotHeader checkpoint) {
    GraphEntry entry = graphs.get(checkpoint.getGraphId());
    return entry != null && entry.hasOwn(checkpoint);
  }

  /** Graphs whose highest usable version was made by a stream that has not ended. */
  public synchronized Map<String, StreamedGraph> streamed() {
    Map<String, StreamedGraph> streamed = new HashMap<>();
    graphs.forEach(
        (graphId, entry) -> {
          if (entry.wasStreamed()) {
            StreamedGraph graph = entry.streamedGraph();
            if (graph.hasStream()) {
              streamed.put(graphId, graph);
            }
          }
        });
    return streamed;
  }

  /** A version can be leased from now on. */
  public void ready(int partition, String graphId, long version, CachedGraph graph) {
    List<CachedGraph> superseded;
    synchronized (this) {
      GraphEntry entry = entry(partition, graphId);
      entry.put(version, new KnownVersion(VersionStatus.READY, null, graph));
      superseded = entry.retireBeyond(versionsPerGraph);
      settle(graphId);
    }
    superseded.forEach(CachedGraph::drop);
  }

  /** A version can never be leased. An existing one is not touched. */
  public synchronized void rejected(int partition, String graphId, long version, Refusal refusal) {
    GraphEntry entry = entry(partition, graphId);
    if (entry.status(version) != VersionStatus.READY) {
      entry.put(version, new KnownVersion(VersionStatus.REJECTED, refusal, null));
    }
    settle(graphId);
  }

  /** A version's owner retired it. A graph of another partition is not touched. */
  public void retired(int partition, String graphId, long version) {
    KnownVersion before;
    synchronized (this) {
      GraphEntry entry = graphs.get(graphId);
      if (entry == null || entry.partition() != partition) {
        return;
      }
      before = entry.put(version, KnownVersion.RETIRED);
      settle(graphId);
    }
    if (before != null && before.graph() != null) {
      before.graph().drop();
    }
  }

  /**
   * Keeps a usable version leasable although newer ones come; its owner can still retire it.
   *
   * @return empty when the version is not usable now
   */
  public synchronized Optional<VersionHold> hold(String graphId, long version) {
    GraphEntry entry = graphs.get(graphId);
    if (entry == null || entry.status(version) != VersionStatus.READY) {
      return Optional.empty();
    }
    entry.hold(version);
    var held = new AtomicBoolean(true);
    return Optional.of(
        () -> {
          if (held.compareAndSet(true, false)) {
            letGo(graphId, entry, version);
          }
        });
  }

  private void letGo(String graphId, GraphEntry entry, long version) {
    List<CachedGraph> superseded;
    synchronized (this) {
      entry.letGo(version);
      superseded = entry.retireBeyond(versionsPerGraph);
      if (graphs.get(graphId) == entry) {
        settle(graphId);
      }
    }
    superseded.forEach(CachedGraph::drop);
  }

  /** Forgets every graph of a partition; leases stay valid. */
  public void dropPartition(int partition) {
    List<CachedGraph> dropped = new ArrayList<>();
    synchronized (this) {
      graphs
          .entrySet()
          .removeIf(
              entry -> {
                if (entry.getValue().partition() != partition) {
                  return false;
                }
                dropped.addAll(entry.getValue().graphs());
                past.remove(entry.getKey());
                return true;
              });
    }
    dropped.forEach(CachedGraph::drop);
  }

  /** Usable versions of all graphs. */
  public synchronized List<CachedGraph> usable() {
    return graphs.values().stream().flatMap(entry -> entry.graphs().stream()).toList();
  }

  /**
   * Every graph as it is now.
   *
   * @param past rejected and retired versions of each graph, at most
   * @param onDevice bytes that a GPU holds of graphs
   */
  public synchronized List<GraphState> describe(int past, Map<Graph, Long> onDevice) {
    return graphs.entrySet().stream()
        .map(
            entry ->
                new GraphState(
                    entry.getKey(),
                    entry.getValue().partition(),
                    entry.getValue().describe(past, onDevice)))
        .toList();
  }

  /** Usable versions of a graph, ascending. */
  public synchronized List<Long> usable(String graphId) {
    GraphEntry entry = graphs.get(graphId);
    return entry == null ? List.of() : entry.ofStatus(VersionStatus.READY);
  }

  /** What a selector comes to now; exactly, at least, or the latest when nothing is set. */
  public synchronized Resolution resolve(String graphId, VersionSelector selector) {
    GraphEntry entry = graphs.get(graphId);
    if (entry == null) {
      return absent(FAILURE_CODE_GRAPH_UNKNOWN, "graph " + graphId + " is not known", true);
    }
    return switch (selector.getKindCase()) {
      case EXACT -> exact(entry, selector.getExact());
      case AT_LEAST -> atLeast(entry, selector.getAtLeast());
      case LATEST, KIND_NOT_SET -> atLeast(entry, 0);
    };
  }

  private static Resolution exact(GraphEntry entry, long wanted) {
    KnownVersion version = entry.get(wanted);
    boolean newer = Long.compareUnsigned(wanted, entry.newest()) > 0;
    if (version == null) {
      return absent(FAILURE_CODE_VERSION_UNKNOWN, text(wanted) + " is not known", newer);
    }
    return switch (version.status()) {
      case READY -> new Resolution.Usable(wanted, version.graph());
      case OPEN -> new Resolution.InFlight();
      case REJECTED -> rejected(wanted, version.refusal());
      case RETIRED -> absent(FAILURE_CODE_VERSION_UNKNOWN, text(wanted) + " was retired", false);
      case UNKNOWN -> absent(FAILURE_CODE_VERSION_UNKNOWN, text(wanted) + " is not known", newer);
    };
  }

  private static Resolution atLeast(GraphEntry entry, long wanted) {
    Resolution result = absent(FAILURE_CODE_VERSION_UNKNOWN, "no version is usable", true);
    for (var candidate : entry.downTo(wanted).entrySet()) {
      KnownVersion version = candidate.getValue();
      switch (version.status()) {
        case READY -> {
          return new Resolution.Usable(candidate.getKey(), version.graph());
        }
        case OPEN -> result = new Resolution.InFlight();
        case REJECTED -> {
          if (result instanceof Resolution.Absent absent
              && absent.refusal().code() == FAILURE_CODE_VERSION_UNKNOWN) {
            Resolution.Absent reason = rejected(candidate.getKey(), version.refusal());
            result = new Resolution.Absent(reason.refusal(), true);
          }
        }
        case RETIRED, UNKNOWN -> {}
      }
    }
    return result;
  }

  private static Resolution.Absent rejected(long version, Refusal refusal) {
    if (refusal.code() == FAILURE_CODE_GRAPH_TOO_LARGE) {
      return new Resolution.Absent(refusal, false);
    }
    return absent(
        FAILURE_CODE_VERSION_REJECTED,
        text(version)
            + " was rejected: "
            + Failures.nameOf(refusal.code())
            + ": "
            + refusal.message(),
        false);
  }

  private static Resolution.Absent absent(FailureCode code, String message, boolean mayAppear) {
    return new Resolution.Absent(new Refusal(code, message), mayAppear);
  }

  private static String text(long version) {
    return "version " + Long.toUnsignedString(version);
  }

  private GraphEntry entry(int partition, String graphId) {
    return graphs.computeIfAbsent(graphId, id -> new GraphEntry(partition));
  }

  /** Moves a graph between those that take a slot and those that are only remembered. */
  private void settle(String graphId) {
    past.remove(graphId);
    if (!graphs.get(graphId).isLive()) {
      past.add(graphId);
      if (past.size() > maximumGraphs) {
        String eldest = past.removeFirst();
        graphs.remove(eldest);
      }
    }
  }
}
