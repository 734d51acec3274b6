package io.cliquestream.worker.graphs.catalog;

import static io.cliquestream.v1.FailureCode.FAILURE_CODE_GRAPH_TOO_LARGE;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_GRAPH_UNKNOWN;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_VERSION_REJECTED;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_VERSION_UNKNOWN;

import io.cliquestream.contract.Failures;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.VersionSelector;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.graphs.Refusal;
import io.cliquestream.worker.graphs.cache.CachedGraph;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which versions of which graphs exist. Thread-safe; no method blocks on anything but the others.
 *
 * <p>Of each graph the newest usable versions are kept up to a limit. Rejections and retirements
 * are remembered up to {@value #REMEMBERED} a graph, oldest version forgotten first; a forgotten
 * version cannot come back, because it is below the highest one ever opened.
 */
public final class GraphCatalog {
  private static final int REMEMBERED = 64;

  private final Map<String, Entry> graphs = new HashMap<>();
  private final int versionsPerGraph;
  private final int maximumGraphs;

  private static final class Entry {
    private final int partition;
    private final TreeMap<Long, Version> versions = new TreeMap<>(Long::compareUnsigned);
    private long highest;

    private Entry(int partition) {
      this.partition = partition;
    }
  }

  private record Version(VersionStatus status, Refusal refusal, CachedGraph graph) {}

  /**
   * @param versionsPerGraph usable versions kept of each graph
   * @param maximumGraphs graphs known at once
   */
  public GraphCatalog(int versionsPerGraph, int maximumGraphs) {
    this.versionsPerGraph = versionsPerGraph;
    this.maximumGraphs = maximumGraphs;
  }

  /** What is known of a version. */
  public synchronized VersionStatus status(String graphId, long version) {
    Entry entry = graphs.get(graphId);
    Version found = entry == null ? null : entry.versions.get(version);
    return found == null ? VersionStatus.UNKNOWN : found.status();
  }

  /** The highest version ever opened, unsigned; 0 for none. */
  public synchronized long highest(String graphId) {
    Entry entry = graphs.get(graphId);
    return entry == null ? 0 : entry.highest;
  }

  /** A version's records begin to come in. */
  public synchronized void opened(int partition, String graphId, long version) {
    Entry entry = entry(partition, graphId);
    if (entry == null) {
      throw new WorkerException(
          FAILURE_CODE_GRAPH_TOO_LARGE,
          "this worker knows its " + maximumGraphs + " graphs already");
    }
    entry.versions.put(version, new Version(VersionStatus.OPEN, null, null));
    if (Long.compareUnsigned(version, entry.highest) > 0) {
      entry.highest = version;
    }
  }

  /** A version can be leased from now on. */
  public void ready(int partition, String graphId, long version, CachedGraph graph) {
    List<CachedGraph> superseded = new ArrayList<>();
    synchronized (this) {
      Entry entry = entry(partition, graphId);
      if (entry == null) {
        superseded.add(graph);
      } else {
        entry.versions.put(version, new Version(VersionStatus.READY, null, graph));
        List<Long> ready =
            entry.versions.entrySet().stream()
                .filter(e -> e.getValue().status() == VersionStatus.READY)
                .map(Map.Entry::getKey)
                .toList();
        for (Long old : ready.subList(0, Math.max(0, ready.size() - versionsPerGraph))) {
          superseded.add(entry.versions.get(old).graph());
          entry.versions.put(old, new Version(VersionStatus.RETIRED, null, null));
        }
        forget(entry);
      }
    }
    superseded.forEach(CachedGraph::drop);
  }

  /** A version can never be leased. An existing one is not touched. */
  public synchronized void rejected(int partition, String graphId, long version, Refusal refusal) {
    Entry entry = entry(partition, graphId);
    if (entry != null && status(graphId, version) != VersionStatus.READY) {
      entry.versions.put(version, new Version(VersionStatus.REJECTED, refusal, null));
      forget(entry);
    }
  }

  /** A version's owner retired it. */
  public void retired(int partition, String graphId, long version) {
    Version before;
    synchronized (this) {
      Entry entry = graphs.get(graphId);
      if (entry == null) {
        return;
      }
      before = entry.versions.put(version, new Version(VersionStatus.RETIRED, null, null));
      forget(entry);
    }
    if (before != null && before.graph() != null) {
      before.graph().drop();
    }
  }

  /** Forgets every graph of a partition; leases stay valid. */
  public void dropPartition(int partition) {
    List<CachedGraph> dropped = new ArrayList<>();
    synchronized (this) {
      graphs
          .values()
          .removeIf(
              entry -> {
                if (entry.partition != partition) {
                  return false;
                }
                entry.versions.values().stream()
                    .filter(version -> version.graph() != null)
                    .forEach(version -> dropped.add(version.graph()));
                return true;
              });
    }
    dropped.forEach(CachedGraph::drop);
  }

  /** What a selector comes to now; exactly, at least, or the latest when nothing is set. */
  public synchronized Resolution resolve(String graphId, VersionSelector selector) {
    Entry entry = graphs.get(graphId);
    if (entry == null) {
      return absent(FAILURE_CODE_GRAPH_UNKNOWN, "graph " + graphId + " is not known", true);
    }
    return switch (selector.getKindCase()) {
      case EXACT -> exact(entry, selector.getExact());
      case AT_LEAST -> atLeast(entry, selector.getAtLeast());
      case LATEST, KIND_NOT_SET -> atLeast(entry, 0);
    };
  }

  private static Resolution exact(Entry entry, long wanted) {
    Version version = entry.versions.get(wanted);
    boolean newer = Long.compareUnsigned(wanted, entry.highest) > 0;
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

  private static Resolution atLeast(Entry entry, long wanted) {
    Resolution result = absent(FAILURE_CODE_VERSION_UNKNOWN, "no version is usable", true);
    for (var candidate : entry.versions.tailMap(wanted, true).descendingMap().entrySet()) {
      Version version = candidate.getValue();
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

  private Entry entry(int partition, String graphId) {
    Entry entry = graphs.get(graphId);
    if (entry == null && graphs.size() < maximumGraphs) {
      entry = new Entry(partition);
      graphs.put(graphId, entry);
    }
    return entry;
  }

  private static void forget(Entry entry) {
    List<Long> forgettable =
        entry.versions.entrySet().stream()
            .filter(
                e ->
                    e.getValue().status() == VersionStatus.REJECTED
                        || e.getValue().status() == VersionStatus.RETIRED)
            .map(Map.Entry::getKey)
            .toList();
    forgettable
        .subList(0, Math.max(0, forgettable.size() - REMEMBERED))
        .forEach(entry.versions::remove);
  }
}
