package io.cliquestream.worker.changes;

import com.google.protobuf.InvalidProtocolBufferException;
import io.cliquestream.contract.ContractException;
import io.cliquestream.contract.EdgeChanges;
import io.cliquestream.contract.Identifiers;
import io.cliquestream.contract.StreamDefinitions;
import io.cliquestream.v1.ChangeRecord;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.StreamDefinition;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.graphs.StreamedGraph;
import io.cliquestream.worker.graphs.StreamedGraphs;
import io.cliquestream.worker.out.DeadLetterRecords;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * The streams of one partition, from its records to the transactions that hold their versions.
 *
 * <p>Records are taken in their order. One whose graph cannot take it now (a version has to be cut
 * and too many are under way already) holds up those behind it, and then the partition: that is all
 * the memory it takes. A record that is of no use becomes a dead letter in the transaction that
 * moves the offset over it; {@code judged} travels with the offset, so that records read again for
 * the sake of a stream with pending events give no second letter. Confined to its lane's thread.
 */
final class PartitionChanges {
  private static final long PROGRESS_NANOS = 1_000_000_000L;
  private static final long UNKNOWN_NANOS = 1_000_000_000L;
  private static final int UNKNOWN_GRAPHS = 10_000;

  /** What there is to commit. */
  record Transaction(List<ProducerRecord<byte[], byte[]>> records, long offset, long judged) {}

  private final int partition;
  private final int partitionCount;
  private final ChangeSettings settings;
  private final ChangeClients clients;
  private final StreamedGraphs graphs;
  private final EventCounts counts;
  private final WindowBudget windows;
  private final WindowReplay replay;
  private final StreamRecords records;
  private final Map<String, ChangeStream> streams = new LinkedHashMap<>();
  private final Map<String, Long> unknown =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
          return size() > UNKNOWN_GRAPHS;
        }
      };
  private final ArrayDeque<ConsumerRecord<byte[], byte[]>> waiting = new ArrayDeque<>();
  private final List<ProducerRecord<byte[], byte[]>> ready = new ArrayList<>();
  private long readyBytes;
  private int letters;
  private ChangeRecord value;
  private EdgeChanges events;
  private int event;
  private long next;
  private long judged;
  private long committed;
  private long committedNanos = System.nanoTime();

  /**
   * @param next first record that will come
   * @param judged first record that may give a dead letter
   */
  PartitionChanges(
      int partition,
      int partitionCount,
      long next,
      long judged,
      ChangeSettings settings,
      ChangeClients clients,
      StreamedGraphs graphs,
      EventCounts counts,
      WindowBudget windows,
      WindowReplay replay) {
    this.partition = partition;
    this.partitionCount = partitionCount;
    this.settings = settings;
    this.clients = clients;
    this.graphs = graphs;
    this.counts = counts;
    this.windows = windows;
    this.replay = replay;
    this.records = new StreamRecords(clients.topics().graphs(), partition);
    this.next = next;
    this.committed = next;
    this.judged = Math.max(next, judged);
  }

  /** Adds records, in order. */
  void arrived(List<ConsumerRecord<byte[], byte[]>> more) {
    waiting.addAll(more);
  }

  /** Whether records wait, so that no more should come. */
  boolean isHeldUp() {
    return !waiting.isEmpty();
  }

  /** Takes what can be taken now, and cuts what is due. */
  void work() {
    List.copyOf(streams.values()).forEach(this::confirm);
    boolean goesOn = true;
    while (goesOn && !waiting.isEmpty() && readyBytes < settings.commitBytes().bytes()) {
      goesOn = take(waiting.peek());
    }
    long now = System.nanoTime();
    for (ChangeStream stream : streams.values()) {
      if (stream.hasPending() && (stream.isFull() || now - stream.dueNanos() >= 0)) {
        boolean _ = cut(stream);
      }
    }
  }

  // --- Records -------------------------------------------------------------------------------

  /** Takes a record as far as it goes; whether it is done. */
  private boolean take(ConsumerRecord<byte[], byte[]> record) {
    boolean done;
    try {
      if (value == null) {
        value = decode(record);
        event = 0;
        if (!value.hasDefinition()) {
          events = EdgeChanges.of(value, record.timestamp());
          requireHere(record, events.graphId());
        }
      }
      done = value.hasDefinition() ? define(record) : events(record);
    } catch (WorkerException e) {
      refuse(record, e.code(), e.getMessage());
      done = true;
    } catch (ContractException e) {
      refuse(record, e.code(), e.getMessage());
      done = true;
    }
    if (done) {
      waiting.remove();
      value = null;
      events = null;
      next = record.offset() + 1;
      judged = Math.max(judged, next);
    }
    return done;
  }

  private static ChangeRecord decode(ConsumerRecord<byte[], byte[]> record) {
    if (record.value() == null) {
      throw new ContractException(
          FailureCode.FAILURE_CODE_RECORD_UNDECODABLE, "a change record without a value");
    }
    try {
      ChangeRecord value = ChangeRecord.parseFrom(record.value());
      if (value.getKindCase() == ChangeRecord.KindCase.KIND_NOT_SET) {
        throw new ContractException(
            FailureCode.FAILURE_CODE_RECORD_INCOMPLETE, "a change record of no kind");
      }
      return value;
    } catch (InvalidProtocolBufferException e) {
      throw new ContractException(
          FailureCode.FAILURE_CODE_RECORD_UNDECODABLE, "not a ChangeRecord: " + e.getMessage());
    }
  }

  private void requireHere(ConsumerRecord<byte[], byte[]> record, String graphId) {
    if (record.key() == null
        || !graphId.equals(new String(record.key(), StandardCharsets.UTF_8))) {
      throw new ContractException(
          FailureCode.FAILURE_CODE_RECORD_KEY_MISMATCH, "the key should be " + graphId);
    }
    if (io.cliquestream.contract.Partitions.partitionOf(graphId, partitionCount) != partition) {
      throw new ContractException(
          FailureCode.FAILURE_CODE_RECORD_KEY_MISMATCH,
          "graph " + graphId + " does not belong to partition " + partition);
    }
  }

  private boolean events(ConsumerRecord<byte[], byte[]> record) {
    ChangeStream stream = streamFor(events.graphId(), record);
    if (stream == null) {
      return true;
    }
    if (isBetween(stream)) {
      return false;
    }
    requireUnbroken(stream);
    while (event < events.count() && stream.isBehind(record.offset(), event)) {
      event++;
    }
    if (event == events.count()) {
      return true;
    }
    if (event == 0 && !stream.hasRoom(events, windows.events())) {
      return refuse(stream, record);
    }
    int before = stream.windowSize();
    try {
      while (event < events.count()) {
        if (stream.take(events, event, record.offset()) == ChangeStream.Step.TAKEN) {
          event++;
        } else if (!cut(stream)) {
          return false;
        }
      }
    } finally {
      windows.add(stream.windowSize() - before);
    }
    return true;
  }

  /**
   * The window has no room for a record. That it was refused has to be known to whoever fills the
   * window again, so a version says it in the transaction of the dead letter.
   */
  private boolean refuse(ChangeStream stream, ConsumerRecord<byte[], byte[]> record) {
    if (!stream.mayCut()) {
      return false;
    }
    refuse(
        record,
        FailureCode.FAILURE_CODE_WINDOW_FULL,
        "the window holds %d events of %d, all windows of the lane %d of %d"
            .formatted(
                stream.windowSize(),
                settings.windowEvents(),
                windows.events(),
                settings.windowTotalEvents()));
    stream.refused(record.offset());
    announce(stream, records.delta(stream));
    stream.cut();
    return true;
  }

  /** Whether a stream has to hear of its first or last version before it takes anything. */
  private static boolean isBetween(ChangeStream stream) {
    return stream.state() == ChangeStream.State.BEGINNING
        || stream.state() == ChangeStream.State.ENDING;
  }

  private static void requireUnbroken(ChangeStream stream) {
    if (stream.state() == ChangeStream.State.BROKEN) {
      throw new WorkerException(
          FailureCode.FAILURE_CODE_STREAM_BROKEN,
          "graph "
              + stream.graphId()
              + " misses a version of its stream, which has to be ended and begun anew: "
              + stream.reason());
    }
  }

  private void refuse(ConsumerRecord<byte[], byte[]> record, FailureCode code, String message) {
    counts.refused(events == null ? 1 : events.count() - event);
    // What was pending when a stream broke has to be said, too, at the risk of saying it twice.
    if (record.offset() < judged && code != FailureCode.FAILURE_CODE_STREAM_BROKEN) {
      return;
    }
    add(
        List.of(DeadLetterRecords.of(clients.topics().deadLetters(), record, code, message)));
    letters++;
  }

  // --- Definitions ---------------------------------------------------------------------------

  private boolean define(ConsumerRecord<byte[], byte[]> record) {
    StreamDefinition definition = value.getDefinition();
    StreamDefinitions.require(definition);
    requireHere(record, definition.getGraphId());
    requireWindow(definition);
    ChangeStream stream = streams.get(definition.getGraphId());
    if (stream == null) {
      stream = lookUp(definition.getGraphId());
    }
    if (stream == null) {
      if (definition.getEnd() || record.offset() < judged) {
        return true;
      }
      begin(definition, record.offset() + 1, 0);
      return true;
    }
    if (isBetween(stream)) {
      return false;
    }
    if (stream.isBehind(record.offset(), 0)) {
      return true;
    }
    if (stream.state() == ChangeStream.State.BROKEN) {
      return mend(stream, definition);
    }
    if (stream.hasPending() && !cut(stream)) {
      return false;
    }
    if (!stream.mayCut()) {
      return false;
    }
    int before = stream.windowSize();
    stream.passed(record.offset());
    if (!definition.getEnd()) {
      stream.define(definition);
    }
    windows.add(stream.windowSize() - before);
    announce(stream, records.mark(stream, definition.getEnd()));
    if (definition.getEnd()) {
      stream.ends();
    }
    return true;
  }

  private void requireWindow(StreamDefinition definition) {
    if (definition.getWindowEvents() > settings.windowEvents()) {
      throw new WorkerException(
          FailureCode.FAILURE_CODE_WINDOW_FULL,
          "a window of %d events; changes.window-events grants %d"
              .formatted(definition.getWindowEvents(), settings.windowEvents()));
    }
  }

  /** Ends a broken stream on the newest version that is there; anything else is refused. */
  private boolean mend(ChangeStream stream, StreamDefinition definition) {
    if (!definition.getEnd()) {
      requireUnbroken(stream);
    }
    StreamedGraph graph = graphs.streamedGraph(stream.graphId());
    if (graph.isUsable()) {
      stream.buildsOn(graph.newest(), graph.highest(), 0);
      announce(stream, records.mark(stream, true));
      stream.ends();
    } else {
      drop(stream);
    }
    return true;
  }

  // --- Streams -------------------------------------------------------------------------------

  /**
   * The stream of a graph, begun where there is none; null for a record that was refused before,
   * because had it begun a stream, that would be there.
   */
  private ChangeStream streamFor(String graphId, ConsumerRecord<byte[], byte[]> record) {
    ChangeStream known = streams.get(graphId);
    if (known == null) {
      known = lookUp(graphId);
    }
    return known != null || record.offset() < judged
        ? known
        : begin(
            StreamDefinition.newBuilder().setGraphId(graphId).build(), record.offset(), event);
  }

  /** What a graph's newest version says of its stream; null when there is none. */
  private ChangeStream lookUp(String graphId) {
    StreamedGraph graph = graphs.streamedGraph(graphId);
    ChangeStream stream = null;
    if (graph.missing().isPresent()) {
      stream =
          ChangeStream.broken(graphId, graph.missing().get().message(), settings, counts);
    } else if (graph.hasStream()) {
      stream =
          ChangeStream.restored(
              graphId,
              graph.position().orElseThrow(),
              graph.newest(),
              graph.highest(),
              settings,
              counts);
      if (stream.versionsSinceSnapshot() == 0) {
        stream.standsOnSnapshot(graphs.firstOffset(graphId, graph.newest()));
      }
      replay.run(partition, stream, graph.position().orElseThrow());
      windows.add(stream.windowSize());
    }
    if (stream != null) {
      keep(stream);
    }
    return stream;
  }

  private void keep(ChangeStream stream) {
    if (streams.size() >= settings.streams()) {
      ChangeStream idle =
          streams.values().stream()
              .filter(
                  one ->
                      one.state() != ChangeStream.State.BEGINNING
                          && !one.hasPending()
                          && !one.hasUnconfirmed())
              .min(java.util.Comparator.comparingLong(one -> one.touched() - System.nanoTime()))
              .orElseThrow(
                  () ->
                      new WorkerException(
                          FailureCode.FAILURE_CODE_WINDOW_FULL,
                          "this partition has its " + settings.streams() + " streams at work"));
      drop(idle);
    }
    streams.put(stream.graphId(), stream);
  }

  private void drop(ChangeStream stream) {
    boolean _ = streams.remove(stream.graphId(), stream);
    windows.add(-stream.windowSize());
  }

  private ChangeStream begin(StreamDefinition definition, long offset, int firstEvent) {
    String graphId = definition.getGraphId();
    if (!Identifiers.isGraphId(graphId)) {
      throw new ContractException(FailureCode.FAILURE_CODE_GRAPH_ID_INVALID, "not a graph id");
    }
    StreamedGraph graph = graphs.streamedGraph(graphId);
    if (!graph.isUsable()) {
      graph = afterLook(graphId);
    }
    if (!graph.isUsable() && !definition.getCreateGraph()) {
      throw new WorkerException(
          FailureCode.FAILURE_CODE_GRAPH_UNKNOWN,
          "graph " + graphId + " is not known, and its stream does not say that it creates it");
    }
    ChangeStream stream =
        ChangeStream.beginning(definition, offset, firstEvent, settings, counts);
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
    stream.buildsOn(graph.newest(), graph.highest(), Math.max(0, first));
    announce(
        stream, graph.isUsable() ? records.mark(stream, false) : records.empty(stream));
  }

  private void confirm(ChangeStream stream) {
    if (!stream.hasUnconfirmed()) {
      return;
    }
    StreamedGraph graph = graphs.streamedGraph(stream.graphId());
    if (stream.state() == ChangeStream.State.ENDING) {
      long limit = clients.kafka().requestTimeout().toNanos();
      if (Long.compareUnsigned(graph.settled(), stream.base()) >= 0
          || System.nanoTime() - stream.touched() > limit) {
        drop(stream);
      }
      return;
    }
    if (graph.missing().isPresent() && stream.state() == ChangeStream.State.RUNNING) {
      throw new StreamLostException(
          "graph " + stream.graphId() + ": " + graph.missing().get().message());
    }
    if (graph.missing().isPresent()) {
      stream.breaks(graph.missing().get().message());
      return;
    }
    boolean first = stream.state() == ChangeStream.State.BEGINNING;
    boolean reached = Long.compareUnsigned(graph.settled(), stream.base()) >= 0;
    if (first && reached && (graph.newest() != stream.base() || !graph.hasStream())) {
      // Somebody published a version in between: the stream begins on that one.
      announceFirst(stream, graph);
      return;
    }
    stream.confirmed(graph.settled());
    if (!stream.hasUnconfirmed() && graph.newest() != stream.base()) {
      throw new StreamLostException(
          "graph " + stream.graphId() + ": version " + stream.base() + " was retired");
    }
  }

  /** Makes a version of what is pending; false when that has to wait. */
  private boolean cut(ChangeStream stream) {
    if (!stream.mayCut()) {
      return false;
    }
    if (!stream.hasUnconfirmed()
        && graphs.streamedGraph(stream.graphId()).newest() != stream.base()) {
      throw new StreamLostException(
          "graph " + stream.graphId() + ": version " + stream.base() + " was retired");
    }
    announce(stream, records.delta(stream));
    stream.cut();
    return true;
  }

  private void announce(ChangeStream stream, List<ProducerRecord<byte[], byte[]>> version) {
    add(version);
    stream.announced(stream.nextNumber());
    counts.version();
  }

  private void add(List<ProducerRecord<byte[], byte[]>> more) {
    for (var record : more) {
      ready.add(record);
      readyBytes += record.value() == null ? 0 : record.value().length;
    }
  }

  // --- Transactions --------------------------------------------------------------------------

  /** What is to be committed now, if anything is. */
  Optional<Transaction> transaction() {
    boolean progress =
        offset() > committed && System.nanoTime() - committedNanos > PROGRESS_NANOS;
    return ready.isEmpty() && !progress
        ? Optional.empty()
        : Optional.of(new Transaction(List.copyOf(ready), offset(), judged));
  }

  /** The record that whoever comes after has to read first. */
  private long offset() {
    long lowest = next;
    for (ChangeStream stream : streams.values()) {
      if (stream.hasPending()) {
        lowest = Math.min(lowest, stream.pendingOffset());
      }
    }
    return lowest;
  }

  void committed(Transaction transaction) {
    committed = transaction.offset();
    committedNanos = System.nanoTime();
    counts.deadLetters(letters);
    letters = 0;
    ready.clear();
    readyBytes = 0;
  }

  /** How long nothing will be due; at most a given time. */
  long idleNanos(long most) {
    long now = System.nanoTime();
    long idle = most;
    for (ChangeStream stream : streams.values()) {
      if (stream.hasUnconfirmed()) {
        // Nobody tells when a version is usable.
        idle = Math.min(idle, 1_000_000);
      }
      if (stream.hasPending()) {
        idle = Math.min(idle, Math.max(0, stream.dueNanos() - now));
      }
    }
    return idle;
  }

  /** How it is now. */
  ChangeHealth.Partition health(long lag) {
    int broken = 0;
    int held = 0;
    for (ChangeStream stream : streams.values()) {
      broken += stream.state() == ChangeStream.State.BROKEN ? 1 : 0;
      held += stream.windowSize();
    }
    return new ChangeHealth.Partition(partition, true, streams.size(), broken, held, lag);
  }

  /** Gives back what it accounts for; to be thrown away after. */
  void end() {
    streams.values().forEach(stream -> windows.add(-stream.windowSize()));
    streams.clear();
  }

  /** A stream that may be written as a snapshot now, if one should be. */
  Optional<ChangeStream> snapshotDue() {
    return settings.snapshotVersions() == 0 || !ready.isEmpty()
        ? Optional.empty()
        : streams.values().stream()
            .filter(stream -> stream.state() == ChangeStream.State.RUNNING)
            .filter(stream -> !stream.hasUnconfirmed())
            .filter(stream -> stream.versionsSinceSnapshot() >= settings.snapshotVersions())
            .findFirst();
  }
}
