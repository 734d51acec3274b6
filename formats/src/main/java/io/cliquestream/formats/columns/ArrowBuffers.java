package io.cliquestream.formats.columns;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.arrow.flatbuf.Buffer;
import org.apache.arrow.flatbuf.CompressionType;
import org.apache.arrow.flatbuf.RecordBatch;
import org.apache.commons.compress.compressors.lz4.FramedLZ4CompressorInputStream;

/** Reads the buffers of one record batch, in the order in which they lie, unpacking them. */
record ArrowBuffers(ArrowMessages messages, RecordBatch batch) {
  private static final int PLAIN = -1;

  /** Most bytes of one column: a part of the heap, and of what an array holds. */
  private static long mostBytes() {
    return Math.min(1L << 30, Runtime.getRuntime().maxMemory() / 8);
  }

  /**
   * Most rows of one batch, so that their numbers take no more than a buffer may: what says that it
   * has rows need not have bytes for them.
   */
  static int requireRows(long rows) {
    if (rows < 0) {
      throw new IllegalArgumentException("a batch of " + rows + " rows");
    }
    if (rows >= mostBytes() / Long.BYTES) {
      throw new ComputeException(
          FailureCode.GRAPH_TOO_LARGE,
          "a batch has %d rows, %d are read at once; write it in smaller batches"
              .formatted(rows, mostBytes() / Long.BYTES - 1));
    }
    return (int) rows;
  }

  /** The bytes of a buffer, and zeros behind them. */
  byte[] read(int index, int slack) throws IOException {
    if (index < 0 || index >= batch.buffersLength()) {
      throw new IllegalArgumentException("buffer " + index + " of " + batch.buffersLength());
    }
    Buffer buffer = batch.buffers(index);
    int length = length(buffer.length());
    if (batch.compression() == null || length == 0) {
      return messages.body(buffer.offset(), length, slack);
    }
    if (length < Long.BYTES) {
      throw new IllegalArgumentException("a packed buffer of " + length + " bytes");
    }
    byte[] packed = messages.body(buffer.offset(), length, 0);
    long size = ByteBuffer.wrap(packed).order(ByteOrder.LITTLE_ENDIAN).getLong();
    if (size == PLAIN) {
      byte[] plain = new byte[length - Long.BYTES + slack];
      System.arraycopy(packed, Long.BYTES, plain, 0, length - Long.BYTES);
      return plain;
    }
    int unpacked = length(size);
    byte[] bytes = new byte[unpacked + slack];
    switch (batch.compression().codec()) {
      case CompressionType.LZ4_FRAME -> lz4(packed, bytes, unpacked);
      case CompressionType.ZSTD -> zstd(packed, bytes, unpacked);
      default ->
          throw new IllegalArgumentException(
              "buffers packed by codec " + batch.compression().codec());
    }
    return bytes;
  }

  private static int length(long bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("a buffer of " + bytes + " bytes");
    }
    requireColumn(bytes);
    return (int) bytes;
  }

  /**
   * Holds what a column takes below its bound.
   *
   * @throws ComputeException GRAPH_TOO_LARGE
   */
  static void requireColumn(long bytes) {
    if (bytes > mostBytes()) {
      throw new ComputeException(
          FailureCode.GRAPH_TOO_LARGE,
          ("a batch of rows has a column of %d bytes, %d are read at once; write it in smaller"
                  + " batches")
              .formatted(bytes, mostBytes()));
    }
  }

  private static void lz4(byte[] packed, byte[] bytes, int length) throws IOException {
    try (var in =
        new FramedLZ4CompressorInputStream(
            new ByteArrayInputStream(packed, Long.BYTES, packed.length - Long.BYTES))) {
      if (in.readNBytes(bytes, 0, length) < length || in.read() >= 0) {
        throw new IllegalArgumentException("a packed buffer is not as long as it says");
      }
    }
  }

  private static void zstd(byte[] packed, byte[] bytes, int length) {
    try {
      long written =
          Zstd.decompressByteArray(
              bytes, 0, length, packed, Long.BYTES, packed.length - Long.BYTES);
      if (written != length) {
        throw new IllegalArgumentException("a packed buffer is not as long as it says");
      }
    } catch (ZstdException e) {
      throw new IllegalArgumentException(
          "a packed buffer cannot be unpacked: " + e.getMessage(), e);
    }
  }
}
