package io.cliquestream.kernels.cpu.maxclique;

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

/**
 * The real graphs with known counts: files NAME.el32.zst (compressed little-endian u32 pairs) in
 * the folder that the system property {@code cliquestream.graphs} names.
 */
public final class SharedGraphs {
  private SharedGraphs() {}

  /** The folder, if the property names one. */
  public static Optional<Path> folder() {
    String folder = System.getProperty("cliquestream.graphs", "");
    return folder.isBlank() ? Optional.empty() : Optional.of(Path.of(folder));
  }

  /** Reads a graph of a folder. */
  public static Graph read(Path folder, String name) {
    try (EdgeArray edges = EdgeArray.narrow();
        InputStream in =
            new ZstdInputStream(
                new BufferedInputStream(
                    Files.newInputStream(folder.resolve(name + ".el32.zst"))))) {
      byte[] bytes = new byte[1 << 20];
      int got;
      while ((got = in.readNBytes(bytes, 0, bytes.length)) > 0) {
        ByteBuffer pairs = ByteBuffer.wrap(bytes, 0, got).order(ByteOrder.LITTLE_ENDIAN);
        while (pairs.hasRemaining()) {
          edges.add(pairs.getInt(), pairs.getInt());
        }
      }
      return GraphBuilder.build(edges);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
