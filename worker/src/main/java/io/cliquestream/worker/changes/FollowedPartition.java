package io.cliquestream.worker.changes;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordTooLargeException;

/**
 * A partition of a lane: watched, or open with its producers. Confined to the lane's thread, but
 * for a producer while a snapshot is written.
 *
 * <p>Two producers take turns, one transaction at a time: a broker confirms a commit before it has
 * written the transaction's markers, and until then it turns away what the same producer begins.
 * Versions are read in the order of the commits all the same, because records lie in the topic in
 * the order in which they were sent, and nobody reads beyond one that is not committed. Nor is an
 * offset taken back by a marker that is late: a group's coordinator keeps the one that lies further
 * on in its log.
 */
final class FollowedPartition {
  private static final int TURNS = 2;
  private static final long BACKOFF_MILLIS = 50;
  private static final long LONGEST_BACKOFF_MILLIS = 5_000;

  /** While a snapshot is written, which tells nobody when it is. */
  private static final long SNAPSHOT_LOOK_NANOS = 1_000_000L;

  /** While one is made beside its stream. */
  private static final long ENCODING_LOOK_NANOS = 10_000_000L;

  /** Between two descriptions of all streams. */
  private static final long TELL_NANOS = 500_000_000L;

  private final TopicPartition source;
  private final EventCounts counts;
  private boolean positioned;
  private final List<KafkaProducer<byte[], byte[]>> producers = new ArrayList<>();

  /** Whose turn it is. */
  private int turn;

  private PartitionChanges changes;
  private StreamSnapshots.Running snapshot;

  /** A snapshot that is made beside its stream. */
  private StreamEncodings.Encoding encoding;

  /** Whose turn it is to make one, once that was asked. */
  private StreamEncodings.Turn besideTurn = new StreamEncodings.Turn();

  /** At most one of each stream. */
  private final Map<ChangeStream, StreamRetirements.Running> retirements = new HashMap<>();

  private RecordRoom room = RecordRoom.USUAL;
  private long again = System.nanoTime();
  private long backoff = BACKOFF_MILLIS;
  private long told = System.nanoTime() - TELL_NANOS;

  FollowedPartition(TopicPartition source, EventCounts counts) {
    this.source = source;
    this.counts = counts;
  }

  TopicPartition source() {
    return source;
  }

  int number() {
    return source.partition();
  }

  /** Whether the lane's consumer stands at its committed offset, or behind. */
  boolean isPositioned() {
    return positioned;
  }

  void positioned() {
    positioned = true;
  }

  /** Whether its changes are taken in; else it is only watched. */
  boolean isOpen() {
    return changes != null;
  }

  /** Whether it may be opened now, after what went wrong the last time. */
  boolean mayOpen() {
    return System.nanoTime() - again >= 0;
  }

  /** How large its records may be. */
  RecordRoom room() {
    return room;
  }

  /**
   * Takes producers, which nobody else's transactions of this partition survive.
   *
   * @param open makes the producer of a number
   */
  void fence(IntFunction<KafkaProducer<byte[], byte[]>> open) {
    for (int which = 0; which < TURNS; which++) {
      KafkaProducer<byte[], byte[]> own = open.apply(which);
      producers.add(own);
      own.initTransactions();
    }
    turn = 0;
  }

  void open(PartitionChanges fresh) {
    changes = fresh;
  }

  /** Takes records in and commits what they come to, unless a snapshot is being written. */
  void work(
      List<ConsumerRecord<byte[], byte[]>> records,
      ConsumerGroupMetadata group,
      StreamEncodings encodings,
      StreamEncodings.Turn beside,
      StreamSnapshots snapshots,
      StreamRetirements superfluous) {
    changes.arrived(records);
    finishRetirements();
    if (isBusy(superfluous)) {
      return;
    }
    changes.work();
    Optional<PartitionChanges.Transaction> due = changes.transaction();
    if (due.isPresent()) {
      commit(due.get(), group);
    }
    encode(encodings, beside, snapshots);
    if (snapshot == null) {
      changes
          .streams()
          .snapshotDue()
          .ifPresent(one -> snapshot = snapshots.begin(number(), one, room, producers, turn));
    }
  }

  /** Goes on with a snapshot that is made beside its stream, when it is this partition's turn. */
  private void encode(
      StreamEncodings encodings, StreamEncodings.Turn beside, StreamSnapshots snapshots) {
    if (!beside.take(this)) {
      return;
    }
    besideTurn = beside;
    PartitionStreams streams = changes.streams();
    if (encoding == null) {
      encoding = streams.checkpointDue().flatMap(one -> encodings.begin(one, room)).orElse(null);
    } else if (encoding.isDone()) {
      StreamEncodings.Encoding done = encoding;
      encoding = null;
      done.finish().ifPresent(encoded -> write(encoded, snapshots));
    }
    if (encoding == null && !streams.keepChanges()) {
      beside.leave(this);
    }
  }

  private void write(StreamEncodings.Encoded encoded, StreamSnapshots snapshots) {
    if (changes.streams().mayWriteCheckpoint(encoded.stream())) {
      snapshot = snapshots.begin(number(), encoded, room, producers, turn);
    } else {
      encoded.close();
    }
  }

  boolean isHeldUp() {
    return changes.isHeldUp();
  }

  ChangeHealth.Partition health(long lag) {
    return changes.streams().health(lag);
  }

  /** Its streams as they are now; empty when that was told a moment ago. */
  Optional<List<StreamStatus>> statuses() {
    long now = System.nanoTime();
    if (now - told < TELL_NANOS) {
      return Optional.empty();
    }
    told = now;
    return Optional.of(changes.streams().statuses());
  }

  /** Whether a snapshot has the producers; takes in what became of it. */
  private boolean isBusy(StreamRetirements superfluous) {
    if (snapshot == null) {
      return false;
    }
    if (!snapshot.isDone()) {
      return true;
    }
    StreamSnapshots.Running done = snapshot;
    snapshot = null;
    counts.snapshotWait().record(done.waited());
    ChangeStream stream = done.stream();
    done.finish()
        .ifPresent(
            written -> {
              turn = written.turn();
              long below =
                  stream.snapshotWritten(written.version(), written.firstOffset(), written.edges());
              // One that still runs is followed by that of the next snapshot, which takes in both.
              retirements.computeIfAbsent(
                  stream, one -> superfluous.begin(number(), one, room, below));
            });
    return false;
  }

  private void finishRetirements() {
    Iterator<StreamRetirements.Running> all = retirements.values().iterator();
    while (all.hasNext()) {
      StreamRetirements.Running one = all.next();
      if (one.isDone()) {
        all.remove();
        one.finish();
      }
    }
  }

  private void commit(PartitionChanges.Transaction transaction, ConsumerGroupMetadata group) {
    long start = System.nanoTime();
    KafkaProducer<byte[], byte[]> producer = producers.get(turn);
    producer.beginTransaction();
    for (var record : transaction.records()) {
      // A failed send fails the commit.
      var _ = producer.send(record);
    }
    producer.sendOffsetsToTransaction(
        Map.of(
            source,
            new OffsetAndMetadata(transaction.offset(), Long.toString(transaction.judged()))),
        group);
    producer.commitTransaction();
    turn = (turn + 1) % TURNS;
    counts.commit().record(Duration.ofNanos(System.nanoTime() - start));
    changes.committed(transaction);
    backoff = BACKOFF_MILLIS;
  }

  /** How long nothing will be due; at most a given time. */
  long idleNanos(long most) {
    if (snapshot != null) {
      return Math.min(most, SNAPSHOT_LOOK_NANOS);
    }
    if (encoding != null) {
      return changes.idleNanos(Math.min(most, ENCODING_LOOK_NANOS));
    }
    long untilAgain = again - System.nanoTime();
    return changes != null
        ? changes.idleNanos(most)
        : untilAgain > 0 ? Math.min(most, untilAgain) : most;
  }

  /**
   * Gives everything up, to be opened again after a pause, with small records after one that was
   * too large for its topic.
   */
  void giveUp(Exception reason) {
    for (Throwable cause = reason; cause != null; cause = cause.getCause()) {
      if (cause instanceof RecordTooLargeException) {
        room = RecordRoom.LEAST;
      }
    }
    close();
    again = System.nanoTime() + Duration.ofMillis(backoff).toNanos();
    backoff = Math.min(LONGEST_BACKOFF_MILLIS, 2 * backoff);
  }

  void close() {
    if (snapshot != null) {
      snapshot.abandon();
      snapshot = null;
    }
    if (encoding != null) {
      encoding.abandon();
      encoding = null;
    }
    besideTurn.leave(this);
    retirements.values().forEach(StreamRetirements.Running::abandon);
    retirements.clear();
    if (changes != null) {
      changes.end();
      changes = null;
    }
    // What is under way is not waited for: whoever opens the partition next ends it.
    producers.forEach(producer -> producer.close(Duration.ZERO));
    producers.clear();
  }
}
