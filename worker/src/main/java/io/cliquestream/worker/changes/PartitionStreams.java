package io.cliquestream.worker.changes;

import io.cliquestream.contract.Bounds;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.StreamDefinition;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.graphs.StreamedGraph;
import io.cliquestream.worker.graphs.StreamedGraphs;
import io.cliquestream.worker.memory.RecentMap;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The streams of one partition, and the versions that they announce. A stream is in memory from the
 * first of its events that comes here; what it is then is what its graph's newest version says, so
 * an idle one may be forgotten any time. Confined to its lane's thread.
 */
final class PartitionStreams {
  private static final long UNKNOWN_NANOS = 1_000_000_000L;
  private static final int UNKNOWN_GRAPHS = 10_000;
  private static final String NO_NUMBER =
      "it has the highest version that there is, so that no stream can make another";

  /** While a stream waits for a version to be usable, which nobody tells of. */
  private static final long LOOK_NANOS = 1_000_000;

  /** While none waits for that. */
  private static final long GLANCE_NANOS = 10_000_000;

  private final int partition;
  private final ChangeSettings settings;
  private final Duration patience;
  private final StreamedGraphs graphs;
  private final EventCounts counts;
  private final EventWindow.Budget windows;
  private final WindowReplay replay;
  private final StreamRecords records;
  private final ReadyRecords ready;
  private final Map<String, ChangeStream> streams = new LinkedHashMap<>();
  private final Map<ChangeStream, Accounted> accounted = new HashMap<>();
  private final Map<String, Long> unknown = new RecentMap<>(UNKNOWN_GRAPHS);

  /** What a stream was last seen to hold. */
  private record Accounted(int events, int weight) {
    static final Accounted NOTHING = new Accounted(0, 0);
  }

  PartitionStreams(
      int partition,
      RecordRoom room,
      ChangeSettings settings,
      ChangeClients clients,
      StreamedGraphs graphs,
      EventCounts counts,
      EventWindow.Budget windows,
      WindowReplay replay,
      ReadyRecords ready) {
    this.partition = partition;
    this.settings = settings;
    this.patience = clients.kafka().requestTimeout();
    this.graphs = graphs;
    this.counts = counts;
    this.windows = windows;
    this.replay = replay;
    this.records = new StreamRecords(clients.topics().graphs(), partition, room);
    this.ready = ready;
  }

  Collection<ChangeStream> all() {
    return List.copyOf(streams.values());
  }

  // --- Which there are -----------------------------------------------------------------------

  /** The stream that a graph has; empty when it has none. */
  Optional<ChangeStream> find(String graphId) {
    ChangeStream known = streams.get(graphId);
    return known != null ? Optional.of(known) : lookUp(graphId);
  }

  /** Takes into account what a stream holds now; to be called whenever that has changed. */
  void account(ChangeStream stream) {
    boolean kept = streams.get(stream.graphId()) == stream;
    Accounted now = kept ? new Accounted(stream.windowSize(), stream.weight()) : Accounted.NOTHING;
    Accounted before = accounted.getOrDefault(stream, Accounted.NOTHING);
    windows.add(now.events() - before.events(), now.weight() - before.weight());
    if (kept) {
      accounted.put(stream, now);
    } else {
      accounted.remove(stream);
    }
  }

  /** What a graph's newest version says of its stream. */
  private Optional<ChangeStream> lookUp(String graphId) {
    StreamedGraph graph = graphs.streamedGraph(graphId);
    ChangeStream stream = null;
    if (graph.missing().isPresent()) {
      stream = ChangeStream.broken(graphId, graph.missing().get().message(), settings, counts);
    } else if (graph.hasStream()) {
      stream =
          ChangeStream.restored(graphId, graph.position().orElseThrow(), graph, settings, counts);
      if (graph.position().get().getVersionsSinceSnapshot() == 0) {
        stream.offsets().standsOnSnapshot(graphs.firstOffset(graphId, graph.newest()));
      }
      if (graph.newest() == Bounds.HIGHEST_VERSION) {
        stream.breaks(NO_NUMBER);
      } else {
        replay.run(partition, stream, graph.position().orElseThrow());
      }
    }
    if (stream != null) {
      keep(stream);
    }
    return Optional.ofNullable(stream);
  }

  private void keep(ChangeStream stream) {
    if (streams.size() >= settings.streams()) {
      long now = System.nanoTime();
      ChangeStream idle =
          streams.values().stream()
              .filter(one -> one.state() != StreamState.BEGINNING)
              .filter(one -> !one.hasPending() && !one.hasUnconfirmed())
              .min(Comparator.comparingLong(one -> one.touched() - now))
              .orElseThrow(
                  () ->
                      new WorkerException(
                          FailureCode.FAILURE_CODE_WINDOW_FULL,
                          "this partition has its " + settings.streams() + " streams at work"));
      drop(idle);
    }
    streams.put(stream.graphId(), stream);
    account(stream);
  }

  /** Forgets a stream. */
  private void drop(ChangeStream stream) {
    boolean _ = streams.remove(stream.graphId(), stream);
    account(stream);
  }

  /** Forgets all of them, and gives back what they account for. */
  void end() {
    all().forEach(this::drop);
  }

  // --- How they begin and end ----------------------------------------------------------------

  /**
   * Begins a stream.
   *
   * @param offset record of its first event
   * @param event number of that event in the record
   * @throws WorkerException GRAPH_UNKNOWN when there is no such graph, and none is to be made
   */
  ChangeStream begin(StreamDefinition definition, long offset, int event) {
    String graphId = definition.getGraphId();
    StreamedGraph graph = graphs.streamedGraph(graphId);
    if (!graph.isUsable()) {
      graph = afterLook(graphId);
    }
    if (!graph.isUsable() && !definition.getCreateGraph()) {
      throw new WorkerException(
          FailureCode.FAILURE_CODE_GRAPH_UNKNOWN,
          "graph " + graphId + " is not known, and its stream does not say that it creates it");
    }
    if (graph.highest() == Bounds.HIGHEST_VERSION) {
      throw new WorkerException(
          FailureCode.FAILURE_CODE_VERSION_NOT_NEWER, "graph " + graphId + ": " + NO_NUMBER);
    }
    ChangeStream stream =
        ChangeStream.beginning(definition, offset, event, graph.ends(), settings, counts);
    keep(stream);
    announceFirst(stream, graph);
    return stream;
  }

  /** A graph may have been published a moment ago; a flood of unknown ones asks once a second. */
  private StreamedGraph afterLook(String graphId) {
    Long looked = unknown.get(graphId);
    if (looked == null || System.nanoTime() - looked > UNKNOWN_NANOS) {
      replay.awaitGraphs(partition);
      unknown.put(graphId, System.nanoTime());
    }
    StreamedGraph graph = graphs.streamedGraph(graphId);
    replay.requireFollowed(partition);
    return graph;
  }

  private void announceFirst(ChangeStream stream, StreamedGraph graph) {
    long first = graph.isUsable() ? graphs.firstOffset(stream.graphId(), graph.newest()) : 0;
    stream.vertices().beginOn(graph.ends());
    stream.buildsOn(graph.newest(), graph.highest(), Math.max(0, first));
    ready.version(graph.isUsable() ? records.mark(stream, false) : records.empty(stream));
    stream.announced(stream.nextNumber());
  }

  /** Goes on by other rules from a record on, or ends there; nothing may be pending. */
  void redefine(ChangeStream stream, StreamDefinition definition, long offset) {
    stream.passed(offset);
    if (!definition.getEnd()) {
      stream.define(definition);
    }
    account(stream);
    announceMark(stream, definition.getEnd());
  }

  /** Ends a broken stream on the newest version that is there. */
  void mend(ChangeStream stream) {
    StreamedGraph graph = graphs.streamedGraph(stream.graphId());
    if (graph.isUsable()) {
      stream.buildsOn(graph.newest(), graph.highest(), 0);
      announceMark(stream, true);
    } else {
      drop(stream);
    }
  }

  private void announceMark(ChangeStream stream, boolean ended) {
    ready.version(records.mark(stream, ended));
    stream.announced(stream.nextNumber());
    if (ended) {
      stream.ends();
    }
  }

  // --- Versions ------------------------------------------------------------------------------

  /** Makes a version of what is pending, which may be nothing; false when that has to wait. */
  boolean cut(ChangeStream stream) {
    if (!stream.mayCut()) {
      return false;
    }
    if (!stream.hasUnconfirmed()
        && graphs.streamedGraph(stream.graphId()).newest() != stream.base()) {
      throw lost(stream);
    }
    ready.version(records.delta(stream));
    stream.announced(stream.nextNumber());
    stream.cut();
    account(stream);
    return true;
  }

  /**
   * Whether there is room for a record's names, which wait for their version without a window, too.
   * Where there is none, versions are made before their time, and what cannot be made yet is waited
   * for.
   */
  boolean hasRoomForNames(int weight) {
    boolean waits = false;
    for (ChangeStream stream : weight == 0 ? List.<ChangeStream>of() : all()) {
      if (windows.weight() + weight <= settings.windowTotalEvents()) {
        return true;
      }
      if (stream.hasPending() && stream.vertices().weight() > 0) {
        waits |= ready.bytes() >= settings.commitBytes().bytes() || !cut(stream);
      }
    }
    return !waits;
  }

  /** Cuts what has waited long enough. */
  void cutWhatIsDue() {
    long now = System.nanoTime();
    for (ChangeStream stream : streams.values()) {
      if (stream.hasPending() && (stream.isFull() || now - stream.dueNanos() >= 0)) {
        boolean _ = cut(stream);
      }
    }
  }

  /** Looks what became of the versions that are under way. */
  void confirm() {
    for (ChangeStream stream : all()) {
      if (stream.hasUnconfirmed()) {
        confirm(stream, graphs.streamedGraph(stream.graphId()));
      }
    }
  }

  private void confirm(ChangeStream stream, StreamedGraph graph) {
    boolean reached = Long.compareUnsigned(graph.settled(), stream.base()) >= 0;
    if (stream.state() == StreamState.ENDING) {
      if (reached || System.nanoTime() - stream.touched() > patience.toNanos()) {
        drop(stream);
      }
      return;
    }
    boolean first = stream.state() == StreamState.BEGINNING;
    if (graph.missing().isPresent()) {
      String reason = graph.missing().get().message();
      if (!first) {
        throw new StreamLostException("graph " + stream.graphId() + ": " + reason);
      }
      stream.breaks(reason);
      account(stream);
    } else if (first && reached && (graph.newest() != stream.base() || !graph.hasStream())) {
      // Somebody published a version in between: the stream begins on that one.
      announceFirst(stream, graph);
    } else {
      stream.confirmed(graph.settled());
      if (!stream.hasUnconfirmed() && graph.newest() != stream.base()) {
        throw lost(stream);
      }
    }
  }

  private static StreamLostException lost(ChangeStream stream) {
    return new StreamLostException(
        "graph " + stream.graphId() + ": version " + stream.base() + " was retired");
  }

  // --- Snapshots -----------------------------------------------------------------------------

  /** A stream that may be written as a snapshot while it waits, if one should be. */
  Optional<ChangeStream> snapshotDue() {
    return !ready.isEmpty()
        ? Optional.empty()
        : streams.values().stream()
            .filter(PartitionStreams::isDue)
            .filter(stream -> !stream.snapshots().isBeside())
            .filter(stream -> !stream.hasUnconfirmed())
            .findFirst();
  }

  private static boolean isDue(ChangeStream stream) {
    return stream.state() == StreamState.RUNNING && stream.isSnapshotDue();
  }

  /**
   * A stream of which a snapshot is to be made while it goes on, if there is one; its graph's
   * newest version is one after which its changes are kept.
   */
  Optional<ChangeStream> checkpointDue() {
    Optional<ChangeStream> due = Optional.empty();
    for (ChangeStream stream : streams.values()) {
      if (isDue(stream) && stream.snapshots().isBeside()) {
        // One at a time: the one whose changes are kept already.
        if (stream.snapshots().changes().isPresent()) {
          due = Optional.of(stream);
          break;
        }
        due = due.or(() -> Optional.of(stream));
      }
    }
    due.ifPresent(
        stream -> {
          if (stream.vertices().areNames() || stream.nextNumber() >= Bounds.HIGHEST_VERSION) {
            stream.snapshots().isNotBeside();
          } else if (stream.snapshots().changes().isEmpty()) {
            stream.snapshots().keepChanges(stream.base());
          }
        });
    return due.filter(this::hasKeptVersion);
  }

  /** Whether changes of a stream are kept for its snapshot. */
  boolean keepChanges() {
    return streams.values().stream().anyMatch(one -> one.snapshots().changes().isPresent());
  }

  private boolean hasKeptVersion(ChangeStream stream) {
    long newest = graphs.streamedGraph(stream.graphId()).newest();
    return stream
        .snapshots()
        .changes()
        .filter(kept -> Long.compareUnsigned(newest, kept.from()) >= 0)
        .isPresent();
  }

  /** Whether what was made of a stream can be written now. */
  boolean mayWriteCheckpoint(ChangeStream stream) {
    return ready.isEmpty()
        && streams.get(stream.graphId()) == stream
        && stream.state() == StreamState.RUNNING
        && !stream.vertices().areNames()
        && stream.nextNumber() < Bounds.HIGHEST_VERSION
        && stream.snapshots().changes().isPresent();
  }

  // --- What they wait for --------------------------------------------------------------------

  /** The first record with a pending event, if that lies before another. */
  long firstPending(long otherwise) {
    long lowest = otherwise;
    for (ChangeStream stream : streams.values()) {
      if (stream.hasPending()) {
        lowest = Math.min(lowest, stream.pendingOffset());
      }
    }
    return lowest;
  }

  /** How long nothing will be due; at most a given time. */
  long idleNanos(long most) {
    long now = System.nanoTime();
    long idle = most;
    for (ChangeStream stream : streams.values()) {
      if (stream.hasUnconfirmed()) {
        idle = Math.min(idle, stream.mayCut() ? GLANCE_NANOS : LOOK_NANOS);
      }
      if (stream.hasPending() && stream.mayCut()) {
        idle = Math.min(idle, Math.max(0, stream.dueNanos() - now));
      }
    }
    return idle;
  }

  /** Each of them as it is now. */
  List<StreamStatus> statuses() {
    return streams.values().stream().map(one -> StreamStatus.of(partition, one)).toList();
  }

  ChangeHealth.Partition health(long lag) {
    long broken =
        streams.values().stream().filter(one -> one.state() == StreamState.BROKEN).count();
    return new ChangeHealth.Partition(partition, streams.size(), (int) broken, lag);
  }
}
