package io.cliquestream.client;

import com.github.luben.zstd.Zstd;
import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.cliquestream.contract.PayloadCompressor;
import io.cliquestream.v1.Compression;
import java.util.Arrays;

/** Compresses each payload into a zstd frame of its own. */
public final class ZstdCompressor implements PayloadCompressor {
  private final int level;

  /**
   * A compressor of one level.
   *
   * @param level 1 (fast) to 19 (small)
   */
  public ZstdCompressor(int level) {
    if (level < 1 || level > 19) {
      throw new IllegalArgumentException("zstd level is 1 to 19, not " + level);
    }
    this.level = level;
  }

  @Override
  public Compression kind() {
    return Compression.COMPRESSION_ZSTD;
  }

  @Override
  public ByteString compress(byte[] payload, int length) {
    byte[] frame = new byte[Math.toIntExact(Zstd.compressBound(length))];
    long bytes = Zstd.compressByteArray(frame, 0, frame.length, payload, 0, length, level);
    if (Zstd.isError(bytes)) {
      throw new IllegalStateException("zstd: " + Zstd.getErrorName(bytes));
    }
    // Trimmed first: the frame outlives this call inside the record.
    return UnsafeByteOperations.unsafeWrap(Arrays.copyOf(frame, (int) bytes));
  }
}
