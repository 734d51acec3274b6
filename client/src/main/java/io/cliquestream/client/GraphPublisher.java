package io.cliquestream.client;

import io.cliquestream.contract.ContractException;
import io.cliquestream.contract.DeltaPlan;
import io.cliquestream.contract.DeltaWriter;
import io.cliquestream.contract.EdgeSource;
import io.cliquestream.contract.EventTypes;
import io.cliquestream.contract.GraphRecordKey;
import io.cliquestream.contract.NameSource;
import io.cliquestream.contract.NameTotals;
import io.cliquestream.contract.NamedDeltaWriter;
import io.cliquestream.contract.NamedEdgeSource;
import io.cliquestream.contract.Partitions;
import io.cliquestream.contract.PayloadCompressor;
import io.cliquestream.contract.SnapshotPlan;
import io.cliquestream.contract.SnapshotTotals;
import io.cliquestream.contract.SnapshotWriter;
import io.cliquestream.contract.TraceParent;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.GraphRecord;
import io.cliquestream.v1.SnapshotReference;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** Sends the records of one version at a time, so that two versions never interleave here. */
final class GraphPublisher {
  private final RecordPublisher publisher;
  private final String topic;
  private final int partitionCount;
  private final ClientSettings settings;
  private final ReentrantLock oneVersionAtATime = new ReentrantLock();

  GraphPublisher(
      RecordPublisher publisher, String topic, int partitionCount, ClientSettings settings) {
    this.publisher = publisher;
    this.topic = topic;
    this.partitionCount = partitionCount;
    this.settings = settings;
  }

  PublishedVersion snapshot(SnapshotPlan plan, PayloadCompressor compressor, EdgeSource edges) {
    SnapshotTotals totals = SnapshotWriter.measure(plan, edges);
    RecordPosition commit =
        publish(records -> SnapshotWriter.write(plan, compressor, totals, edges, records));
    return new PublishedVersion(plan.graphId(), plan.version(), totals, commit);
  }

  PublishedVersion snapshot(
      SnapshotPlan plan, PayloadCompressor compressor, EdgeSource edges, NameSource names) {
    SnapshotTotals totals = SnapshotWriter.measure(plan, edges);
    NameTotals nameTotals = SnapshotWriter.measureNames(plan, names);
    RecordPosition commit =
        publish(
            records ->
                SnapshotWriter.write(plan, compressor, totals, edges, nameTotals, names, records));
    return new PublishedVersion(plan.graphId(), plan.version(), totals, commit);
  }

  RecordPosition namedDelta(DeltaPlan plan, NamedEdgeSource inserted, NamedEdgeSource deleted) {
    return publish(records -> NamedDeltaWriter.write(plan, inserted, deleted, records));
  }

  RecordPosition reference(SnapshotReference reference) {
    return publish(
        records -> records.accept(GraphRecord.newBuilder().setReference(reference).build()));
  }

  RecordPosition delta(DeltaPlan plan, EdgeSource inserted, EdgeSource deleted) {
    return publish(records -> DeltaWriter.write(plan, inserted, deleted, records));
  }

  /** Retires what lies under some keys of one version, in this order. */
  void retire(List<GraphRecordKey> keys) {
    oneVersionAtATime.lock();
    try {
      var sender = new Sender(RecordPublisher.newTrace());
      keys.forEach(sender::retire);
      sender.awaitLast();
    } finally {
      oneVersionAtATime.unlock();
    }
  }

  private RecordPosition publish(Consumer<Consumer<GraphRecord>> writer) {
    oneVersionAtATime.lock();
    try {
      var sender = new Sender(RecordPublisher.newTrace());
      writer.accept(sender);
      return sender.awaitLast();
    } finally {
      oneVersionAtATime.unlock();
    }
  }

  /** Sends records and keeps an eye on a bounded window of acknowledgements. */
  private final class Sender implements Consumer<GraphRecord> {
    private static final int UNACKNOWLEDGED_RECORDS = 64;

    private final TraceParent trace;
    private final ArrayDeque<CompletableFuture<RecordPosition>> unacknowledged = new ArrayDeque<>();

    Sender(TraceParent trace) {
      this.trace = trace;
    }

    @Override
    public void accept(GraphRecord record) {
      GraphRecordKey key =
          GraphRecordKey.of(record)
              .orElseThrow(
                  () ->
                      new ContractException(
                          FailureCode.FAILURE_CODE_RECORD_INCOMPLETE,
                          "a graph record needs a graph id and a version of 1 or more"));
      // A commit is worth sending only after everything it vouches for has arrived.
      makeRoom(record.hasCommit() ? 0 : UNACKNOWLEDGED_RECORDS - 1);
      unacknowledged.add(
          publisher.send(
              topic,
              Partitions.partitionOf(key.graphId(), partitionCount),
              key.text(),
              key.text(),
              EventTypes.GRAPH_RECORD,
              Optional.of(trace),
              record));
    }

    void retire(GraphRecordKey key) {
      makeRoom(UNACKNOWLEDGED_RECORDS - 1);
      unacknowledged.add(
          publisher.sendTombstone(
              topic,
              Partitions.partitionOf(key.graphId(), partitionCount),
              key.text(),
              EventTypes.GRAPH_RECORD,
              trace));
    }

    private void makeRoom(int allowed) {
      while (unacknowledged.size() > allowed) {
        awaitFirst();
      }
    }

    RecordPosition awaitLast() {
      RecordPosition last = awaitFirst();
      while (!unacknowledged.isEmpty()) {
        last = awaitFirst();
      }
      return last;
    }

    private RecordPosition awaitFirst() {
      return Waits.join(
          unacknowledged.remove(), settings.publishTimeout(), "publishing to " + topic);
    }
  }
}
