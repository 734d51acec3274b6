package io.cliquestream.worker.intake.assembly;

import static io.cliquestream.v1.FailureCode.FAILURE_CODE_GRAPH_TOO_LARGE;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_SNAPSHOT_ENCODING_INVALID;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_SNAPSHOT_SIZE_WRONG;
import static io.cliquestream.v1.FailureCode.FAILURE_CODE_VERTEX_ID_BEYOND_BOUND;

import io.cliquestream.contract.Bounds;
import io.cliquestream.v1.Compression;
import io.cliquestream.v1.EdgeEncoding;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.SnapshotHeader;
import io.cliquestream.worker.failure.WorkerException;

/** What a header must fulfil before its snapshot is begun. */
final class SnapshotHeaders {
  private SnapshotHeaders() {}

  /** Whether ids need 8 bytes in memory. */
  static boolean isWide(SnapshotHeader header) {
    long bound = header.getVertexBound();
    return header.getIdWidth() == 8 && (bound == 0 || Long.compareUnsigned(bound, 1L << 32) > 0);
  }

  /**
   * Checks a header against itself and the bound of one assembly.
   *
   * @throws WorkerException with the code of what is wrong
   */
  static void check(SnapshotHeader header, long perAssembly) {
    int width = header.getIdWidth();
    EdgeEncoding encoding = header.getEncoding();
    Compression compression = header.getCompression();
    require(
        (width == 4 || width == 8)
            && (encoding == EdgeEncoding.EDGE_ENCODING_PAIRS
                || encoding == EdgeEncoding.EDGE_ENCODING_DELTA_VARINT_ROWS)
            && (compression == Compression.COMPRESSION_NONE
                || compression == Compression.COMPRESSION_ZSTD),
        FAILURE_CODE_SNAPSHOT_ENCODING_INVALID,
        "unknown encoding %s, compression %s or id width %s"
            .formatted(
                header.getEncodingValue(),
                header.getCompressionValue(),
                Integer.toUnsignedString(width)));
    require(
        width == 8 || Long.compareUnsigned(header.getVertexBound(), 1L << 32) <= 0,
        FAILURE_CODE_VERTEX_ID_BEYOND_BOUND,
        "a vertex bound above 2^32 needs id width 8");
    checkSizes(header);
    SnapshotNamesAssembly.wrong(header)
        .ifPresent(message -> require(false, FAILURE_CODE_SNAPSHOT_SIZE_WRONG, message));
    require(
        header.getNameCount() == 0
            || (header.getVertexBound() != 0
                && Long.compareUnsigned(header.getVertexBound(), header.getNameCount()) <= 0),
        FAILURE_CODE_VERTEX_ID_BEYOND_BOUND,
        "ids below %s and %s names: every vertex needs one"
            .formatted(
                Long.toUnsignedString(header.getVertexBound()),
                Long.toUnsignedString(header.getNameCount())));
    long bytes = AssembledEdges.bytesOf(header.getEdgeCount(), isWide(header));
    long names = SnapshotNamesAssembly.bytesOf(header);
    require(
        bytes <= perAssembly && names <= perAssembly - bytes,
        FAILURE_CODE_GRAPH_TOO_LARGE,
        "%d edges take %d bytes and %d names %d, this worker puts together %d bytes at most"
            .formatted(header.getEdgeCount(), bytes, header.getNameCount(), names, perAssembly));
  }

  private static void checkSizes(SnapshotHeader header) {
    long edges = header.getEdgeCount();
    long payload = header.getPayloadBytes();
    long chunks = header.getChunkCount();
    boolean signs = edges >= 0 && payload >= 0 && chunks >= 0;
    boolean pairs = header.getEncoding() == EdgeEncoding.EDGE_ENCODING_PAIRS;
    long pairBytes = 2L * header.getIdWidth();
    boolean fits =
        signs
            && (pairs
                ? payload % pairBytes == 0 && payload / pairBytes == edges
                // A run takes three bytes or more, each further target one or more.
                : edges == 0 ? payload == 0 : payload - 2 >= edges)
            && chunks >= Math.ceilDiv(payload, Bounds.UNCOMPRESSED_PAYLOAD_BYTES);
    require(
        fits,
        FAILURE_CODE_SNAPSHOT_SIZE_WRONG,
        "%s edges in %s payload bytes and %s chunks cannot be"
            .formatted(
                Long.toUnsignedString(edges),
                Long.toUnsignedString(payload),
                Long.toUnsignedString(chunks)));
  }

  private static void require(boolean holds, FailureCode code, String message) {
    if (!holds) {
      throw new WorkerException(code, message);
    }
  }
}
