package io.cliquestream.worker.changes;

import com.google.protobuf.InvalidProtocolBufferException;
import io.cliquestream.contract.ContractException;
import io.cliquestream.contract.EdgeChanges;
import io.cliquestream.contract.Partitions;
import io.cliquestream.contract.StreamDefinitions;
import io.cliquestream.v1.ChangeRecord;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.StreamDefinition;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.out.DeadLetterRecords;
import io.cliquestream.worker.reading.CarefulConsumer;
import io.cliquestream.worker.reading.RecordMemory;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * The changes of one partition, from its records to the transactions that hold their versions.
 *
 * <p>Records are taken in their order. One whose graph cannot take it now (a version has to be cut
 * and too many are under way already, or a snapshot is written) holds up those behind it. They wait
 * here up to {@code changes.fetch-partition-bytes}, then the partition waits: that is all the
 * memory it takes. A consumer whose partition is paused has a fetch without it under way, which the
 * broker may answer after the longest wait of a fetch, so a partition that was paused for every
 * moment of waiting would wait for that, too. A record that is of no use becomes a dead letter in
 * the transaction that moves the offset over it; {@code judged} travels with the offset, so that
 * records read again for the sake of a stream with pending events give no second letter. Confined
 * to its lane's thread.
 */
final class PartitionChanges {
  private static final long PROGRESS_NANOS = 1_000_000_000L;

  /**
   * What there is to commit.
   *
   * @param offset the record that whoever comes after has to read first
   * @param judged the record that may give the next dead letter
   */
  record Transaction(List<ProducerRecord<byte[], byte[]>> records, long offset, long judged) {}

  private final int partition;
  private final int partitionCount;
  private final ChangeSettings settings;
  private final String deadLetters;
  private final int letterBytes;
  private final EventCounts counts;
  private final EventWindow.Budget windows;
  private final PartitionStreams streams;
  private final ReadyRecords ready;
  private final ArrayDeque<ConsumerRecord<byte[], byte[]>> waiting = new ArrayDeque<>();
  private long waitingBytes;
  private boolean heldUp;
  private ChangeRecord value;
  private EdgeChanges events;
  private int event;
  private long next;
  private long judged;
  private long committed;
  private long committedNanos = System.nanoTime();

  /**
   * @param partitionCount partitions of the topic
   * @param next first record that will come
   * @param judged first record that may give a dead letter
   * @param deadLetters their topic
   * @param letterBytes what a dead letter repeats of its record at most
   */
  PartitionChanges(
      int partition,
      int partitionCount,
      long next,
      long judged,
      ChangeSettings settings,
      String deadLetters,
      int letterBytes,
      EventCounts counts,
      EventWindow.Budget windows,
      PartitionStreams streams,
      ReadyRecords ready) {
    this.partition = partition;
    this.partitionCount = partitionCount;
    this.settings = settings;
    this.deadLetters = deadLetters;
    this.letterBytes = letterBytes;
    this.counts = counts;
    this.windows = windows;
    this.streams = streams;
    this.ready = ready;
    this.next = next;
    this.committed = next;
    this.judged = Math.max(next, judged);
  }

  /** Adds records, in order. */
  void arrived(List<ConsumerRecord<byte[], byte[]>> more) {
    waiting.addAll(more);
    more.forEach(record -> waitingBytes += RecordMemory.bytes(record));
  }

  /**
   * Whether so many records wait that no more should come; from there on, until half of them are
   * taken.
   */
  boolean isHeldUp() {
    long most = settings.fetchPartitionBytes().bytes();
    heldUp = waitingBytes >= (heldUp ? Math.max(1, most / 2) : most);
    return heldUp;
  }

  PartitionStreams streams() {
    return streams;
  }

  /** Takes what can be taken now, and cuts what is due. */
  void work() {
    streams.confirm();
    boolean goesOn = true;
    while (goesOn && !waiting.isEmpty() && ready.bytes() < settings.commitBytes().bytes()) {
      goesOn = take(waiting.peek());
    }
    streams.cutWhatIsDue();
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
      waitingBytes -= RecordMemory.bytes(waiting.remove());
      value = null;
      events = null;
      next = record.offset() + 1;
      judged = Math.max(judged, next);
    }
    return done;
  }

  private static ChangeRecord decode(ConsumerRecord<byte[], byte[]> record) {
    Optional<String> unread = CarefulConsumer.passedOver(record);
    if (unread.isPresent()) {
      throw new ContractException(
          FailureCode.FAILURE_CODE_DECOMPRESSION_BOUND_EXCEEDED, unread.get());
    }
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
    if (record.key() == null || !graphId.equals(new String(record.key(), StandardCharsets.UTF_8))) {
      throw new ContractException(
          FailureCode.FAILURE_CODE_RECORD_KEY_MISMATCH, "the key should be " + graphId);
    }
    if (Partitions.partitionOf(graphId, partitionCount) != partition) {
      throw new ContractException(
          FailureCode.FAILURE_CODE_RECORD_KEY_MISMATCH,
          "graph " + graphId + " does not belong to partition " + partition);
    }
  }

  private boolean events(ConsumerRecord<byte[], byte[]> record) {
    Optional<ChangeStream> found = streams.find(events.graphId());
    if (found.isEmpty() && record.offset() < judged) {
      // Refused before: had it begun a stream, that would be there.
      return true;
    }
    ChangeStream stream =
        found.orElseGet(
            () ->
                streams.begin(
                    StreamDefinition.newBuilder().setGraphId(events.graphId()).build(),
                    record.offset(),
                    event));
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
    stream.vertices().require(events);
    if (!streams.hasRoomForNames(StreamVertices.weight(events))) {
      return false;
    }
    if (event == 0 && isAhead(record)) {
      return refuse(
          stream,
          record,
          FailureCode.FAILURE_CODE_EVENT_TIME_AHEAD,
          "an event is of %s, its record of %s; changes.time-ahead grants %s in between"
              .formatted(
                  Instant.EPOCH.plus(events.latestMicros(), ChronoUnit.MICROS),
                  Instant.ofEpochMilli(record.timestamp()),
                  settings.timeAhead()));
    }
    if (event == 0 && !stream.hasRoom(events, windows.weight())) {
      return refuse(
          stream,
          record,
          FailureCode.FAILURE_CODE_WINDOW_FULL,
          "the window holds %d events of %d, all windows of the lane %d of %d, long names counted as events"
              .formatted(
                  stream.windowSize(),
                  settings.windowEvents(),
                  windows.weight(),
                  settings.windowTotalEvents()));
    }
    try {
      while (event < events.count()) {
        if (stream.take(events, event, record.offset()) == ChangeStream.Step.TAKEN) {
          event++;
        } else if (!streams.cut(stream)) {
          return false;
        }
      }
    } finally {
      streams.account(stream);
    }
    return true;
  }

  /**
   * Whether an event would take the watermark so far that all that come after it are late. A record
   * without a time of its own says nothing of it.
   */
  private boolean isAhead(ConsumerRecord<byte[], byte[]> record) {
    if (record.timestamp() < 0) {
      return false;
    }
    long latest = Math.floorDiv(events.latestMicros(), 1_000L);
    return latest - settings.timeAhead().toMillis() > record.timestamp();
  }

  /**
   * A record is not for the window. That it was refused has to be known to whoever fills the window
   * again, so a version says it in the transaction of the dead letter.
   */
  private boolean refuse(
      ChangeStream stream, ConsumerRecord<byte[], byte[]> record, FailureCode code, String why) {
    if (!stream.hasWindow()) {
      throw new WorkerException(code, why);
    }
    if (!stream.mayCut()) {
      return false;
    }
    refuse(record, code, why);
    stream.refused(record.offset());
    return streams.cut(stream);
  }

  /** Whether a stream has to hear of its first or last version before it takes anything. */
  private static boolean isBetween(ChangeStream stream) {
    return stream.state() == StreamState.BEGINNING || stream.state() == StreamState.ENDING;
  }

  private static void requireUnbroken(ChangeStream stream) {
    if (stream.state() == StreamState.BROKEN) {
      throw new WorkerException(
          FailureCode.FAILURE_CODE_STREAM_BROKEN,
          "graph "
              + stream.graphId()
              + " misses a version of its stream, which has to be ended and begun anew: "
              + stream.reason());
    }
  }

  private void refuse(ConsumerRecord<byte[], byte[]> record, FailureCode code, String message) {
    counts.refused().increment(events == null ? 1 : events.count() - event);
    // What was pending when a stream broke has to be said, too, at the risk of saying it twice.
    if (record.offset() >= judged || code == FailureCode.FAILURE_CODE_STREAM_BROKEN) {
      ready.deadLetter(DeadLetterRecords.of(deadLetters, record, code, message, letterBytes));
    }
  }

  // --- Definitions ---------------------------------------------------------------------------

  private boolean define(ConsumerRecord<byte[], byte[]> record) {
    StreamDefinition definition = value.getDefinition();
    StreamDefinitions.require(definition);
    requireHere(record, definition.getGraphId());
    if (definition.getWindowEvents() > settings.windowEvents()) {
      throw new WorkerException(
          FailureCode.FAILURE_CODE_WINDOW_FULL,
          "a window of %d events; changes.window-events grants %d"
              .formatted(definition.getWindowEvents(), settings.windowEvents()));
    }
    Optional<ChangeStream> found = streams.find(definition.getGraphId());
    if (found.isEmpty()) {
      if (!definition.getEnd() && record.offset() >= judged) {
        ChangeStream _ = streams.begin(definition, record.offset() + 1, 0);
      }
      return true;
    }
    ChangeStream stream = found.get();
    if (isBetween(stream)) {
      return false;
    }
    if (stream.isBehind(record.offset(), 0)) {
      return true;
    }
    if (stream.state() == StreamState.BROKEN) {
      if (!definition.getEnd()) {
        requireUnbroken(stream);
      }
      streams.mend(stream);
      return true;
    }
    if ((stream.hasPending() && !streams.cut(stream)) || !stream.mayCut()) {
      return false;
    }
    streams.redefine(stream, definition, record.offset());
    return true;
  }

  // --- Transactions --------------------------------------------------------------------------

  /** What is to be committed now, if anything is. */
  Optional<Transaction> transaction() {
    long offset = streams.firstPending(next);
    boolean progress = offset > committed && System.nanoTime() - committedNanos > PROGRESS_NANOS;
    return ready.isEmpty() && !progress
        ? Optional.empty()
        : Optional.of(new Transaction(ready.copy(), offset, judged));
  }

  void committed(Transaction transaction) {
    committed = transaction.offset();
    committedNanos = System.nanoTime();
    ready.committed();
  }

  /** How long nothing will be due; at most a given time. */
  long idleNanos(long most) {
    return streams.idleNanos(most);
  }

  /** Gives back what it accounts for; to be thrown away after. */
  void end() {
    streams.end();
  }
}
