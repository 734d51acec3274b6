package io.cliquestream.kernels.graph.file;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.EdgeArray;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** Reads plain little-endian pairs: straight into place from a file, by blocks from a stream. */
final class BinaryReader {
  private static final int BLOCK_BYTES = 1 << 20;

  private BinaryReader() {}

  /** Reads an unpacked file, several blocks at a time, without copying them again. */
  static EdgeArray readFile(
      String name, FileChannel channel, int idBytes, ReadLimits limits, JobControl control)
      throws IOException {
    long bytes = channel.size();
    long pairBytes = 2L * idBytes;
    if (bytes > limits.maximumContentBytes()) {
      throw new ComputeException(
          FailureCode.DECOMPRESSION_BOUND_EXCEEDED,
          "%s holds more than the %d bytes that may be read"
              .formatted(name, limits.maximumContentBytes()));
    }
    requireWhole(name, bytes, idBytes);
    if (bytes / pairBytes > limits.maximumPairs()) {
      throw new ComputeException(
          FailureCode.GRAPH_TOO_LARGE,
          "%s has more than the %d pairs that may be read".formatted(name, limits.maximumPairs()));
    }
    return EdgeArray.filled(
        idBytes == Long.BYTES,
        bytes / pairBytes,
        limits.parallelism(),
        (firstPair, block) -> {
          control.checkStopped();
          try {
            readFully(name, channel, firstPair * pairBytes, block);
          } catch (IOException e) {
            throw FileFailures.whileReading(name, e);
          }
          toNativeOrder(block, idBytes);
          control.workDone((double) block.byteSize());
        });
  }

  private static void readFully(
      String name, FileChannel channel, long position, MemorySegment target) throws IOException {
    ByteBuffer buffer = target.asByteBuffer();
    while (buffer.hasRemaining()) {
      if (channel.read(buffer, position + buffer.position()) < 0) {
        throw FileFailures.truncated(name, "it became shorter while it was read");
      }
    }
  }

  private static void toNativeOrder(MemorySegment ids, int idBytes) {
    if (ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN) {
      return;
    }
    ByteOrder little = ByteOrder.LITTLE_ENDIAN;
    if (idBytes == Long.BYTES) {
      var layout = ValueLayout.JAVA_LONG.withOrder(little);
      for (long i = 0; i < ids.byteSize() / idBytes; i++) {
        ids.setAtIndex(ValueLayout.JAVA_LONG, i, ids.getAtIndex(layout, i));
      }
    } else {
      var layout = ValueLayout.JAVA_INT.withOrder(little);
      for (long i = 0; i < ids.byteSize() / idBytes; i++) {
        ids.setAtIndex(ValueLayout.JAVA_INT, i, ids.getAtIndex(layout, i));
      }
    }
  }

  /** Reads a stream: one thread at a time unpacks into its own buffer, all of them store. */
  static EdgeArray readContent(
      FileContent content, int idBytes, ReadLimits limits, JobControl control) {
    List<EdgeArray> parts = new ArrayList<>();
    AtomicLong pairs = new AtomicLong();
    AtomicLong bytes = new AtomicLong();
    AtomicBoolean stop = new AtomicBoolean();
    boolean joined = false;
    try {
      limits
          .parallelism()
          .run(
              () -> {
                byte[] buffer = new byte[BLOCK_BYTES];
                boolean finished = false;
                try (PairSink sink = new PairSink(content.name(), limits, pairs)) {
                  int length;
                  while (!stop.get() && (length = fill(content, buffer)) > 0) {
                    control.checkStopped();
                    bytes.addAndGet(length);
                    if (length % (2 * idBytes) != 0) {
                      // Only the last block is not full.
                      break;
                    }
                    sink.addPairs(MemorySegment.ofArray(buffer).asSlice(0, length), idBytes);
                  }
                  synchronized (parts) {
                    parts.add(sink.take());
                  }
                  finished = true;
                } finally {
                  if (!finished) {
                    stop.set(true);
                  }
                }
              });
      requireWhole(content.name(), bytes.get(), idBytes);
      joined = true;
      return EdgeArray.join(parts, control);
    } finally {
      if (!joined) {
        parts.forEach(EdgeArray::close);
      }
    }
  }

  private static int fill(FileContent content, byte[] buffer) {
    synchronized (content) {
      int length = 0;
      while (length < buffer.length) {
        int taken = content.read(buffer, length, buffer.length - length);
        if (taken < 0) {
          break;
        }
        length += taken;
      }
      return length;
    }
  }

  private static void requireWhole(String name, long bytes, int idBytes) {
    if (bytes % (2L * idBytes) != 0) {
      throw FileFailures.truncated(
          name, "%d bytes are not whole pairs of %d-byte ids".formatted(bytes, idBytes));
    }
  }
}
