package io.cliquestream.worker.intake.assembly;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import com.google.protobuf.ByteString;
import io.cliquestream.contract.Bounds;
import io.cliquestream.v1.Compression;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.SnapshotChunk;
import io.cliquestream.worker.failure.WorkerException;
import java.nio.ByteBuffer;

/**
 * Decompresses payloads into one buffer that is reused. A frame can never write beyond what its
 * chunk announced, and a chunk can never announce more than the contract's bound, so a bomb costs
 * at most 4 MiB.
 */
final class Decompressor {
  private ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 16);
  private ByteBuffer compressed = ByteBuffer.allocateDirect(1 << 16);

  /**
   * The payload of a chunk, decompressed; valid until the next call.
   *
   * @throws WorkerException DECOMPRESSION_BOUND_EXCEEDED, SNAPSHOT_SIZE_WRONG or
   *     SNAPSHOT_ENCODING_INVALID
   */
  ByteBuffer decompress(SnapshotChunk chunk, Compression compression) {
    return decompress(
        chunk.getPayload(),
        chunk.getUncompressedBytes(),
        "chunk " + chunk.getSequence(),
        compression);
  }

  /** The same of a payload that is called {@code what} in messages. */
  ByteBuffer decompress(ByteString payload, int announced, String what, Compression compression) {
    if (Integer.compareUnsigned(announced, Bounds.UNCOMPRESSED_PAYLOAD_BYTES) > 0) {
      throw new WorkerException(
          FailureCode.FAILURE_CODE_DECOMPRESSION_BOUND_EXCEEDED,
          what
              + " announces "
              + Integer.toUnsignedString(announced)
              + " bytes, more than "
              + Bounds.UNCOMPRESSED_PAYLOAD_BYTES);
    }
    ByteBuffer result =
        compression == Compression.COMPRESSION_ZSTD
            ? zstd(payload, announced, what)
            : payload.asReadOnlyByteBuffer();
    if (result.remaining() != announced) {
      throw new WorkerException(
          FailureCode.FAILURE_CODE_SNAPSHOT_SIZE_WRONG,
          what + " announces " + announced + " bytes and has " + result.remaining());
    }
    return result;
  }

  private ByteBuffer zstd(ByteString payload, int announced, String what) {
    compressed = cleared(compressed, payload.size());
    payload.copyTo(compressed);
    compressed.flip();
    // One byte of room more than announced, so that "too much" is told apart from "all of it".
    buffer = cleared(buffer, announced + 1);
    buffer.limit(announced + 1);
    try {
      int written =
          (int)
              Zstd.decompressDirectByteBuffer(
                  buffer, 0, announced + 1, compressed, 0, payload.size());
      if (written > announced) {
        throw tooMuch(what, announced);
      }
      return buffer.position(0).limit(written);
    } catch (ZstdException e) {
      if (e.getErrorCode() == Zstd.errDstSizeTooSmall()) {
        throw tooMuch(what, announced);
      }
      throw new WorkerException(
          FailureCode.FAILURE_CODE_SNAPSHOT_ENCODING_INVALID,
          what + " is not a zstd frame: " + e.getMessage(),
          e);
    }
  }

  private static WorkerException tooMuch(String what, int announced) {
    return new WorkerException(
        FailureCode.FAILURE_CODE_DECOMPRESSION_BOUND_EXCEEDED,
        what + " decompresses to more than the " + announced + " bytes announced");
  }

  private static ByteBuffer cleared(ByteBuffer buffer, int capacity) {
    return buffer.capacity() >= capacity
        ? buffer.clear()
        : ByteBuffer.allocateDirect(Math.max(capacity, Bounds.PAYLOAD_BYTES));
  }
}
