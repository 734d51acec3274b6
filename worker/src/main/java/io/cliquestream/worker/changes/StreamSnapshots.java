package io.cliquestream.worker.changes;

import io.cliquestream.contract.DeltaPlan;
import io.cliquestream.contract.DeltaWriter;
import io.cliquestream.contract.EdgeSource;
import io.cliquestream.contract.NameSource;
import io.cliquestream.contract.PayloadCompressor;
import io.cliquestream.contract.SnapshotPlan;
import io.cliquestream.contract.SnapshotTotals;
import io.cliquestream.contract.SnapshotWriter;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.GraphRecord;
import io.cliquestream.v1.StreamPosition;
import io.cliquestream.v1.VersionSelector;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.graphs.GraphLease;
import io.cliquestream.worker.graphs.GraphStore;
import io.cliquestream.worker.graphs.StreamedGraphs;
import io.cliquestream.worker.graphs.names.GraphNames;
import io.cliquestream.worker.graphs.rows.VersionRows;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the topic of graphs and the time of a restore bounded: now and then a stream's version is a
 * snapshot of the one before it, and the records before the last snapshot but one are retired
 * ({@link StreamRetirements}). So a version stays in the topic for as long as one round of
 * snapshots takes, and what a restore reads of a graph is two snapshots and the deltas of two
 * rounds.
 *
 * <p>Where the settings grant it, edges are put into records while the stream goes on, off the rows
 * of a version that is there, which nobody changes ({@link StreamEncodings}). What is written then,
 * in one transaction, is that snapshot, marked as a checkpoint of its earlier place, and a delta
 * upon it with all that changed since, which comes to the stream's newest version once more. So the
 * lane leaves the partition and its producers alone, and events wait, for the time of sending
 * bytes; a graph has one version open at a time in the topic, so nothing can come in between. This
 * worker, which has what it wrote, takes that version in without looking at an edge; who restores
 * builds the checkpoint and applies the delta.
 *
 * <p>Without that setting, where vertices have names, or what there is to hold is too much, events
 * wait from the first look at the edges on, and the snapshot is of the newest version itself:
 * written by transactions of a few records, so that nobody who reads the partition waits for long,
 * and taken in by whoever has the version that it is of without building anything.
 *
 * <p>When it fails before its first record, the stream goes on and tries again after as many
 * versions; when it fails half-way, the partition is opened again, the version does not come to be,
 * and the stream goes on from what there is. One thread for each lane.
 */
final class StreamSnapshots implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StreamSnapshots.class);
  private static final int RECORDS_OF_A_TRANSACTION = 8;

  private final ChangeClients clients;
  private final GraphStore store;
  private final StreamedGraphs graphs;
  private final EventCounts counts;
  private final ExecutorService background;

  /**
   * @param threads snapshots that are written at a time
   */
  StreamSnapshots(
      ChangeClients clients,
      GraphStore store,
      StreamedGraphs graphs,
      EventCounts counts,
      int threads) {
    this.clients = clients;
    this.store = store;
    this.graphs = graphs;
    this.counts = counts;
    this.background =
        Executors.newFixedThreadPool(
            threads,
            Thread.ofPlatform().daemon().name("cliquestream-stream-snapshots-", 0).factory());
  }

  /** A snapshot under way; used by the lane's thread. */
  static final class Running {
    private final ChangeStream stream;
    private final long began = System.nanoTime();
    private final CompletableFuture<Written> written = new CompletableFuture<>();

    /** Whether a record of it may be in the topic. */
    private volatile boolean begun;

    private Running(ChangeStream stream) {
      this.stream = stream;
    }

    ChangeStream stream() {
      return stream;
    }

    boolean isDone() {
      return written.isDone();
    }

    /** How long the partition's events have waited for it. */
    Duration waited() {
      return Duration.ofNanos(System.nanoTime() - began);
    }

    /**
     * Tells the stream.
     *
     * @return what was written; empty when nothing was, and the stream goes on without
     * @throws StreamLostException when a part of it was written
     */
    Optional<Written> finish() {
      try {
        return Optional.of(written.join());
      } catch (CompletionException e) {
        String what =
            "a snapshot of graph " + stream.graphId() + " could not be written: " + e.getCause();
        if (begun) {
          throw new StreamLostException(what, e.getCause());
        }
        LOG.warn("{}; trying again later", what);
        LOG.debug("the cause", e);
        stream.snapshots().failed();
        return Optional.empty();
      }
    }

    /** Its outcome is of no more use; it ends at its next edge or record. */
    void abandon() {
      boolean _ = written.cancel(false);
    }

    private void requireWanted() {
      StreamEncodings.requireWanted(written);
    }
  }

  /**
   * A snapshot in the topic.
   *
   * @param version that it is, or that stands upon it
   * @param turn of the producers whose turn it is next
   */
  record Written(long version, long firstOffset, long edges, int turn) {}

  /**
   * Begins to write what was put into records, and what has changed since.
   *
   * @param producers which take turns
   * @param turn whose turn it is
   */
  Running begin(
      int partition,
      StreamEncodings.Encoded encoded,
      RecordRoom room,
      List<KafkaProducer<byte[], byte[]>> producers,
      int turn) {
    ChangeStream stream = encoded.stream();
    long checkpoint = stream.nextNumber();
    var changes = stream.snapshots().takeChanges().orElseThrow();
    Plan plan = plan(partition, stream, checkpoint + 1, room, producers, turn);
    return run(
        stream,
        running -> {
          try (encoded) {
            return write(plan, checkpoint, encoded, changes, running);
          }
        });
  }

  /** What the background needs of a stream, which belongs to the lane. */
  private record Plan(
      int partition,
      RecordRoom room,
      String graphId,
      long base,
      long version,
      StreamPosition position,
      List<KafkaProducer<byte[], byte[]>> producers,
      int turn) {}

  /**
   * Begins to write a stream's newest version as a snapshot.
   *
   * @param producers which take turns
   * @param turn whose turn it is
   */
  Running begin(
      int partition,
      ChangeStream stream,
      RecordRoom room,
      List<KafkaProducer<byte[], byte[]>> producers,
      int turn) {
    Plan plan = plan(partition, stream, stream.nextNumber(), room, producers, turn);
    return run(stream, running -> write(plan, running));
  }

  private static Plan plan(
      int partition,
      ChangeStream stream,
      long version,
      RecordRoom room,
      List<KafkaProducer<byte[], byte[]>> producers,
      int turn) {
    return new Plan(
        partition,
        room,
        stream.graphId(),
        stream.base(),
        version,
        stream.newestPosition().toBuilder()
            .setVersionsSinceSnapshot(0)
            .setSnapshotOffset(0)
            .build(),
        List.copyOf(producers),
        turn);
  }

  private Running run(ChangeStream stream, Function<Running, Written> write) {
    var running = new Running(stream);
    background.execute(
        () -> {
          try {
            Written written = write.apply(running);
            counts.snapshots().increment();
            running.written.complete(written);
          } catch (RuntimeException | Error e) {
            running.written.completeExceptionally(e);
          }
        });
    return running;
  }

  private Written write(Plan plan, Running running) {
    long start = System.nanoTime();
    try (GraphLease lease = lease(plan);
        VersionRows rows = lease.isShared() ? lease.rows().orElse(null) : null) {
      EdgeSource all =
          rows == null
              ? consumer -> lease.graph().forEachEdge(consumer::accept)
              : consumer -> rows.forEachEdge(consumer::accept);
      EdgeSource edges =
          consumer ->
              all.forEach(
                  (from, to) -> {
                    running.requireWanted();
                    consumer.accept(from, to);
                  });
      long named = lease.names().map(GraphNames::size).orElse(0L);
      var snapshot =
          SnapshotPlan.rows(plan.graphId(), plan.version(), named)
              .withChunkBytes(plan.room().chunkBytes());
      NameSource names = named == 0 ? NameSource.NONE : lease.names().orElseThrow()::forEach;
      SnapshotTotals totals = SnapshotWriter.measure(snapshot, edges);
      long measured = System.nanoTime();
      var writer = new TransactionWriter(plan, running);
      SnapshotWriter.write(
          snapshot,
          PayloadCompressor.NONE,
          totals,
          edges,
          SnapshotWriter.measureNames(snapshot, names),
          names,
          writer::add);
      Written written = writer.end(lease.edges());
      LOG.debug(
          "version {} of graph {} is a snapshot: {} edges, measured in {} us, written in {} us",
          Long.toUnsignedString(plan.version()),
          plan.graphId(),
          written.edges(),
          TimeUnit.NANOSECONDS.toMicros(measured - start),
          TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - measured));
      return written;
    }
  }

  /**
   * Writes a checkpoint and the version upon it in one transaction: whoever reads the one reads the
   * other, and of one that did not come to its end nobody reads anything.
   */
  private Written write(
      Plan plan,
      long checkpoint,
      StreamEncodings.Encoded encoded,
      SnapshotPace.Changes changes,
      Running running) {
    long start = System.nanoTime();
    var records = new StreamRecords(clients.topics().graphs(), plan.partition(), plan.room());
    List<GraphRecord> values = encoded.numbered(checkpoint);
    int _ =
        DeltaWriter.write(
            new DeltaPlan(
                plan.graphId(),
                checkpoint,
                plan.version(),
                changes.wide() ? Long.BYTES : Integer.BYTES,
                plan.room().partBytes()),
            changes.words(ChangeStream.INSERT),
            changes.words(ChangeStream.DELETE),
            part -> values.add(StreamRecords.positioned(part, plan.position())));
    graphs.writes(values.getFirst().getHeader());
    running.requireWanted();
    running.begun = true;
    KafkaProducer<byte[], byte[]> producer = plan.producers().get(plan.turn());
    producer.beginTransaction();
    Future<RecordMetadata> first = null;
    for (GraphRecord value : values) {
      // A failed send fails the commit.
      Future<RecordMetadata> sent = producer.send(records.record(value));
      first = first == null ? sent : first;
    }
    producer.commitTransaction();
    LOG.debug(
        "version {} of graph {} stands on a checkpoint: {} edges, {} changes since, {} us",
        Long.toUnsignedString(plan.version()),
        plan.graphId(),
        encoded.edges(),
        changes.pairs().size(),
        TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - start));
    return written(plan, first, encoded.edges(), (plan.turn() + 1) % plan.producers().size());
  }

  /** With the place of the first record, which is known once all of them are committed. */
  private static Written written(Plan plan, Future<RecordMetadata> first, long edges, int turn) {
    try {
      return new Written(plan.version(), first.get().offset(), edges, turn);
    } catch (ExecutionException e) {
      throw new WorkerException(
          FailureCode.FAILURE_CODE_BROKER_UNAVAILABLE, "its header was not written", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WorkerException(FailureCode.FAILURE_CODE_CANCELLED, "interrupted", e);
    }
  }

  private GraphLease lease(Plan plan) {
    Optional<GraphLease> rows = store.leaseRows(plan.graphId(), plan.base());
    return rows.isPresent() ? rows.get() : wholeGraph(plan);
  }

  private GraphLease wholeGraph(Plan plan) {
    var exact = VersionSelector.newBuilder().setExact(plan.base()).build();
    long limit = clients.kafka().requestTimeout().toMillis();
    try {
      return store
          .lease(plan.graphId(), exact, Duration.ZERO)
          .toCompletionStage()
          .toCompletableFuture()
          .get(limit, TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new WorkerException(
          FailureCode.FAILURE_CODE_INTERNAL, "its newest version cannot be read: " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WorkerException(FailureCode.FAILURE_CODE_CANCELLED, "interrupted", e);
    }
  }

  /** Puts a snapshot's records into transactions of a few, which the producers take in turn. */
  private final class TransactionWriter {
    private final Plan plan;
    private final Running running;
    private final StreamRecords records;
    private Future<RecordMetadata> first;
    private int turn;
    private int open;

    TransactionWriter(Plan plan, Running running) {
      this.plan = plan;
      this.running = running;
      this.turn = plan.turn();
      this.records = new StreamRecords(clients.topics().graphs(), plan.partition(), plan.room());
    }

    void add(GraphRecord record) {
      running.requireWanted();
      running.begun = true;
      GraphRecord value = record;
      if (record.hasHeader()) {
        GraphRecord.Builder header = record.toBuilder();
        header.getHeaderBuilder().setStream(plan.position());
        value = header.build();
      }
      KafkaProducer<byte[], byte[]> producer = plan.producers().get(turn);
      if (open == 0) {
        producer.beginTransaction();
      }
      Future<RecordMetadata> sent = producer.send(records.record(value));
      if (first == null) {
        first = sent;
      }
      open++;
      if (open == RECORDS_OF_A_TRANSACTION) {
        commit();
      }
    }

    private void commit() {
      plan.producers().get(turn).commitTransaction();
      turn = (turn + 1) % plan.producers().size();
      open = 0;
    }

    /** Commits the rest; returns where the first record lies. */
    Written end(long edges) {
      if (open > 0) {
        commit();
      }
      return written(plan, first, edges, turn);
    }
  }

  @Override
  public void close() {
    background.shutdownNow();
  }
}
