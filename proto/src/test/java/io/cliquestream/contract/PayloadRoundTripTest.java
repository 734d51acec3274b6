package io.cliquestream.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.v1.EdgeEncoding;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.GraphRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class PayloadRoundTripTest {
  private static final int CASES = 4_000;

  private record Edge(long from, long to) {}

  @Test
  void snapshotsOfRandomEdgesReadBackUnchangedInBothEncodings() {
    for (int seed = 0; seed < CASES; seed++) {
      var random = new SplittableRandom(seed);
      int idWidth = random.nextBoolean() ? 4 : 8;
      var encoding =
          random.nextBoolean()
              ? EdgeEncoding.EDGE_ENCODING_PAIRS
              : EdgeEncoding.EDGE_ENCODING_DELTA_VARINT_ROWS;
      var plan =
          new SnapshotPlan(
              "g", 1 + random.nextLong(5), idWidth, 0, encoding, 64 + random.nextInt(500));
      long[] ends = randomEnds(random, idWidth);
      List<GraphRecord> records = new ArrayList<>();
      var totals =
          SnapshotWriter.write(plan, PayloadCompressor.NONE, EdgeSource.of(ends), records::add);

      assertThat(decode(plan, records, totals)).as("seed %d", seed).isEqualTo(edges(ends));
      assertThat(totals.edgeCount()).as("seed %d", seed).isEqualTo(ends.length / 2);
    }
  }

  @Test
  void deltasOfRandomEdgesReadBackUnchanged() {
    for (int seed = 0; seed < CASES; seed++) {
      var random = new SplittableRandom(seed);
      int idWidth = random.nextBoolean() ? 4 : 8;
      long[] inserted = randomEnds(random, idWidth);
      long[] deleted = randomEnds(random, idWidth);
      List<GraphRecord> records = new ArrayList<>();
      int parts =
          DeltaWriter.write(
              new DeltaPlan("g", 1, 2, idWidth, 16 + random.nextInt(400)),
              EdgeSource.of(inserted),
              EdgeSource.of(deleted),
              records::add);
      assertThat(records).as("seed %d", seed).hasSize(parts);
      List<Edge> foundInserted = new ArrayList<>();
      List<Edge> foundDeleted = new ArrayList<>();
      var decoder = DeltaWriter.decoder(idWidth);
      for (int part = 0; part < parts; part++) {
        var delta = records.get(part).getDelta();
        assertThat(delta.getPart()).isEqualTo(part);
        assertThat(delta.getPartCount()).isEqualTo(parts);
        assertThat(delta.getCrc32C())
            .isEqualTo(Checksums.crc32c(delta.getInserted(), delta.getDeleted()));
        decoder.decode(
            delta.getInserted().asReadOnlyByteBuffer(),
            (from, to) -> foundInserted.add(new Edge(from, to)));
        decoder.decode(
            delta.getDeleted().asReadOnlyByteBuffer(),
            (from, to) -> foundDeleted.add(new Edge(from, to)));
      }
      assertThat(foundInserted).as("seed %d", seed).isEqualTo(edges(inserted));
      assertThat(foundDeleted).as("seed %d", seed).isEqualTo(edges(deleted));
    }
  }

  @Test
  void theEmptyGraphHasAHeaderACommitAndNoChunk() {
    List<GraphRecord> records = new ArrayList<>();
    SnapshotWriter.write(
        SnapshotPlan.rows("g", 1, 10), PayloadCompressor.NONE, EdgeSource.of(), records::add);
    assertThat(records).hasSize(2);
    assertThat(records.getFirst().getHeader().getChunkCount()).isZero();
    assertThat(records.getLast().hasCommit()).isTrue();
  }

  @Test
  void aLargeSnapshotStaysWithinTheBoundsOfARecord() {
    long[] star = new long[600_000];
    for (int i = 0; i < star.length; i += 2) {
      star[i] = 7;
      star[i + 1] = 1_000_000L + 300L * i;
    }
    for (var plan : List.of(SnapshotPlan.rows("g", 1, 0), SnapshotPlan.pairs("g", 1, 0))) {
      List<GraphRecord> records = new ArrayList<>();
      var totals =
          SnapshotWriter.write(plan, PayloadCompressor.NONE, EdgeSource.of(star), records::add);
      assertThat(totals.chunkCount()).isGreaterThanOrEqualTo(1);
      assertThat(records)
          .allSatisfy(record -> assertThat(record.getSerializedSize()).isLessThan(1_000_000));
      assertThat(decode(plan, records, totals)).isEqualTo(edges(star));
    }
  }

  @Test
  void edgesThatChangeBetweenTheTwoWalksNeverReachACommit() {
    List<GraphRecord> records = new ArrayList<>();
    int[] walks = {0};
    EdgeSource changing = edges -> edges.accept(1, 2 + walks[0]++);
    assertThatThrownBy(
            () ->
                SnapshotWriter.write(
                    SnapshotPlan.pairs("g", 1, 0), PayloadCompressor.NONE, changing, records::add))
        .isInstanceOf(ContractException.class)
        .extracting(thrown -> ((ContractException) thrown).code())
        .isEqualTo(FailureCode.FAILURE_CODE_SNAPSHOT_COUNT_WRONG);
    assertThat(records).noneMatch(GraphRecord::hasCommit);
  }

  @Test
  void idsBeyondTheBoundAreRefusedBeforeAnythingIsSent() {
    List<GraphRecord> records = new ArrayList<>();
    assertThatThrownBy(
            () ->
                SnapshotWriter.write(
                    SnapshotPlan.pairs("g", 1, 10),
                    PayloadCompressor.NONE,
                    EdgeSource.of(1, 10),
                    records::add))
        .isInstanceOf(ContractException.class)
        .hasMessageContaining("vertex id 10");
    assertThat(records).isEmpty();
  }

  private static List<Edge> decode(
      SnapshotPlan plan, List<GraphRecord> records, SnapshotTotals totals) {
    var header = records.getFirst().getHeader();
    var commit = records.getLast().getCommit();
    assertThat(header.getChunkCount()).isEqualTo(records.size() - 2L);
    assertThat(commit.getPayloadCrc32C()).isEqualTo(header.getPayloadCrc32C());
    var decoder =
        new PayloadDecoder(header.getEncoding(), header.getIdWidth(), header.getVertexBound());
    List<Edge> found = new ArrayList<>();
    long bytes = 0;
    for (int i = 0; i < header.getChunkCount(); i++) {
      var chunk = records.get(i + 1).getChunk();
      assertThat(chunk.getSequence()).isEqualTo(i);
      assertThat(chunk.getPayload().size()).isBetween(1, plan.chunkBytes());
      assertThat(chunk.getCrc32C()).isEqualTo(Checksums.crc32c(chunk.getPayload()));
      bytes += chunk.getPayload().size();
      assertThat(
              decoder.decode(
                  chunk.getPayload().asReadOnlyByteBuffer(),
                  (from, to) -> found.add(new Edge(from, to))))
          .isInstanceOf(PayloadOutcome.Decoded.class);
    }
    assertThat(bytes).isEqualTo(totals.payloadBytes()).isEqualTo(header.getPayloadBytes());
    return found;
  }

  private static long[] randomEnds(SplittableRandom random, int idWidth) {
    long[] ends = new long[2 * random.nextInt(200)];
    long mask = idWidth == 4 ? 0xffff_ffffL : -1L;
    int bits = 1 + random.nextInt(64);
    long source = 0;
    for (int i = 0; i < ends.length; i += 2) {
      // Long runs of one source are what the rows encoding is about.
      source = random.nextInt(6) == 0 ? random.nextLong() >>> (64 - bits) : source;
      ends[i] = source & mask;
      ends[i + 1] = (random.nextLong() >>> (64 - bits)) & mask;
    }
    return ends;
  }

  private static List<Edge> edges(long[] ends) {
    List<Edge> edges = new ArrayList<>();
    for (int i = 0; i < ends.length; i += 2) {
      edges.add(new Edge(ends[i], ends[i + 1]));
    }
    return edges;
  }
}
