package io.cliquestream.worker.intake.assembly;

import static io.cliquestream.worker.intake.assembly.GraphTopicRecords.complete;
import static io.cliquestream.worker.intake.assembly.GraphTopicRecords.delta;
import static io.cliquestream.worker.intake.assembly.GraphTopicRecords.polled;
import static io.cliquestream.worker.intake.assembly.GraphTopicRecords.snapshot;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.google.protobuf.ByteString;
import io.cliquestream.contract.Checksums;
import io.cliquestream.contract.GraphRecordKey;
import io.cliquestream.contract.PayloadCompressor;
import io.cliquestream.v1.Compression;
import io.cliquestream.v1.EdgeEncoding;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.GraphRecord;
import io.cliquestream.v1.SnapshotChunk;
import io.cliquestream.v1.SnapshotCommit;
import io.cliquestream.v1.SnapshotHeader;
import io.cliquestream.worker.graphs.catalog.VersionStatus;
import io.cliquestream.worker.memory.HostMemory;
import io.cliquestream.worker.quota.Quotas;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PartitionAssemblerTest {
  private static final long MEBIBYTE = 1L << 20;

  private final AssemblyBudget budget =
      new AssemblyBudget(64 * MEBIBYTE, 64 * MEBIBYTE, new HostMemory(1L << 30));
  private final RecordedVersions versions = new RecordedVersions();
  private final PartitionAssembler assembler =
      new PartitionAssembler(0, 1, budget, Quotas.none(), versions);
  private long offset;

  @AfterEach
  void nothingStaysReserved() {
    assembler.discardAll();
    assertThat(budget.used()).isZero();
  }

  @Test
  void wholeSnapshotsOfEveryEncodingGiveTheirExactGraph() {
    long version = 0;
    for (EdgeEncoding encoding :
        List.of(EdgeEncoding.EDGE_ENCODING_PAIRS, EdgeEncoding.EDGE_ENCODING_DELTA_VARINT_ROWS)) {
      for (PayloadCompressor compressor : List.of(PayloadCompressor.NONE, GraphTopicRecords.ZSTD)) {
        version++;
        take(snapshot("g", version, encoding, compressor, complete(20)));
        assertReady(version, complete(20));
      }
    }
  }

  @Test
  void emptyGraphIsAVersion() {
    take(snapshot("g", 1));
    assertReady(1);
  }

  /** The commit, offered again after the error, found no header any more. */
  @Test
  void aVersionThatDidNotFitTheHeapWasReportedAsAChunkWithoutAHeader() {
    versions.building = () -> assertThat(new long[Integer.MAX_VALUE]).isNotEmpty();
    // Let out it would end more than this test.
    assertThatCode(() -> take(good())).doesNotThrowAnyException();
    assertRejected(1, FailureCode.FAILURE_CODE_GRAPH_TOO_LARGE);
    assertThat(versions.discarded).isEmpty();
    versions.building = () -> {};
    healthy();
  }

  @Test
  void missingChunk() {
    refusedThenHealthy(without(2), FailureCode.FAILURE_CODE_CHUNK_MISSING);
  }

  @Test
  void missingLastChunk() {
    List<GraphRecord> records = good();
    records.remove(records.size() - 2);
    refusedThenHealthy(records, FailureCode.FAILURE_CODE_CHUNK_MISSING);
  }

  @Test
  void repeatedChunk() {
    List<GraphRecord> records = good();
    records.add(2, records.get(1));
    refusedThenHealthy(records, FailureCode.FAILURE_CODE_CHUNK_REPEATED);
  }

  @Test
  void reorderedChunks() {
    List<GraphRecord> records = good();
    Collections.swap(records, 2, 3);
    refusedThenHealthy(records, FailureCode.FAILURE_CODE_CHUNK_OUT_OF_ORDER);
  }

  @Test
  void chunksWithoutHeader() {
    refusedThenHealthy(without(0), FailureCode.FAILURE_CODE_CHUNK_WITHOUT_HEADER);
  }

  @Test
  void headerTwice() {
    List<GraphRecord> records = good();
    records.add(2, records.get(0));
    refusedThenHealthy(records, FailureCode.FAILURE_CODE_VERSION_NOT_NEWER);
  }

  @Test
  void interleavedVersionsEndTheOlderAndKeepTheNewer() {
    List<GraphRecord> older = good();
    List<GraphRecord> newer = snapshot("g", 2, complete(9));
    take(older.subList(0, 3));
    take(newer.subList(0, 2));
    take(older.subList(3, older.size()));
    take(newer.subList(2, newer.size()));
    assertRejected(1, FailureCode.FAILURE_CODE_SNAPSHOT_INTERLEAVED);
    assertReady(2, complete(9));
  }

  @Test
  void interleavedGraphsAreBothWhole() {
    List<GraphRecord> other = snapshot("h", 1, complete(5));
    List<GraphRecord> mixed = good();
    for (int i = 0; i < other.size(); i++) {
      mixed.add(2 * i, other.get(i));
    }
    take(mixed);
    assertReady(1, complete(12));
    assertThat(versions.edges.get("h/1")).isEqualTo(RecordedVersions.simple(complete(5)));
  }

  @Test
  void damagedChunk() {
    refusedThenHealthy(
        chunk(c -> c.setCrc32C(c.getCrc32C() ^ 1)), FailureCode.FAILURE_CODE_CHUNK_CHECKSUM_WRONG);
  }

  @Test
  void wrongPayloadChecksum() {
    refusedThenHealthy(
        header(h -> h.setPayloadCrc32C(h.getPayloadCrc32C() ^ 1)),
        FailureCode.FAILURE_CODE_SNAPSHOT_CHECKSUM_WRONG);
  }

  @Test
  void commitThatDisagreesOnChecksum() {
    refusedThenHealthy(
        commit(c -> c.setPayloadCrc32C(c.getPayloadCrc32C() ^ 1)),
        FailureCode.FAILURE_CODE_SNAPSHOT_CHECKSUM_WRONG);
  }

  @Test
  void commitThatDisagreesOnCount() {
    refusedThenHealthy(
        commit(c -> c.setEdgeCount(c.getEdgeCount() + 1)),
        FailureCode.FAILURE_CODE_SNAPSHOT_COUNT_WRONG);
  }

  @Test
  void chunkSizeThatLies() {
    refusedThenHealthy(
        chunk(c -> c.setUncompressedBytes(c.getUncompressedBytes() + 8)),
        FailureCode.FAILURE_CODE_SNAPSHOT_SIZE_WRONG);
  }

  @Test
  void headerSizeThatLies() {
    refusedThenHealthy(
        header(h -> h.setPayloadBytes(h.getPayloadBytes() + 8)),
        FailureCode.FAILURE_CODE_SNAPSHOT_SIZE_WRONG);
  }

  @Test
  void chunkBeyondTheAnnouncedCount() {
    refusedThenHealthy(
        header(h -> h.setChunkCount(3)), FailureCode.FAILURE_CODE_SNAPSHOT_COUNT_WRONG);
  }

  @Test
  void edgeCountTooLowForRows() {
    List<GraphRecord> records =
        snapshot(
            "g",
            1,
            EdgeEncoding.EDGE_ENCODING_DELTA_VARINT_ROWS,
            PayloadCompressor.NONE,
            complete(12));
    change(records, 0, r -> r.setHeader(r.getHeaderBuilder().setEdgeCount(5)));
    refusedThenHealthy(records, FailureCode.FAILURE_CODE_SNAPSHOT_COUNT_WRONG);
  }

  @Test
  void announcedGraphBeyondTheAssemblyBound() {
    refusedThenHealthy(
        header(h -> h.setEdgeCount(1L << 40).setPayloadBytes(1L << 43).setChunkCount(1L << 30)),
        FailureCode.FAILURE_CODE_GRAPH_TOO_LARGE);
  }

  @Test
  void unknownEncoding() {
    refusedThenHealthy(
        header(h -> h.setEncodingValue(77)), FailureCode.FAILURE_CODE_SNAPSHOT_ENCODING_INVALID);
  }

  @Test
  void vertexBeyondTheBound() {
    refusedThenHealthy(
        header(h -> h.setVertexBound(11)), FailureCode.FAILURE_CODE_VERTEX_ID_BEYOND_BOUND);
  }

  @Test
  void decompressionBomb() {
    byte[] zeros = new byte[16 << 20];
    ByteString bomb = GraphTopicRecords.ZSTD.compress(zeros, zeros.length);
    List<GraphRecord> records =
        snapshot("g", 1, EdgeEncoding.EDGE_ENCODING_PAIRS, GraphTopicRecords.ZSTD, complete(12));
    change(
        records,
        1,
        r -> r.setChunk(r.getChunkBuilder().setPayload(bomb).setCrc32C(Checksums.crc32c(bomb))));
    refusedThenHealthy(records, FailureCode.FAILURE_CODE_DECOMPRESSION_BOUND_EXCEEDED);
  }

  @Test
  void announcedSizeBeyondTheContract() {
    refusedThenHealthy(
        chunk(c -> c.setUncompressedBytes(1 << 30)),
        FailureCode.FAILURE_CODE_DECOMPRESSION_BOUND_EXCEEDED);
  }

  @Test
  void bytesThatAreNoZstd() {
    List<GraphRecord> records = good();
    change(
        records,
        0,
        r -> r.setHeader(r.getHeaderBuilder().setCompression(Compression.COMPRESSION_ZSTD)));
    refusedThenHealthy(records, FailureCode.FAILURE_CODE_SNAPSHOT_ENCODING_INVALID);
  }

  @Test
  void versionThatIsNotNewer() {
    take(snapshot("g", 5, complete(4)));
    take(good());
    assertRejected(1, FailureCode.FAILURE_CODE_VERSION_NOT_NEWER);
    assertThat(versions.status("g", 5)).isEqualTo(VersionStatus.READY);
  }

  @Test
  void undecodableRecordEndsItsVersionOnly() {
    List<GraphRecord> records = good();
    take(records.subList(0, 2));
    take(GraphRecordKey.of(records.get(2)).orElseThrow().bytes(), new byte[] {(byte) 0xff, 1, 2});
    take(records.subList(3, records.size()));
    assertRejected(1, FailureCode.FAILURE_CODE_RECORD_UNDECODABLE);
    healthy();
  }

  @Test
  void poisonWithoutAVersionIsDiscarded() {
    take("nonsense".getBytes(java.nio.charset.StandardCharsets.UTF_8), new byte[] {7});
    take(null, GraphRecord.getDefaultInstance().toByteArray());
    take(
        "g/1/header".getBytes(java.nio.charset.StandardCharsets.UTF_8),
        good().get(1).toByteArray());
    assertThat(versions.discarded)
        .containsExactly(
            FailureCode.FAILURE_CODE_RECORD_UNDECODABLE,
            FailureCode.FAILURE_CODE_RECORD_INCOMPLETE,
            FailureCode.FAILURE_CODE_RECORD_KEY_MISMATCH);
    healthy();
  }

  @Test
  void deltasApplyInOrderAndNameTheirBase() {
    take(good());
    take(delta("g", 1, 2, new long[] {100, 101, 5, 6}, complete(6)));
    var expected = RecordedVersions.simple(complete(12));
    expected.removeAll(RecordedVersions.simple(complete(6)));
    expected.addAll(RecordedVersions.simple(100, 101, 5, 6));
    assertThat(versions.edges.get("g/2")).isEqualTo(expected);
    take(delta("g", 77, 78, new long[] {1, 2}, new long[0]));
    assertRejected(78, FailureCode.FAILURE_CODE_DELTA_BASE_MISSING);
  }

  @Test
  void deltaPartsMissingRepeatedAndDamaged() {
    take(good());
    List<GraphRecord> missing = delta("g", 1, 2, complete(10), new long[0]);
    missing.remove(1);
    take(missing);
    assertRejected(2, FailureCode.FAILURE_CODE_CHUNK_MISSING);
    List<GraphRecord> repeated = delta("g", 1, 3, complete(10), new long[0]);
    repeated.add(1, repeated.get(0));
    take(repeated);
    assertRejected(3, FailureCode.FAILURE_CODE_CHUNK_REPEATED);
    List<GraphRecord> damaged = delta("g", 1, 4, complete(10), new long[0]);
    change(damaged, 1, r -> r.setDelta(r.getDeltaBuilder().setCrc32C(1)));
    take(damaged);
    assertRejected(4, FailureCode.FAILURE_CODE_CHUNK_CHECKSUM_WRONG);
    take(delta("g", 1, 5, new long[] {50, 51}, new long[0]));
    assertThat(versions.status("g", 5)).isEqualTo(VersionStatus.READY);
  }

  @Test
  void tombstoneOfTheHeaderRetiresAndHalfCompactedVersionsHurtNobody() {
    take(without(0));
    assertRejected(1, FailureCode.FAILURE_CODE_CHUNK_WITHOUT_HEADER);
    take(snapshot("g", 2, complete(8)));
    for (GraphRecord record : good()) {
      take(GraphRecordKey.of(record).orElseThrow().bytes(), null);
    }
    assertThat(versions.status("g", 1)).isEqualTo(VersionStatus.RETIRED);
    assertReady(2, complete(8));
  }

  @Test
  void theHighestVersionBlocksItsIdOnlyWhileItIsUsable() {
    long highest = Long.MAX_VALUE;
    take(snapshot("g", highest, complete(4)).subList(0, 2));
    take(snapshot("g", 3, complete(5)));
    assertReady(3, complete(5));
    assertRejected(highest, FailureCode.FAILURE_CODE_SNAPSHOT_INTERLEAVED);
    take(snapshot("g", highest - 1, complete(4)));
    take(snapshot("g", 4, complete(5)));
    assertRejected(4, FailureCode.FAILURE_CODE_VERSION_NOT_NEWER);
    for (GraphRecord record : snapshot("g", highest - 1, complete(4))) {
      take(GraphRecordKey.of(record).orElseThrow().bytes(), null);
    }
    take(snapshot("g", 1_763_800_000_000L, complete(6)));
    assertReady(1_763_800_000_000L, complete(6));
  }

  @Test
  void aVersionAboveTheHighestOneIsNone() {
    take(snapshot("g", -1, complete(4)));
    assertThat(versions.discarded)
        .isNotEmpty()
        .allMatch(FailureCode.FAILURE_CODE_RECORD_INCOMPLETE::equals);
    assertThat(versions.status("g", -1)).isEqualTo(VersionStatus.UNKNOWN);
    healthy();
  }

  @Test
  void aTombstoneInAnotherPartitionRetiresNothing() {
    int count = 8;
    int here = io.cliquestream.contract.Partitions.partitionOf("g", count);
    var mine = new PartitionAssembler(here, count, budget, Quotas.none(), versions);
    var other = new PartitionAssembler((here + 1) % count, count, budget, Quotas.none(), versions);
    good().forEach(record -> mine.accept(polled(0, record), false));
    other.accept(
        polled(0, GraphRecordKey.of(good().getFirst()).orElseThrow().bytes(), null), false);
    assertThat(versions.status("g", 1)).isEqualTo(VersionStatus.READY);
    assertThat(versions.discarded).containsExactly(FailureCode.FAILURE_CODE_RECORD_KEY_MISMATCH);
  }

  private static List<GraphRecord> good() {
    return new ArrayList<>(snapshot("g", 1, complete(12)));
  }

  private static List<GraphRecord> without(int index) {
    List<GraphRecord> records = good();
    records.remove(index);
    return records;
  }

  private static void change(
      List<GraphRecord> records, int index, UnaryOperator<GraphRecord.Builder> change) {
    records.set(index, change.apply(records.get(index).toBuilder()).build());
  }

  private static List<GraphRecord> header(UnaryOperator<SnapshotHeader.Builder> change) {
    List<GraphRecord> records = good();
    change(records, 0, r -> r.setHeader(change.apply(r.getHeaderBuilder())));
    return records;
  }

  private static List<GraphRecord> chunk(UnaryOperator<SnapshotChunk.Builder> change) {
    List<GraphRecord> records = good();
    change(records, 2, r -> r.setChunk(change.apply(r.getChunkBuilder())));
    return records;
  }

  private static List<GraphRecord> commit(UnaryOperator<SnapshotCommit.Builder> change) {
    List<GraphRecord> records = good();
    change(records, records.size() - 1, r -> r.setCommit(change.apply(r.getCommitBuilder())));
    return records;
  }

  private void refusedThenHealthy(List<GraphRecord> records, FailureCode code) {
    take(records);
    assertRejected(1, code);
    healthy();
  }

  private void healthy() {
    take(snapshot("g", 1000, complete(7)));
    assertReady(1000, complete(7));
  }

  private void take(List<GraphRecord> records) {
    records.forEach(record -> assembler.accept(polled(offset++, record), false));
  }

  private void take(byte[] key, byte[] value) {
    assembler.accept(polled(offset++, key, value), false);
  }

  private void assertReady(long version, long... ends) {
    assertThat(versions.status("g", version)).isEqualTo(VersionStatus.READY);
    assertThat(versions.edges.get("g/" + version)).isEqualTo(RecordedVersions.simple(ends));
  }

  private void assertRejected(long version, FailureCode code) {
    assertThat(versions.status("g", version)).isEqualTo(VersionStatus.REJECTED);
    assertThat(versions.reasons).containsEntry("g/" + version, code);
  }
}
