package io.cliquestream.worker.graphs.catalog;

import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.v1.SnapshotHeader;
import io.cliquestream.v1.StreamPosition;
import io.cliquestream.worker.graphs.Refusal;
import io.cliquestream.worker.graphs.StreamedGraph;
import io.cliquestream.worker.graphs.cache.CachedGraph;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * The versions of one graph; the catalogue's lock guards it.
 *
 * <p>Rejections and retirements are remembered up to {@value #REMEMBERED}, lowest version forgotten
 * first. A forgotten version below a usable one cannot come back, because the next one must exceed
 * that; one above could, if all its records were sent again.
 */
final class GraphEntry {
  private static final int REMEMBERED = 64;

  private final int partition;
  private final TreeMap<Long, KnownVersion> versions = new TreeMap<>(Long::compareUnsigned);
  private final Map<Long, Integer> holds = new HashMap<>();

  /** Of versions that are usable or coming in, where they have one. */
  private final Map<Long, String> tenants = new HashMap<>();

  /** Of versions that a stream made or was to make. */
  private final Map<Long, StreamPosition> streams = new HashMap<>();

  /** What this worker wrote or is about to write. */
  private SnapshotHeader own;

  GraphEntry(int partition) {
    this.partition = partition;
  }

  /** This worker writes a checkpoint. */
  void writes(SnapshotHeader checkpoint) {
    own = checkpoint;
  }

  /** Whether a checkpoint is the one that this worker wrote last, and what it is of was here. */
  boolean hasOwn(SnapshotHeader checkpoint) {
    StreamPosition here = streams.get(newest());
    return checkpoint.equals(own)
        && here != null
        && here.getEvents() >= checkpoint.getStream().getEvents()
        && streamedGraph().missing().isEmpty();
  }

  int partition() {
    return partition;
  }

  KnownVersion get(long version) {
    return versions.get(version);
  }

  VersionStatus status(long version) {
    KnownVersion found = versions.get(version);
    return found == null ? VersionStatus.UNKNOWN : found.status();
  }

  /** The highest usable version, unsigned; 0 for none. */
  long newest() {
    for (var version : versions.descendingMap().entrySet()) {
      if (version.getValue().status() == VersionStatus.READY) {
        return version.getKey();
      }
    }
    return 0;
  }

  /** Versions from the highest down to {@code lowest}. */
  NavigableMap<Long, KnownVersion> downTo(long lowest) {
    return versions.tailMap(lowest, true).descendingMap();
  }

  /** Whether a version is usable or coming in. */
  boolean isLive() {
    return versions.values().stream().anyMatch(v -> isCurrent(v.status()));
  }

  List<CachedGraph> graphs() {
    List<CachedGraph> graphs = new ArrayList<>();
    for (KnownVersion version : versions.values()) {
      if (version.graph() != null) {
        graphs.add(version.graph());
      }
    }
    return graphs;
  }

  /** Sets what is known of a version and returns what was known before, or null. */
  KnownVersion put(long version, KnownVersion known) {
    KnownVersion before = versions.put(version, known);
    if (!isCurrent(known.status())) {
      tenants.remove(version);
    }
    forget();
    return before;
  }

  /** A version of a tenant begins to come in. */
  void open(long version, String tenant) {
    put(version, KnownVersion.OPEN);
    if (!tenant.isEmpty()) {
      tenants.put(version, tenant);
    }
  }

  /** Versions of a tenant that are usable or coming in. */
  int ofTenant(String tenant) {
    tenants.keySet().removeIf(version -> !isCurrent(status(version)));
    return tenant.isEmpty()
        ? (int) versions.values().stream().filter(v -> isCurrent(v.status())).count()
            - tenants.size()
        : Collections.frequency(tenants.values(), tenant);
  }

  private static boolean isCurrent(VersionStatus status) {
    return status == VersionStatus.READY || status == VersionStatus.OPEN;
  }

  /** The usable and incoming versions and the newest {@code past} others, ascending. */
  List<GraphState.Version> describe(int past, Map<Graph, Long> onDevice) {
    List<GraphState.Version> states = new ArrayList<>();
    int left = past;
    for (var version : versions.descendingMap().entrySet()) {
      KnownVersion known = version.getValue();
      if (isCurrent(known.status()) || left-- > 0) {
        states.add(known.describe(version.getKey(), onDevice));
      }
    }
    return states.reversed();
  }

  void streamed(long version, StreamPosition position) {
    streams.put(version, position);
  }

  /** The highest usable version, if the stream made it and another one of the same events. */
  OptionalLong sameInStream(long version) {
    long newest = newest();
    StreamPosition place = place(streams.get(version));
    return newest != 0 && place != null && place.equals(place(streams.get(newest)))
        ? OptionalLong.of(newest)
        : OptionalLong.empty();
  }

  /** How far the stream is, without where records of the graph lie. */
  private static StreamPosition place(StreamPosition position) {
    return position == null
        ? null
        : position.toBuilder()
            .clearRecordsOffset()
            .clearSnapshotOffset()
            .clearVersionsSinceSnapshot()
            .build();
  }

  /** Whether a stream made any version that is known. */
  boolean wasStreamed() {
    return !streams.isEmpty();
  }

  StreamedGraph streamedGraph() {
    long newest = newest();
    Refusal missing = null;
    for (var above : versions.tailMap(newest, false).entrySet()) {
      if (above.getValue().status() == VersionStatus.REJECTED
          && streams.containsKey(above.getKey())) {
        missing = above.getValue().refusal();
        break;
      }
    }
    return new StreamedGraph(
        newest,
        settled(),
        versions.isEmpty() ? 0 : versions.lastKey(),
        Optional.ofNullable(streams.get(newest)),
        newest == 0 ? StreamedGraph.Ends.EITHER : ends(versions.get(newest).graph()),
        Optional.ofNullable(missing));
  }

  /** The highest version that is usable or was retired, unsigned; 0 for none. */
  private long settled() {
    for (var version : versions.descendingMap().entrySet()) {
      switch (version.getValue().status()) {
        case READY, RETIRED -> {
          return version.getKey();
        }
        case REJECTED, OPEN, UNKNOWN -> {}
      }
    }
    return 0;
  }

  private static StreamedGraph.Ends ends(CachedGraph graph) {
    if (graph.isNamed()) {
      return StreamedGraph.Ends.NAMES;
    }
    return graph.vertices() == 0 ? StreamedGraph.Ends.EITHER : StreamedGraph.Ends.IDS;
  }

  void hold(long version) {
    holds.merge(version, 1, Integer::sum);
  }

  void letGo(long version) {
    holds.computeIfPresent(version, (v, count) -> count == 1 ? null : count - 1);
  }

  /** Retires usable versions that nobody holds, oldest first, until {@code kept} are left. */
  List<CachedGraph> retireBeyond(int kept) {
    List<CachedGraph> retired = new ArrayList<>();
    List<Long> usable = ofStatus(VersionStatus.READY);
    for (long version : usable.subList(0, Math.max(0, usable.size() - kept))) {
      if (!holds.containsKey(version)) {
        retired.add(versions.put(version, KnownVersion.RETIRED).graph());
      }
    }
    forget();
    return retired;
  }

  private void forget() {
    List<Long> ended = new ArrayList<>(ofStatus(VersionStatus.REJECTED));
    ended.addAll(ofStatus(VersionStatus.RETIRED));
    ended.sort(Long::compareUnsigned);
    for (long version : ended.subList(0, Math.max(0, ended.size() - REMEMBERED))) {
      versions.remove(version);
      streams.remove(version);
    }
  }

  /** Versions of a status, ascending. */
  List<Long> ofStatus(VersionStatus status) {
    return versions.entrySet().stream()
        .filter(e -> e.getValue().status() == status)
        .map(Map.Entry::getKey)
        .toList();
  }
}
