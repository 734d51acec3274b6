package io.cliquestream.kernels.reference;

import com.github.luben.zstd.ZstdInputStream;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.GraphBuilder;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The collection of real graphs, in the folder that {@code cliquestream.graphs} names. */
public final class RealGraphs {
  private RealGraphs() {}

  /** The folder; empty when it is not set. */
  public static Optional<Path> folder() {
    String folder = System.getProperty("cliquestream.graphs", "");
    return folder.isEmpty() ? Optional.empty() : Optional.of(Path.of(folder));
  }

  /** Reads a graph of the collection: zstd of little-endian pairs of 32-bit ids. */
  public static Graph read(String name) {
    Path file = folder().orElseThrow().resolve(name + ".el32.zst");
    try (InputStream in = new ZstdInputStream(new BufferedInputStream(Files.newInputStream(file)));
        EdgeArray edges = EdgeArray.narrow()) {
      ByteBuffer pair = ByteBuffer.allocate(1 << 16).order(ByteOrder.LITTLE_ENDIAN);
      while (true) {
        int read = in.readNBytes(pair.array(), 0, pair.capacity());
        for (int i = 0; i + 8 <= read; i += 8) {
          edges.add(
              Integer.toUnsignedLong(pair.getInt(i)), Integer.toUnsignedLong(pair.getInt(i + 4)));
        }
        if (read < pair.capacity()) {
          return GraphBuilder.build(edges);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
