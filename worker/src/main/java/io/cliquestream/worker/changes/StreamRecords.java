package io.cliquestream.worker.changes;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.cliquestream.contract.DeltaPlan;
import io.cliquestream.contract.DeltaWriter;
import io.cliquestream.contract.EdgeSource;
import io.cliquestream.contract.EventTypes;
import io.cliquestream.contract.GraphRecordKey;
import io.cliquestream.contract.HeaderNames;
import io.cliquestream.contract.NamedDeltaWriter;
import io.cliquestream.contract.NamedEdgeSource;
import io.cliquestream.contract.RecordSigner;
import io.cliquestream.v1.Compression;
import io.cliquestream.v1.EdgeEncoding;
import io.cliquestream.v1.GraphRecord;
import io.cliquestream.v1.SnapshotCommit;
import io.cliquestream.v1.SnapshotHeader;
import io.cliquestream.v1.StreamPosition;
import io.cliquestream.worker.out.EventHeaders;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Makes the records of the versions that a stream makes, for one partition of the graphs. */
record StreamRecords(String topic, int partition, RecordRoom room) {
  private static final String SOURCE = "/cliquestream/stream";

  /** The next version of a stream with what is pending. */
  List<ProducerRecord<byte[], byte[]>> delta(ChangeStream stream) {
    StreamPosition position = stream.position(false);
    if (stream.vertices().areNames()) {
      return parts(
          position,
          part ->
              NamedDeltaWriter.write(
                  plan(stream), named(stream, true), named(stream, false), part));
    }
    return delta(
        stream,
        edges -> stream.forEachPending(true, (one, other, _) -> edges.accept(one, other)),
        edges -> stream.forEachPending(false, (one, other, _) -> edges.accept(one, other)),
        position);
  }

  private static NamedEdgeSource named(ChangeStream stream, boolean inserted) {
    StreamVertices vertices = stream.vertices();
    return edges ->
        stream.forEachPending(
            inserted, (one, other, _) -> edges.accept(vertices.name(one), vertices.name(other)));
  }

  /** A version equal to the one before it that says how far the stream is. */
  List<ProducerRecord<byte[], byte[]>> mark(ChangeStream stream, boolean ended) {
    return delta(stream, EdgeSource.of(), EdgeSource.of(), stream.position(ended));
  }

  private List<ProducerRecord<byte[], byte[]>> delta(
      ChangeStream stream, EdgeSource inserted, EdgeSource deleted, StreamPosition position) {
    return parts(position, part -> DeltaWriter.write(plan(stream), inserted, deleted, part));
  }

  private DeltaPlan plan(ChangeStream stream) {
    return new DeltaPlan(
        stream.graphId(),
        stream.base(),
        stream.nextNumber(),
        stream.pendingIsWide() ? Long.BYTES : Integer.BYTES,
        room.partBytes());
  }

  /** The records of a delta; the first one says how far the stream is. */
  private List<ProducerRecord<byte[], byte[]>> parts(
      StreamPosition position, ToIntFunction<Consumer<GraphRecord>> delta) {
    var records = new ArrayList<ProducerRecord<byte[], byte[]>>();
    int _ = delta.applyAsInt(part -> records.add(record(positioned(part, position))));
    return records;
  }

  /** A part of a delta; the first one says how far the stream is. */
  static GraphRecord positioned(GraphRecord part, StreamPosition position) {
    GraphRecord.Builder record = part.toBuilder();
    if (part.getDelta().getPart() == 0) {
      record.getDeltaBuilder().setStream(position);
    }
    return record.build();
  }

  /** The empty graph as the first version of a stream. */
  List<ProducerRecord<byte[], byte[]>> empty(ChangeStream stream) {
    var header =
        SnapshotHeader.newBuilder()
            .setGraphId(stream.graphId())
            .setVersion(stream.nextNumber())
            .setIdWidth(Long.BYTES)
            .setEncoding(EdgeEncoding.EDGE_ENCODING_PAIRS)
            .setCompression(Compression.COMPRESSION_NONE)
            .setStream(stream.position(false))
            .build();
    var commit =
        SnapshotCommit.newBuilder()
            .setGraphId(stream.graphId())
            .setVersion(stream.nextNumber())
            .build();
    return List.of(
        record(GraphRecord.newBuilder().setHeader(header).build()),
        record(GraphRecord.newBuilder().setCommit(commit).build()));
  }

  /** A record of the graphs topic. */
  ProducerRecord<byte[], byte[]> record(GraphRecord value) {
    GraphRecordKey key = GraphRecordKey.of(value).orElseThrow();
    var record = new ProducerRecord<>(topic, partition, key.bytes(), value.toByteArray());
    EventHeaders.add(
        record.headers(), key.text(), SOURCE, EventTypes.GRAPH_RECORD, Optional.empty());
    return record;
  }

  /** What retires a record. */
  ProducerRecord<byte[], byte[]> tombstone(byte[] key, Optional<RecordSigner> signer) {
    var tombstone = new ProducerRecord<byte[], byte[]>(topic, partition, key, null);
    signer.ifPresent(
        known ->
            tombstone
                .headers()
                .add(HeaderNames.PRINCIPAL, known.principal().getBytes(UTF_8))
                .add(HeaderNames.SIGNATURE, known.sign(topic, key, null)));
    return tombstone;
  }
}
