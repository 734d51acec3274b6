package io.cliquestream.loadgen.generate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Writes a generated graph as little-endian pairs of 32-bit ids without a header. */
public final class EdgeFileWriter {
  private static final int BUFFER_BYTES = 1 << 20;

  private final WritableByteChannel out;
  private final ByteBuffer buffer =
      ByteBuffer.allocateDirect(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
  private long edges;

  private EdgeFileWriter(WritableByteChannel out) {
    this.out = out;
  }

  /**
   * Writes a file; it appears under its name only when complete.
   *
   * @return edges written
   */
  public static long write(GeneratedGraph graph, Path file) throws IOException {
    Path unfinished = file.resolveSibling(file.getFileName() + ".unfinished");
    try {
      long edges;
      try (var channel =
          Files.newByteChannel(
              unfinished,
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.WRITE)) {
        edges = write(graph, channel);
      }
      Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING);
      return edges;
    } finally {
      Files.deleteIfExists(unfinished);
    }
  }

  /** Writes to a channel; returns the number of edges. */
  public static long write(GeneratedGraph graph, WritableByteChannel out) throws IOException {
    var writer = new EdgeFileWriter(out);
    try {
      graph.forEachKey(writer::put);
      writer.drain();
    } catch (UncheckedIOException cause) {
      throw cause.getCause();
    }
    return writer.edges;
  }

  private void put(long key) {
    if (!buffer.hasRemaining()) {
      drain();
    }
    // Little-endian puts the lower half first, and the smaller id is in the upper half.
    buffer.putLong(Long.rotateLeft(key, 32));
    edges++;
  }

  private void drain() {
    buffer.flip();
    try {
      while (buffer.hasRemaining()) {
        out.write(buffer);
      }
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
    buffer.clear();
  }
}
