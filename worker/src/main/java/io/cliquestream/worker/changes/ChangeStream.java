package io.cliquestream.worker.changes;

import io.cliquestream.contract.EdgeChanges;
import io.cliquestream.v1.StreamDefinition;
import io.cliquestream.v1.StreamPosition;
import io.cliquestream.worker.graphs.StreamedGraph;
import java.util.ArrayDeque;
import java.util.OptionalLong;

/**
 * The stream of one graph: takes its events in their order and says when they are to become a
 * version.
 *
 * <p>Invariants: {@code position} is the first event that was not taken; what {@code pending} holds
 * is what the events since the last {@link #cut} come to, one last word for each pair, so the new
 * version is the one before it, less the pairs that are not to be there, with those that are.
 * Events are taken one at a time and a version can be cut between any two, so versions of a given
 * number of events are exact whatever records the events came in. Confined to its lane's thread.
 */
final class ChangeStream {
  static final long INSERT = 1;
  static final long DELETE = 0;

  /** What became of an event. */
  enum Step {
    TAKEN,
    /** Not taken: a version has to be cut before it. */
    CUT_FIRST
  }

  private final String graphId;
  private final ChangeSettings settings;
  private final EventCounts counts;
  private final PairTable pending = new PairTable();
  private final StreamVertices vertices;
  private final ArrayDeque<Long> unconfirmed = new ArrayDeque<>();
  private StreamDefinition definition;
  private EventWindow window;
  private StreamState state;
  private String broken = "";
  private long base;
  private long highest;
  private final RecordOffsets offsets = new RecordOffsets();
  private final SnapshotPace snapshots;
  private StreamPosition newest = StreamPosition.getDefaultInstance();
  private long nextOffset;
  private int nextEvent;
  private long pendingOffset;
  private int pendingEvents;
  private long events;
  private long firstPendingNanos;
  private boolean pendingWide;
  private boolean replaying;
  private OptionalLong greatest = OptionalLong.empty();
  private long touched = System.nanoTime();

  private ChangeStream(
      String graphId, StreamedGraph.Ends ends, ChangeSettings settings, EventCounts counts) {
    this.graphId = graphId;
    this.vertices = new StreamVertices(graphId, ends);
    this.settings = settings;
    this.counts = counts;
    this.snapshots = new SnapshotPace(settings.snapshotVersions(), settings.mostChangesBeside());
  }

  /** A stream that begins: its first version is still to be announced. */
  static ChangeStream beginning(
      StreamDefinition definition,
      long offset,
      int event,
      StreamedGraph.Ends ends,
      ChangeSettings settings,
      EventCounts counts) {
    var stream = new ChangeStream(definition.getGraphId(), ends, settings, counts);
    stream.state = StreamState.BEGINNING;
    stream.define(definition);
    stream.nextOffset = offset;
    stream.nextEvent = event;
    return stream;
  }

  /** A stream as its newest version left it; what its window held is still to be replayed. */
  static ChangeStream restored(
      String graphId,
      StreamPosition position,
      StreamedGraph graph,
      ChangeSettings settings,
      EventCounts counts) {
    var stream = new ChangeStream(graphId, graph.ends(), settings, counts);
    stream.state = StreamState.RUNNING;
    stream.define(position.getDefinition());
    stream.newest = position;
    stream.base = graph.newest();
    stream.highest = graph.highest();
    stream.nextOffset = position.getNextOffset();
    stream.nextEvent = position.getNextEvent();
    stream.greatest =
        position.hasWindowGreatestTimeMicros()
            ? OptionalLong.of(position.getWindowGreatestTimeMicros())
            : OptionalLong.empty();
    if (stream.window == null) {
      stream.greatest = greatest(position);
    } else {
      stream.window.restoreRefused(position.getRefusedList());
    }
    stream.events = position.getEvents();
    stream.offsets.restored(position.getRecordsOffset(), position.getSnapshotOffset());
    stream.snapshots.restored(position.getVersionsSinceSnapshot(), position.getEvents());
    return stream;
  }

  /** A stream whose events are of no use. */
  static ChangeStream broken(
      String graphId, String reason, ChangeSettings settings, EventCounts counts) {
    var stream = new ChangeStream(graphId, StreamedGraph.Ends.EITHER, settings, counts);
    stream.define(StreamDefinition.newBuilder().setGraphId(graphId).build());
    stream.breaks(reason);
    return stream;
  }

  private static OptionalLong greatest(StreamPosition position) {
    return position.hasGreatestTimeMicros()
        ? OptionalLong.of(position.getGreatestTimeMicros())
        : OptionalLong.empty();
  }

  /** New rules from here on; the window begins empty. Nothing may be pending. */
  void define(StreamDefinition wanted) {
    definition = wanted;
    if (wanted.getWindowEvents() != 0) {
      window = new EventWindow(false, wanted.getWindowEvents());
    } else if (wanted.getWindowMicros() != 0) {
      window = new EventWindow(true, wanted.getWindowMicros());
    } else {
      window = null;
    }
  }

  void breaks(String reason) {
    state = StreamState.BROKEN;
    broken = reason;
    snapshots.isNotBeside();
    pending.clear();
    pendingEvents = 0;
    window = null;
    vertices.forget(null);
  }

  /** Whether an event of a record is one that the newest version holds already. */
  boolean isBehind(long offset, int event) {
    return offset < nextOffset || (offset == nextOffset && event < nextEvent);
  }

  /** Room for a record's insertions in the window, if any; {@code total} is the lane's weight. */
  boolean hasRoom(EdgeChanges record, int total) {
    if (window == null) {
      return true;
    }
    int most = Math.min(settings.windowEvents(), settings.windowTotalEvents() - total + weight());
    return vertices.weight() + StreamVertices.weight(record) <= most
        && window.hasRoom(record.insertions(), most, () -> watermarkAfter(record));
  }

  /** The memory of window and names, in events of a window. */
  int weight() {
    return Math.max(windowSize(), vertices.weight());
  }

  private long watermarkAfter(EdgeChanges record) {
    return Math.max(greatest.orElse(Long.MIN_VALUE), record.latestMicros())
        - definition.getAllowedLatenessMicros();
  }

  /** Takes an event of a record, unless a version has to be cut first. */
  Step take(EdgeChanges record, int event, long offset) {
    long micros = record.timeMicros(event);
    if (isFull() || passesBoundary(micros)) {
      return Step.CUT_FIRST;
    }
    if (pendingEvents == 0) {
      firstPendingNanos = System.nanoTime();
      pendingOffset = offset;
    }
    pendingEvents++;
    events++;
    touched = firstPendingNanos;
    apply(record, event, offset, micros, true);
    return Step.TAKEN;
  }

  /** The same for an event that is in a version already: only the window and the times change. */
  void replay(EdgeChanges record, int event, long offset) {
    replaying = true;
    apply(record, event, offset, record.timeMicros(event), false);
    replaying = false;
  }

  private void apply(EdgeChanges record, int event, long offset, long micros, boolean counted) {
    nextOffset = offset;
    nextEvent = event + 1;
    OptionalLong before = greatest;
    if (isTimed() && before.isPresent() && micros < before.getAsLong()) {
      if (micros < before.getAsLong() - definition.getAllowedLatenessMicros()) {
        if (counted) {
          counts.late().increment();
        }
        return;
      }
      if (counted) {
        counts.outOfOrder().increment();
      }
    }
    if (before.isEmpty() || micros > before.getAsLong()) {
      greatest = OptionalLong.of(micros);
      if (window != null) {
        window.reach(micros - definition.getAllowedLatenessMicros(), this::expired);
      }
    }
    long one = vertices.number(record, record.source(event));
    long other = vertices.number(record, record.target(event));
    if (one == other) {
      if (counted) {
        counts.loops().increment();
      }
      return;
    }
    if (counted) {
      counts.taken().increment();
    }
    if (record.isDeletion(event)) {
      put(one, other, DELETE);
      if (window != null) {
        window.delete(one, other);
      }
    } else {
      put(one, other, INSERT);
      if (window != null) {
        window.begin(offset, before);
        window.insert(one, other, micros, this::expired);
      }
    }
  }

  private void expired(long one, long other) {
    if (!replaying) {
      counts.expired().increment();
    }
    put(one, other, DELETE);
  }

  private void put(long one, long other, long word) {
    if (replaying) {
      return;
    }
    pendingWide |= ((one | other) >>> 32) != 0;
    pending.put(one, other, word);
  }

  /** Whether event times matter. */
  private boolean isTimed() {
    return definition.getWindowMicros() != 0 || definition.getVersionEventMicros() != 0;
  }

  private boolean passesBoundary(long micros) {
    long step = definition.getVersionEventMicros();
    if (step == 0 || pendingEvents == 0 || greatest.isEmpty() || micros <= greatest.getAsLong()) {
      return false;
    }
    long lateness = definition.getAllowedLatenessMicros();
    return Math.floorDiv(micros - lateness, step)
        > Math.floorDiv(greatest.getAsLong() - lateness, step);
  }

  /** The replay is over: the window is as it was; nothing of it is to be said again. */
  void replayed(StreamPosition position) {
    greatest = greatest(position);
    nextOffset = position.getNextOffset();
    nextEvent = position.getNextEvent();
  }

  /** A record's events have no room in the window, and never will be in it. */
  void refused(long offset) {
    if (window != null) {
      window.refuse(offset);
    }
    passed(offset);
  }

  /** Whether a record of the window's time was refused. */
  boolean wasRefused(long offset) {
    return window != null && window.isRefused(offset);
  }

  /** A record is passed over as a whole, its events with it. */
  void passed(long offset) {
    nextOffset = offset + 1;
    nextEvent = 0;
  }

  /** Whether no further event may join those that are pending. */
  boolean isFull() {
    int most = definition.getVersionEvents();
    return pendingEvents >= (most == 0 ? settings.versionEvents() : most);
  }

  /** When the pending events are to become a version, at the latest; by {@link System#nanoTime}. */
  long dueNanos() {
    return firstPendingNanos + waitNanos();
  }

  private long waitNanos() {
    long longest = settings.longestWait().toNanos();
    if (definition.getVersionWaitMicros() != 0) {
      return Math.min(longest, definition.getVersionWaitMicros() * 1_000);
    }
    boolean otherRule =
        definition.getVersionEvents() != 0 || definition.getVersionEventMicros() != 0;
    return otherRule ? longest : Math.min(longest, settings.versionWait().toNanos());
  }

  /**
   * Whether a version may be cut now: what it builds on is announced, not too many are, and no
   * snapshot is waited for.
   */
  boolean mayCut() {
    return state == StreamState.RUNNING
        && unconfirmed.size() < settings.versionsAhead()
        && !snapshots.holdsUp(events);
  }

  /** Whether it should be written as a snapshot. */
  boolean isSnapshotDue() {
    return snapshots.isDue(events);
  }

  SnapshotPace snapshots() {
    return snapshots;
  }

  /** The number of the next version. */
  long nextNumber() {
    return highest + 1;
  }

  /** A version stands in the present transaction and is the base of the next one. */
  void announced(long version) {
    newest = position(false);
    base = version;
    highest = version;
    snapshots.made(events);
    unconfirmed.add(version);
  }

  /** The version has what was pending. */
  void cut() {
    snapshots.changed(pending, pendingWide);
    pending.clear();
    pendingWide = false;
    pendingEvents = 0;
    vertices.forget(window);
  }

  /** Versions up to this one are usable or were. */
  void confirmed(long version) {
    while (!unconfirmed.isEmpty() && Long.compareUnsigned(unconfirmed.peek(), version) <= 0) {
      unconfirmed.remove();
    }
    if (state == StreamState.BEGINNING && unconfirmed.isEmpty()) {
      state = StreamState.RUNNING;
    }
  }

  /** The version that ends it is announced. */
  void ends() {
    state = StreamState.ENDING;
    snapshots.isNotBeside();
    touched = System.nanoTime();
  }

  /** What the first version is built on, before it is announced. */
  void buildsOn(long newest, long highestKnown, long firstRecord) {
    base = newest;
    highest = highestKnown;
    offsets.begin(firstRecord);
    unconfirmed.clear();
  }

  /**
   * A snapshot was written, whose first record lies there, and a version stands on it.
   *
   * @return the offset below which records have become superfluous
   */
  long snapshotWritten(long version, long firstRecord, long edges) {
    base = version;
    highest = version;
    snapshots.written(events, edges);
    unconfirmed.add(version);
    return offsets.written(firstRecord);
  }

  /** How far a version that is made now is. */
  StreamPosition position(boolean ended) {
    var position =
        StreamPosition.newBuilder()
            .setNextOffset(nextOffset)
            .setNextEvent(nextEvent)
            .setEvents(events)
            .setDefinition(definition)
            .setEnded(ended)
            .setRecordsOffset(offsets.records())
            .setSnapshotOffset(offsets.snapshot())
            // Of the version that this goes with, too; a snapshot says 0.
            .setVersionsSinceSnapshot(snapshots.versions() + 1);
    greatest.ifPresent(position::setGreatestTimeMicros);
    EventWindow.Source oldest = window == null ? null : window.oldest();
    if (window != null) {
      position.addAllRefused(window.refused());
    }
    position.setWindowOffset(oldest == null ? nextOffset : oldest.offset());
    (oldest == null ? greatest : oldest.greatestBefore())
        .ifPresent(position::setWindowGreatestTimeMicros);
    return position.build();
  }

  /** How far the newest version is, without what is pending. */
  StreamPosition newestPosition() {
    return newest;
  }

  String graphId() {
    return graphId;
  }

  StreamVertices vertices() {
    return vertices;
  }

  StreamState state() {
    return state;
  }

  /** Why it is broken. */
  String reason() {
    return broken;
  }

  long base() {
    return base;
  }

  boolean hasUnconfirmed() {
    return !unconfirmed.isEmpty();
  }

  boolean hasPending() {
    return pendingEvents > 0;
  }

  int pendingEvents() {
    return pendingEvents;
  }

  /** Record with the first pending event. */
  long pendingOffset() {
    return pendingOffset;
  }

  boolean pendingIsWide() {
    return pendingWide;
  }

  RecordOffsets offsets() {
    return offsets;
  }

  int windowSize() {
    return window == null ? 0 : window.size();
  }

  boolean hasWindow() {
    return window != null;
  }

  /** When the last one was taken. */
  long touched() {
    return touched;
  }

  /** Visits what is pending. */
  void forEachPending(boolean inserted, PairTable.Entry entry) {
    pending.forEach(
        (one, other, word) -> {
          if ((word == INSERT) == inserted) {
            entry.take(one, other, word);
          }
        });
  }
}
