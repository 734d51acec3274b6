package io.cliquestream.worker.intake;

import static io.cliquestream.worker.intake.StoreHarness.await;
import static io.cliquestream.worker.intake.StoreHarness.exact;

import io.cliquestream.contract.DeltaPlan;
import io.cliquestream.contract.DeltaWriter;
import io.cliquestream.contract.EdgeSource;
import io.cliquestream.contract.PayloadCompressor;
import io.cliquestream.contract.SnapshotPlan;
import io.cliquestream.contract.SnapshotWriter;
import io.cliquestream.v1.GraphRecord;
import io.cliquestream.v1.StreamDefinition;
import io.cliquestream.v1.StreamPosition;
import io.cliquestream.worker.graphs.GraphLease;
import io.cliquestream.worker.graphs.rows.RowPosition;
import io.cliquestream.worker.graphs.rows.VersionRows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Records of one stream's versions, and how far apart a store holds two of them. */
final class StreamVersions {
  static final String GRAPH = "streamed";

  static final EdgeSource FIRST = EdgeSource.of(1, 2, 2, 3, 3, 1, 3, 4);

  /** The first edges and those that came. */
  static final EdgeSource SECOND = EdgeSource.of(1, 2, 2, 3, 3, 1, 3, 4, 4, 5, 9, 1);

  private static final EdgeSource CAME = EdgeSource.of(4, 5, 9, 1);

  private StreamVersions() {}

  /** A store that keeps every version of a test. */
  static KafkaGraphStore store(StoreHarness harness) throws Exception {
    return harness.store("graphs.versions-per-graph", "9");
  }

  /** The first edges as version 1, and the second as a delta upon it, which is version 2. */
  static void sendTwo(StoreHarness harness) throws Exception {
    harness.send(snapshot(1, FIRST, at(0)));
    harness.send(delta(1, 2, CAME, EdgeSource.of(), at(2)));
  }

  static OptionalLong changes(KafkaGraphStore store, long from, long to) throws Exception {
    return position(store, from).changesTo(position(store, to));
  }

  private static RowPosition position(KafkaGraphStore store, long version) throws Exception {
    try (GraphLease lease = await(store.lease(GRAPH, exact(version), Duration.ofSeconds(20)));
        VersionRows rows = lease.rows().orElseThrow()) {
      return rows.position();
    }
  }

  static StreamPosition at(long events) {
    return StreamPosition.newBuilder()
        .setNextOffset(events)
        .setEvents(events)
        .setDefinition(StreamDefinition.newBuilder().setGraphId(GRAPH))
        .setVersionsSinceSnapshot(7)
        .build();
  }

  static List<GraphRecord> snapshot(long version, EdgeSource edges, StreamPosition at) {
    List<GraphRecord> records =
        new ArrayList<>(
            SnapshotWriter.collect(
                SnapshotPlan.rows(GRAPH, version, 10), PayloadCompressor.NONE, edges, 1 << 20));
    GraphRecord header = records.getFirst();
    records.set(
        0, header.toBuilder().setHeader(header.getHeader().toBuilder().setStream(at)).build());
    return records;
  }

  static List<GraphRecord> delta(
      long base, long version, EdgeSource inserted, EdgeSource deleted, StreamPosition at) {
    var records = new ArrayList<GraphRecord>();
    int _ =
        DeltaWriter.write(
            new DeltaPlan(GRAPH, base, version, Integer.BYTES, 1_000),
            inserted,
            deleted,
            part ->
                records.add(
                    part.toBuilder().setDelta(part.getDelta().toBuilder().setStream(at)).build()));
    return records;
  }
}
