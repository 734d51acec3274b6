package io.cliquestream.contract;

import io.cliquestream.v1.EdgeEncoding;
import io.cliquestream.v1.FailureCode;

/**
 * How a snapshot is to be written.
 *
 * @param graphId see {@link Identifiers}
 * @param version unsigned, 1 or more
 * @param idWidth bytes of an id: 4 or 8
 * @param vertexBound every id is below it (unsigned); 0 stands for {@code 2^(8 * idWidth)}
 * @param encoding of the payloads
 * @param chunkBytes bytes before compression at which a chunk is cut, {@value
 *     Bounds#MINIMUM_CHUNK_BYTES} to {@value Bounds#PAYLOAD_BYTES} uncompressed or to {@value
 *     Bounds#UNCOMPRESSED_PAYLOAD_BYTES} when the compressor is known to shrink enough
 * @param tenant on whose account memory and version go; empty for none
 */
public record SnapshotPlan(
    String graphId,
    long version,
    int idWidth,
    long vertexBound,
    EdgeEncoding encoding,
    int chunkBytes,
    String tenant) {
  /** Checks everything. */
  public SnapshotPlan {
    require(Identifiers.isGraphId(graphId), FailureCode.FAILURE_CODE_GRAPH_ID_INVALID, graphId);
    require(version != 0, FailureCode.FAILURE_CODE_RECORD_INCOMPLETE, "versions start at 1");
    require(
        idWidth == 4 || idWidth == 8,
        FailureCode.FAILURE_CODE_SNAPSHOT_ENCODING_INVALID,
        "id width is 4 or 8, not " + idWidth);
    require(
        idWidth == 8 || Long.compareUnsigned(vertexBound, 1L << 32) <= 0,
        FailureCode.FAILURE_CODE_VERTEX_ID_BEYOND_BOUND,
        "a vertex bound above 2^32 needs id width 8");
    require(
        encoding == EdgeEncoding.EDGE_ENCODING_PAIRS
            || encoding == EdgeEncoding.EDGE_ENCODING_DELTA_VARINT_ROWS,
        FailureCode.FAILURE_CODE_SNAPSHOT_ENCODING_INVALID,
        "no encoding chosen");
    require(
        chunkBytes >= Bounds.MINIMUM_CHUNK_BYTES && chunkBytes <= Bounds.UNCOMPRESSED_PAYLOAD_BYTES,
        FailureCode.FAILURE_CODE_SNAPSHOT_SIZE_WRONG,
        "chunk bytes out of bounds: " + chunkBytes);
    require(
        Identifiers.isTenant(tenant),
        FailureCode.FAILURE_CODE_OPTION_INVALID,
        "a tenant has at most " + Bounds.TENANT_CHARACTERS + " characters");
  }

  /**
   * A plan for no tenant.
   *
   * @param graphId see {@link Identifiers}
   * @param version unsigned, 1 or more
   * @param idWidth bytes of an id: 4 or 8
   * @param vertexBound every id is below it (unsigned); 0 stands for {@code 2^(8 * idWidth)}
   * @param encoding of chunks: pairs or rows
   * @param chunkBytes uncompressed bytes at which a chunk is cut
   */
  public SnapshotPlan(
      String graphId,
      long version,
      int idWidth,
      long vertexBound,
      EdgeEncoding encoding,
      int chunkBytes) {
    this(graphId, version, idWidth, vertexBound, encoding, chunkBytes, "");
  }

  /**
   * Pairs of 32-bit ids, chunks of the default size.
   *
   * @param graphId see {@link Identifiers}
   * @param version unsigned, 1 or more
   * @param vertexBound every id is below it (unsigned), 0 stands for 2^64; ids take 8 bytes when it
   *     is above 2^32, else 4
   * @return a plan for no tenant
   */
  public static SnapshotPlan pairs(String graphId, long version, long vertexBound) {
    return new SnapshotPlan(
        graphId,
        version,
        Long.compareUnsigned(vertexBound - 1, 0xffff_ffffL) <= 0 ? 4 : 8,
        vertexBound,
        EdgeEncoding.EDGE_ENCODING_PAIRS,
        Bounds.DEFAULT_CHUNK_BYTES);
  }

  /**
   * Delta-varint rows, chunks of the default size.
   *
   * @param graphId see {@link Identifiers}
   * @param version unsigned, 1 or more
   * @param vertexBound every id is below it (unsigned), 0 stands for 2^64; ids take 8 bytes when it
   *     is above 2^32, else 4
   * @return a plan for no tenant
   */
  public static SnapshotPlan rows(String graphId, long version, long vertexBound) {
    SnapshotPlan pairs = pairs(graphId, version, vertexBound);
    return new SnapshotPlan(
        graphId,
        version,
        pairs.idWidth,
        vertexBound,
        EdgeEncoding.EDGE_ENCODING_DELTA_VARINT_ROWS,
        Bounds.DEFAULT_CHUNK_BYTES);
  }

  /**
   * {@return the same plan with other chunks}
   *
   * @param bytes uncompressed, {@value Bounds#MINIMUM_CHUNK_BYTES} to {@value
   *     Bounds#UNCOMPRESSED_PAYLOAD_BYTES}
   */
  public SnapshotPlan withChunkBytes(int bytes) {
    return new SnapshotPlan(graphId, version, idWidth, vertexBound, encoding, bytes, tenant);
  }

  /**
   * {@return the same plan on a tenant's account}
   *
   * @param name at most {@value Bounds#TENANT_CHARACTERS} characters; empty for no tenant
   */
  public SnapshotPlan withTenant(String name) {
    return new SnapshotPlan(graphId, version, idWidth, vertexBound, encoding, chunkBytes, name);
  }

  private static void require(boolean holds, FailureCode code, String message) {
    if (!holds) {
      throw new ContractException(code, message);
    }
  }
}
