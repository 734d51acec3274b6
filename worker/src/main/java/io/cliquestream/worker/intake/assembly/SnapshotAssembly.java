package io.cliquestream.worker.intake.assembly;

import static io.cliquestream.v1.FailureCode.FAILURE_CODE_CHUNK_CHECKSUM_WRONG;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_CHUNK_MISSING;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_CHUNK_OUT_OF_ORDER;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_CHUNK_REPEATED;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_SNAPSHOT_CHECKSUM_WRONG;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_SNAPSHOT_COUNT_WRONG;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_SNAPSHOT_SIZE_WRONG;

import io.cliquestream.contract.Bounds;
import io.cliquestream.contract.Checksums;
import io.cliquestream.contract.PairBatchConsumer;
import io.cliquestream.contract.PayloadDecoder;
import io.cliquestream.contract.PayloadOutcome;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.v1.Compression;
import io.cliquestream.v1.EdgeEncoding;
import io.cliquestream.v1.SnapshotChunk;
import io.cliquestream.v1.SnapshotCommit;
import io.cliquestream.v1.SnapshotHeader;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.graphs.Refusal;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * The state machine of one snapshot between its header and its commit.
 *
 * <pre>
 *   COMPLETE SO FAR --chunk expected--> COMPLETE SO FAR --commit--> edges
 *        |  chunk beyond the expected one
 *        v
 *   GAP --the missing chunk--> CHUNK_OUT_OF_ORDER      GAP --commit--> CHUNK_MISSING
 * </pre>
 *
 * Every other record ends the version with the code of what was wrong. In a gap the edges are let
 * go at once: the version can no longer come to be, only its reason is still open. Memory is
 * reserved chunk by chunk, before the chunk is taken, and never exceeds what the header announced:
 * an announcement alone takes nothing from others. Of one that is only looked whether it is whole,
 * no edges are kept.
 */
final class SnapshotAssembly implements Assembly {
  private static final int NO_GAP = -1;

  private final SnapshotHeader header;
  private final TenantAccount account;
  private final long firstOffset;
  private final boolean own;
  private final boolean wide;
  private final PayloadDecoder decoder;
  private final JoinedChecksum checksum = new JoinedChecksum();
  private final SnapshotNamesAssembly names;
  private EdgeArray edges;
  private long reserved;
  private long expected;
  private long payloadBytes;
  private long gapAt = NO_GAP;
  private boolean overflow;
  private long touched = System.nanoTime();

  /**
   * @param own whether it is only looked whether it is whole
   */
  SnapshotAssembly(SnapshotHeader header, TenantAccount account, long firstOffset, boolean own) {
    this.header = header;
    this.account = account;
    this.firstOffset = firstOffset;
    this.own = own;
    this.wide = SnapshotHeaders.isWide(header);
    this.decoder =
        new PayloadDecoder(header.getEncoding(), header.getIdWidth(), header.getVertexBound());
    this.edges = AssembledEdges.array(wide);
    this.names = new SnapshotNamesAssembly(header, account);
  }

  @Override
  public long firstOffset() {
    return firstOffset;
  }

  @Override
  public long reserved() {
    return reserved + names.reserved();
  }

  /** Whether it is only looked whether it is whole. */
  boolean isOwn() {
    return own;
  }

  /** Whether it serves as the base of the delta that comes next and as nothing else. */
  boolean isCheckpoint() {
    return header.getStream().getCheckpoint();
  }

  /** The names of its vertices, as far as they have come. */
  SnapshotNamesAssembly names() {
    touched = System.nanoTime();
    return names;
  }

  /**
   * Reserves what a chunk may add; to be called before {@link #accept} of it.
   *
   * @return whether there was room
   */
  boolean reserve(SnapshotChunk chunk) {
    if (edges == null || own) {
      return true;
    }
    // A chunk that announces more than it may is refused when it is taken.
    long payload =
        Math.min(
            Integer.toUnsignedLong(chunk.getUncompressedBytes()),
            Bounds.UNCOMPRESSED_PAYLOAD_BYTES);
    long pairs =
        header.getEncoding() == EdgeEncoding.EDGE_ENCODING_PAIRS
            ? payload / (2L * header.getIdWidth())
            : payload;
    long after =
        AssembledEdges.bytesOf(Math.min(header.getEdgeCount(), edges.size() + pairs), wide);
    long more = Math.max(0, after - reserved);
    if (!account.tryReserve(more)) {
      return false;
    }
    reserved += more;
    return true;
  }

  @Override
  public long version() {
    return header.getVersion();
  }

  @Override
  public long touched() {
    return touched;
  }

  @Override
  public Refusal incomplete() {
    return new Refusal(
        FAILURE_CODE_CHUNK_MISSING,
        "chunk " + expected + " of " + header.getChunkCount() + " is missing");
  }

  /**
   * Takes the next chunk.
   *
   * @throws WorkerException when the version cannot come to be any more
   */
  void accept(SnapshotChunk chunk, Decompressor decompressor) {
    touched = System.nanoTime();
    checkSequence(chunk.getSequence());
    if (gapAt != NO_GAP) {
      return;
    }
    if (chunk.getPayload().size() > Bounds.PAYLOAD_BYTES) {
      throw new WorkerException(
          FAILURE_CODE_SNAPSHOT_SIZE_WRONG,
          "chunk %d carries %d bytes, more than %d"
              .formatted(expected, chunk.getPayload().size(), Bounds.PAYLOAD_BYTES));
    }
    if (Checksums.crc32c(chunk.getPayload()) != chunk.getCrc32C()) {
      throw new WorkerException(
          FAILURE_CODE_CHUNK_CHECKSUM_WRONG, "chunk " + expected + " is damaged");
    }
    ByteBuffer payload = decompressor.decompress(chunk, header.getCompression());
    payloadBytes += payload.remaining();
    if (payloadBytes > header.getPayloadBytes()) {
      throw new WorkerException(
          FAILURE_CODE_SNAPSHOT_SIZE_WRONG,
          "chunks up to %d hold %d bytes, the header announces %d"
              .formatted(expected, payloadBytes, header.getPayloadBytes()));
    }
    // What is not compressed was looked through already.
    int found =
        header.getCompression() == Compression.COMPRESSION_ZSTD
            ? Checksums.crc32c(payload)
            : chunk.getCrc32C();
    checksum.add(found, payload.remaining());
    if (!own) {
      decode(payload);
    }
    expected++;
  }

  /**
   * Takes the commit and hands over edges and names.
   *
   * @throws WorkerException when the version cannot come to be
   */
  AssembledSnapshot commit(SnapshotCommit commit) {
    if (commit.getChunkCount() != header.getChunkCount()
        || commit.getEdgeCount() != header.getEdgeCount()) {
      throw new WorkerException(
          FAILURE_CODE_SNAPSHOT_COUNT_WRONG,
          "the commit says %s chunks and %s edges, the header %d and %d"
              .formatted(
                  Long.toUnsignedString(commit.getChunkCount()),
                  Long.toUnsignedString(commit.getEdgeCount()),
                  header.getChunkCount(),
                  header.getEdgeCount()));
    }
    if (expected != header.getChunkCount()) {
      throw incomplete().exception();
    }
    if (!own && edges.size() != header.getEdgeCount()) {
      throw new WorkerException(
          FAILURE_CODE_SNAPSHOT_COUNT_WRONG,
          "the chunks list %d edges, the header announces %d"
              .formatted(edges.size(), header.getEdgeCount()));
    }
    if (payloadBytes != header.getPayloadBytes()) {
      throw new WorkerException(
          FAILURE_CODE_SNAPSHOT_SIZE_WRONG,
          "the chunks hold %d bytes, the header announces %d"
              .formatted(payloadBytes, header.getPayloadBytes()));
    }
    int found = checksum.value();
    if (found != header.getPayloadCrc32C() || found != commit.getPayloadCrc32C()) {
      throw new WorkerException(
          FAILURE_CODE_SNAPSHOT_CHECKSUM_WRONG, "the payload's checksum is not the announced one");
    }
    Optional<AssembledNames> named = names.commit();
    var result = new AssembledSnapshot(new AssembledEdges(edges, reserved, account), named);
    edges = null;
    return result;
  }

  @Override
  public void discard() {
    names.discard();
    if (edges != null) {
      edges.close();
      edges = null;
      account.release(reserved);
      reserved = 0;
    }
  }

  private void checkSequence(long sequence) {
    if (Long.compareUnsigned(sequence, header.getChunkCount()) >= 0) {
      throw new WorkerException(
          FAILURE_CODE_SNAPSHOT_COUNT_WRONG,
          "chunk %s, but the header announces %d chunks"
              .formatted(Long.toUnsignedString(sequence), header.getChunkCount()));
    }
    if (sequence < expected) {
      throw new WorkerException(FAILURE_CODE_CHUNK_REPEATED, "chunk " + sequence + " came twice");
    }
    if (gapAt != NO_GAP && sequence == expected) {
      throw new WorkerException(
          FAILURE_CODE_CHUNK_OUT_OF_ORDER, "chunk " + sequence + " came after chunk " + gapAt);
    }
    if (gapAt == NO_GAP && sequence > expected) {
      gapAt = sequence;
      discard();
    }
  }

  private void decode(ByteBuffer payload) {
    long announced = header.getEdgeCount();
    PayloadOutcome outcome =
        decoder.decodeBatches(
            payload,
            new PairBatchConsumer() {
              @Override
              public void accept(long[] ids, int count) {
                edges.addAll(ids, room(count));
              }

              @Override
              public void accept(int[] ids, int count) {
                long bytes = (long) room(count) * Integer.BYTES;
                edges.appendPairs(MemorySegment.ofArray(ids).asSlice(0, bytes), Integer.BYTES);
              }

              private int room(int count) {
                int room = (int) Math.min(count, 2 * (announced - edges.size()));
                overflow |= room < count;
                return room;
              }
            });
    switch (outcome) {
      case PayloadOutcome.Refused refused ->
          throw new WorkerException(
              refused.code(),
              "chunk %d, byte %d: %s".formatted(expected, refused.byteOffset(), refused.message()));
      case PayloadOutcome.Decoded decoded -> {
        if (overflow) {
          throw new WorkerException(
              FAILURE_CODE_SNAPSHOT_COUNT_WRONG,
              "chunks up to %d list more edges than the announced %d"
                  .formatted(expected, announced));
        }
      }
    }
  }
}
