package io.cliquestream.contract;

import com.google.protobuf.ByteString;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.GraphRecord;
import io.cliquestream.v1.SnapshotChunk;
import io.cliquestream.v1.SnapshotCommit;
import io.cliquestream.v1.SnapshotHeader;
import io.cliquestream.v1.SnapshotNames;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.zip.CRC32C;

/**
 * Turns edges into the records of a snapshot, holding one chunk at a time.
 *
 * <p>The header stands first and announces counts and checksum, so that a reader can refuse or make
 * room before the first byte of payload. A writer therefore walks through the edges twice: {@link
 * #measure} finds the totals, {@link #write} sends. Totals known from elsewhere (a file written
 * earlier under the same plan) save the first walk; wrong ones end in an exception before the
 * commit, so the version never comes to exist.
 */
public final class SnapshotWriter {
  private SnapshotWriter() {}

  /**
   * Walks through the edges once and finds what the header has to say.
   *
   * @param plan of the snapshot
   * @param edges in the order in which they are written later
   * @return number of edges and chunks, bytes and checksum
   */
  public static SnapshotTotals measure(SnapshotPlan plan, EdgeSource edges) {
    var totals = new RunningTotals();
    var encoder = new PayloadEncoder(plan, totals::add);
    edges.forEach(encoder);
    encoder.finish();
    return totals.totals(encoder.edgeCount());
  }

  /**
   * Walks through names once and finds what the header has to say of them.
   *
   * @param plan of the snapshot
   * @param names of the vertices 0, 1, 2 and so on
   * @return number of names, payloads and bytes, and their checksum
   */
  public static NameTotals measureNames(SnapshotPlan plan, NameSource names) {
    var encoder = new NameEncoder(plan.chunkBytes(), (_, _, _) -> {});
    names.forEach(encoder);
    return encoder.finish();
  }

  /**
   * Measures, then writes: walks through the edges twice.
   *
   * @param plan of the snapshot
   * @param compressor of the chunks
   * @param edges the same at both walks
   * @param records takes header, chunks and commit, in order, on the calling thread
   * @return what the header announces
   */
  public static SnapshotTotals write(
      SnapshotPlan plan,
      PayloadCompressor compressor,
      EdgeSource edges,
      Consumer<GraphRecord> records) {
    SnapshotTotals totals = measure(plan, edges);
    write(plan, compressor, totals, edges, records);
    return totals;
  }

  /**
   * Walks through the edges once and collects header, chunks and commit: all of them are held at a
   * time.
   *
   * @param plan of the snapshot
   * @param compressor of the chunks, which also says where payloads lie
   * @param edges that are walked through
   * @param mostBytes of payload before it is compressed
   * @return the records in the order of their sending
   * @throws ContractException SNAPSHOT_SIZE_WRONG when there are more
   */
  public static List<GraphRecord> collect(
      SnapshotPlan plan, PayloadCompressor compressor, EdgeSource edges, long mostBytes) {
    var totals = new RunningTotals();
    var records = new ArrayList<GraphRecord>();
    var encoder =
        new PayloadEncoder(
            plan,
            (payload, length) -> {
              if (totals.payloadBytes + length > mostBytes) {
                throw new ContractException(
                    FailureCode.FAILURE_CODE_SNAPSHOT_SIZE_WRONG,
                    "the snapshot has more than " + mostBytes + " bytes of edges");
              }
              long sequence = totals.chunkCount;
              totals.add(payload, length);
              records.add(chunk(plan, sequence, compressor.compress(payload, length), length));
            });
    edges.forEach(encoder);
    encoder.finish();
    SnapshotTotals found = totals.totals(encoder.edgeCount());
    records.addFirst(header(plan, compressor, found, NameTotals.NONE));
    records.add(commit(plan, found));
    return records;
  }

  /**
   * Walks through the edges once and hands out header, chunks and commit, in order, on the calling
   * thread. A consumer that blocks holds the walk back.
   *
   * @param plan of the snapshot
   * @param compressor of the chunks
   * @param totals what {@link #measure} returned for the same plan and edges
   * @param edges as they were measured
   * @param records takes each record; one that blocks holds the walk back
   * @throws ContractException when the edges do not fit the plan or the totals; no commit has been
   *     handed out then
   */
  public static void write(
      SnapshotPlan plan,
      PayloadCompressor compressor,
      SnapshotTotals totals,
      EdgeSource edges,
      Consumer<GraphRecord> records) {
    write(plan, compressor, totals, edges, NameTotals.NONE, NameSource.NONE, records);
  }

  /**
   * The same for vertices that have names, which are handed out between header and chunks.
   *
   * @param plan of the snapshot
   * @param compressor of chunks and names
   * @param totals what {@link #measure} returned for the same plan and edges
   * @param edges as they were measured
   * @param nameTotals what {@link #measureNames} returned
   * @param names of the vertices 0, 1, 2 and so on; every id of the edges has one
   * @param records takes each record; one that blocks holds the walk back
   */
  public static void write(
      SnapshotPlan plan,
      PayloadCompressor compressor,
      SnapshotTotals totals,
      EdgeSource edges,
      NameTotals nameTotals,
      NameSource names,
      Consumer<GraphRecord> records) {
    requireNames(plan, nameTotals);
    records.accept(header(plan, compressor, totals, nameTotals));
    names(plan, compressor, nameTotals, names, records);
    var seen = new RunningTotals();
    var encoder =
        new PayloadEncoder(
            plan,
            (payload, length) -> {
              long sequence = seen.chunkCount;
              seen.add(payload, length);
              records.accept(chunk(plan, sequence, compressor.compress(payload, length), length));
            });
    edges.forEach(encoder);
    encoder.finish();
    if (!seen.totals(encoder.edgeCount()).equals(totals)) {
      throw new ContractException(
          FailureCode.FAILURE_CODE_SNAPSHOT_COUNT_WRONG,
          "the edges changed between two walks: announced "
              + totals
              + ", found "
              + seen.totals(encoder.edgeCount()));
    }
    records.accept(commit(plan, totals));
  }

  /** Ids beyond the names would be vertices that are called by nothing. */
  private static void requireNames(SnapshotPlan plan, NameTotals names) {
    if (names.nameCount() > 0
        && (plan.vertexBound() == 0
            || Long.compareUnsigned(plan.vertexBound(), names.nameCount()) > 0)) {
      throw new ContractException(
          FailureCode.FAILURE_CODE_VERTEX_ID_BEYOND_BOUND,
          "ids below %s and %d names: every vertex needs one"
              .formatted(Long.toUnsignedString(plan.vertexBound()), names.nameCount()));
    }
  }

  private static void names(
      SnapshotPlan plan,
      PayloadCompressor compressor,
      NameTotals totals,
      NameSource names,
      Consumer<GraphRecord> records) {
    long[] sequence = {0};
    var encoder =
        new NameEncoder(
            plan.chunkBytes(),
            (bytes, length, count) -> {
              ByteString payload = compressor.compress(bytes, length);
              requireFits(payload, sequence[0]);
              records.accept(
                  GraphRecord.newBuilder()
                      .setNames(
                          SnapshotNames.newBuilder()
                              .setGraphId(plan.graphId())
                              .setVersion(plan.version())
                              .setSequence(sequence[0]++)
                              .setPayload(payload)
                              .setUncompressedBytes(length)
                              .setCrc32C(Checksums.crc32c(payload))
                              .setNameCount(count))
                      .build());
            });
    names.forEach(encoder);
    NameTotals found = encoder.finish();
    if (!found.equals(totals)) {
      throw new ContractException(
          FailureCode.FAILURE_CODE_SNAPSHOT_COUNT_WRONG,
          "the names changed between two walks: announced " + totals + ", found " + found);
    }
  }

  private static GraphRecord header(
      SnapshotPlan plan, PayloadCompressor compressor, SnapshotTotals totals, NameTotals names) {
    return GraphRecord.newBuilder()
        .setHeader(
            SnapshotHeader.newBuilder()
                .setGraphId(plan.graphId())
                .setVersion(plan.version())
                .setIdWidth(plan.idWidth())
                .setVertexBound(plan.vertexBound())
                .setEdgeCount(totals.edgeCount())
                .setEncoding(plan.encoding())
                .setCompression(compressor.kind())
                .setChunkCount(totals.chunkCount())
                .setPayloadBytes(totals.payloadBytes())
                .setPayloadCrc32C(totals.payloadCrc32c())
                .setTenant(plan.tenant())
                .setNameCount(names.nameCount())
                .setNameChunkCount(names.chunkCount())
                .setNameBytes(names.payloadBytes())
                .setNameCrc32C(names.payloadCrc32c()))
        .build();
  }

  private static GraphRecord chunk(
      SnapshotPlan plan, long sequence, ByteString payload, int uncompressedBytes) {
    requireFits(payload, sequence);
    return GraphRecord.newBuilder()
        .setChunk(
            SnapshotChunk.newBuilder()
                .setGraphId(plan.graphId())
                .setVersion(plan.version())
                .setSequence(sequence)
                .setPayload(payload)
                .setUncompressedBytes(uncompressedBytes)
                .setCrc32C(Checksums.crc32c(payload)))
        .build();
  }

  private static void requireFits(ByteString payload, long sequence) {
    if (payload.size() > Bounds.PAYLOAD_BYTES) {
      throw new ContractException(
          FailureCode.FAILURE_CODE_SNAPSHOT_SIZE_WRONG,
          "chunk "
              + sequence
              + " has "
              + payload.size()
              + " bytes, more than "
              + Bounds.PAYLOAD_BYTES);
    }
  }

  private static GraphRecord commit(SnapshotPlan plan, SnapshotTotals totals) {
    return GraphRecord.newBuilder()
        .setCommit(
            SnapshotCommit.newBuilder()
                .setGraphId(plan.graphId())
                .setVersion(plan.version())
                .setChunkCount(totals.chunkCount())
                .setEdgeCount(totals.edgeCount())
                .setPayloadCrc32C(totals.payloadCrc32c()))
        .build();
  }

  private static final class RunningTotals {
    private final CRC32C checksum = new CRC32C();
    private long chunkCount;
    private long payloadBytes;

    void add(byte[] payload, int length) {
      checksum.update(payload, 0, length);
      chunkCount++;
      payloadBytes += length;
    }

    SnapshotTotals totals(long edgeCount) {
      return new SnapshotTotals(edgeCount, chunkCount, payloadBytes, (int) checksum.getValue());
    }
  }
}
