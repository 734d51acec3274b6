package io.cliquestream.worker.changes;

import io.cliquestream.contract.EdgeSource;
import io.cliquestream.contract.GraphRecordKey;
import io.cliquestream.contract.NameSource;
import io.cliquestream.contract.PayloadCompressor;
import io.cliquestream.contract.RecordSigner;
import io.cliquestream.contract.SnapshotPlan;
import io.cliquestream.contract.SnapshotWriter;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.GraphRecord;
import io.cliquestream.v1.StreamPosition;
import io.cliquestream.v1.VersionSelector;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.graphs.GraphLease;
import io.cliquestream.worker.graphs.GraphStore;
import io.cliquestream.worker.graphs.names.GraphNames;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Keeps the topic of graphs and the time of a restore bounded: now and then a stream's version is a
 * snapshot of the one before it, and the records before the last snapshot but one are retired. So a
 * version stays in the topic for as long as one round of snapshots takes, and what a restore reads
 * of a graph is two snapshots and the deltas of two rounds.
 *
 * <p>While a snapshot is written, by transactions of a few records so that nobody who reads the
 * partition waits for long, the lane leaves the partition and its producer alone: events wait. When
 * it fails half-way, the version does not come to be, and the stream goes on from what there is.
 * One thread for all lanes.
 */
final class StreamSnapshots implements AutoCloseable {
  private static final int RECORDS_OF_A_TRANSACTION = 8;
  private static final int TOMBSTONES_OF_A_TRANSACTION = 500;
  private static final Duration POLL = Duration.ofMillis(100);

  private final Optional<RecordSigner> signer;
  private final ChangeClients clients;
  private final GraphStore store;
  private final EventCounts counts;
  private final ExecutorService background =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().daemon().name("cliquestream-stream-snapshots").factory());

  StreamSnapshots(
      ChangeClients clients, GraphStore store, EventCounts counts, Optional<RecordSigner> signer) {
    this.signer = signer;
    this.clients = clients;
    this.store = store;
    this.counts = counts;
  }

  /** A snapshot under way; used by the lane's thread. */
  static final class Running {
    private final ChangeStream stream;
    private final long version;
    private final CompletableFuture<Written> written;

    private Running(ChangeStream stream, long version, CompletableFuture<Written> written) {
      this.stream = stream;
      this.version = version;
      this.written = written;
    }

    boolean isDone() {
      return written.isDone();
    }

    /** Tells the stream; throws what went wrong. */
    void finish() {
      try {
        Written snapshot = written.join();
        stream.snapshotWritten(version, snapshot.firstOffset(), snapshot.edges());
      } catch (CompletionException e) {
        throw new StreamLostException(
            "a snapshot of graph " + stream.graphId() + " could not be written: " + e.getCause(),
            e.getCause());
      }
    }

    /** Its outcome is of no more use; without its producer it ends soon. */
    void abandon() {
      boolean _ = written.cancel(false);
    }
  }

  /** A snapshot in the topic. */
  private record Written(long firstOffset, long edges) {}

  /** What the background needs of a stream, which belongs to the lane. */
  private record Plan(
      int partition,
      RecordRoom room,
      String graphId,
      long base,
      long version,
      StreamPosition position,
      long retireFrom,
      long retireBelow) {}

  /** Begins to write a stream's newest version as a snapshot. */
  Running begin(
      int partition, ChangeStream stream, RecordRoom room, KafkaProducer<byte[], byte[]> producer) {
    var plan =
        new Plan(
            partition,
            room,
            stream.graphId(),
            stream.base(),
            stream.nextNumber(),
            stream.newestPosition().toBuilder()
                .setVersionsSinceSnapshot(0)
                .setSnapshotOffset(0)
                .build(),
            stream.recordsOffset(),
            stream.snapshotOffset());
    var done = new CompletableFuture<Written>();
    background.execute(
        () -> {
          try {
            Written written = write(plan, producer);
            retire(plan, producer);
            counts.snapshot();
            done.complete(written);
          } catch (RuntimeException | Error e) {
            done.completeExceptionally(e);
          }
        });
    return new Running(stream, plan.version(), done);
  }

  // --- The snapshot --------------------------------------------------------------------------

  private Written write(Plan plan, KafkaProducer<byte[], byte[]> producer) {
    try (GraphLease lease = lease(plan)) {
      EdgeSource edges = consumer -> lease.graph().forEachEdge(consumer::accept);
      long named = lease.names().map(GraphNames::size).orElse(0L);
      var snapshot =
          SnapshotPlan.rows(plan.graphId(), plan.version(), named)
              .withChunkBytes(plan.room().chunkBytes());
      NameSource names = named == 0 ? NameSource.NONE : lease.names().orElseThrow()::forEach;
      var writer = new TransactionWriter(plan, producer);
      SnapshotWriter.write(
          snapshot,
          PayloadCompressor.NONE,
          SnapshotWriter.measure(snapshot, edges),
          edges,
          SnapshotWriter.measureNames(snapshot, names),
          names,
          writer::add);
      return new Written(writer.end(), lease.edges());
    }
  }

  private GraphLease lease(Plan plan) {
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

  /** Puts a snapshot's records into transactions of a few. */
  private final class TransactionWriter {
    private final Plan plan;
    private final KafkaProducer<byte[], byte[]> producer;
    private final StreamRecords records;
    private Future<RecordMetadata> first;
    private int open;

    TransactionWriter(Plan plan, KafkaProducer<byte[], byte[]> producer) {
      this.plan = plan;
      this.producer = producer;
      this.records = new StreamRecords(clients.topics().graphs(), plan.partition(), plan.room());
    }

    void add(GraphRecord record) {
      GraphRecord value = record;
      if (record.hasHeader()) {
        GraphRecord.Builder header = record.toBuilder();
        header.getHeaderBuilder().setStream(plan.position());
        value = header.build();
      }
      if (open == 0) {
        producer.beginTransaction();
      }
      Future<RecordMetadata> sent = producer.send(records.record(value));
      if (first == null) {
        first = sent;
      }
      open++;
      if (open == RECORDS_OF_A_TRANSACTION) {
        producer.commitTransaction();
        open = 0;
      }
    }

    /** Commits the rest; returns where the first record lies. */
    long end() {
      if (open > 0) {
        producer.commitTransaction();
      }
      try {
        return first.get().offset();
      } catch (ExecutionException e) {
        throw new WorkerException(
            FailureCode.FAILURE_CODE_BROKER_UNAVAILABLE, "its header was not written", e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new WorkerException(FailureCode.FAILURE_CODE_CANCELLED, "interrupted", e);
      }
    }
  }

  // --- What it makes superfluous -------------------------------------------------------------

  /** Tombstones for all records of the graph before the last snapshot but this. */
  private void retire(Plan plan, KafkaProducer<byte[], byte[]> producer) {
    if (plan.retireFrom() >= plan.retireBelow()) {
      return;
    }
    var records = new StreamRecords(clients.topics().graphs(), plan.partition(), plan.room());
    List<ProducerRecord<byte[], byte[]>> tombstones = new ArrayList<>();
    try (var consumer = clients.consumer("changes-retire-" + plan.partition())) {
      var source = new TopicPartition(clients.topics().graphs(), plan.partition());
      Duration limit = clients.kafka().requestTimeout();
      consumer.assign(Set.of(source));
      consumer.seek(source, plan.retireFrom());
      while (consumer.position(source, limit) < plan.retireBelow()) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL).records(source)) {
          if (record.offset() < plan.retireBelow() && isOf(plan.graphId(), record)) {
            tombstones.add(records.tombstone(record.key(), signer));
          }
        }
        while (tombstones.size() >= TOMBSTONES_OF_A_TRANSACTION) {
          send(tombstones.subList(0, TOMBSTONES_OF_A_TRANSACTION), producer);
        }
      }
    }
    send(tombstones, producer);
  }

  private static void send(
      List<ProducerRecord<byte[], byte[]>> tombstones, KafkaProducer<byte[], byte[]> producer) {
    if (!tombstones.isEmpty()) {
      producer.beginTransaction();
      for (var tombstone : tombstones) {
        // A failed send fails the commit.
        var _ = producer.send(tombstone);
      }
      producer.commitTransaction();
      tombstones.clear();
    }
  }

  private static boolean isOf(String graphId, ConsumerRecord<byte[], byte[]> record) {
    return record.value() != null
        && record.key() != null
        && GraphRecordKey.parse(record.key())
            .filter(key -> key.graphId().equals(graphId))
            .isPresent();
  }

  @Override
  public void close() {
    background.shutdownNow();
  }
}
