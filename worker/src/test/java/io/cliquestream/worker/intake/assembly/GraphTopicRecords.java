package io.cliquestream.worker.intake.assembly;

import com.github.luben.zstd.Zstd;
import com.google.protobuf.ByteString;
import io.cliquestream.contract.DeltaPlan;
import io.cliquestream.contract.DeltaWriter;
import io.cliquestream.contract.EdgeSource;
import io.cliquestream.contract.GraphRecordKey;
import io.cliquestream.contract.PayloadCompressor;
import io.cliquestream.contract.SnapshotPlan;
import io.cliquestream.contract.SnapshotWriter;
import io.cliquestream.v1.Compression;
import io.cliquestream.v1.EdgeEncoding;
import io.cliquestream.v1.GraphRecord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Makes the records of snapshots and deltas for tests. */
public final class GraphTopicRecords {
  private GraphTopicRecords() {}

  /** zstd as a writer would use it. */
  public static final PayloadCompressor ZSTD =
      new PayloadCompressor() {
        @Override
        public Compression kind() {
          return Compression.COMPRESSION_ZSTD;
        }

        @Override
        public ByteString compress(byte[] payload, int length) {
          return ByteString.copyFrom(Zstd.compress(Arrays.copyOf(payload, length)));
        }
      };

  /** A snapshot cut into small chunks. */
  public static List<GraphRecord> snapshot(
      String graphId,
      long version,
      EdgeEncoding encoding,
      PayloadCompressor compressor,
      long... ends) {
    var records = new ArrayList<GraphRecord>();
    var plan = new SnapshotPlan(graphId, version, 4, 1000, encoding, 64);
    SnapshotWriter.write(plan, compressor, EdgeSource.of(ends), records::add);
    return records;
  }

  /** Pairs, not compressed. */
  public static List<GraphRecord> snapshot(String graphId, long version, long... ends) {
    return snapshot(
        graphId, version, EdgeEncoding.EDGE_ENCODING_PAIRS, PayloadCompressor.NONE, ends);
  }

  /** A delta cut into small parts. */
  public static List<GraphRecord> delta(
      String graphId, long base, long version, long[] inserted, long[] deleted) {
    var records = new ArrayList<GraphRecord>();
    DeltaWriter.write(
        new DeltaPlan(graphId, base, version, 4, 64),
        EdgeSource.of(inserted),
        EdgeSource.of(deleted),
        records::add);
    return records;
  }

  /** A complete graph's edges. */
  public static long[] complete(int vertices) {
    long[] ends = new long[vertices * (vertices - 1)];
    int at = 0;
    for (int v = 0; v < vertices; v++) {
      for (int w = 0; w < v; w++) {
        ends[at++] = v;
        ends[at++] = w;
      }
    }
    return ends;
  }

  /** As polled, with the key of the contract. */
  public static ConsumerRecord<byte[], byte[]> polled(long offset, GraphRecord record) {
    return polled(offset, GraphRecordKey.of(record).orElseThrow().bytes(), record.toByteArray());
  }

  /** As polled. */
  public static ConsumerRecord<byte[], byte[]> polled(long offset, byte[] key, byte[] value) {
    return new ConsumerRecord<>("graphs.v1", 0, offset, key, value);
  }
}
