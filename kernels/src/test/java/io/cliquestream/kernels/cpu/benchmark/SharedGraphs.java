package io.cliquestream.kernels.cpu.benchmark;

import com.github.luben.zstd.ZstdInputStream;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.GraphBuilder;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The real graphs in the folder named by the system property {@code cliquestream.graphs}. */
public final class SharedGraphs {
  private SharedGraphs() {}

  /** The folder, when the property is set and the folder has a manifest. */
  public static Optional<Path> folder() {
    String property = System.getProperty("cliquestream.graphs", "");
    if (property.isBlank() || !Files.exists(Path.of(property, "MANIFEST.tsv"))) {
      return Optional.empty();
    }
    return Optional.of(Path.of(property));
  }

  /** The rows of the manifest, each by its column names. */
  public static List<Map<String, String>> manifest(Path folder) throws IOException {
    List<String> lines = Files.readAllLines(folder.resolve("MANIFEST.tsv"));
    String[] names = lines.getFirst().split("\t", -1);
    List<Map<String, String>> rows = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      String[] values = line.split("\t", -1);
      Map<String, String> row = new TreeMap<>();
      for (int i = 0; i < Math.min(names.length, values.length); i++) {
        row.put(names[i], values[i].strip());
      }
      rows.add(row);
    }
    return rows;
  }

  /** Reads NAME.el32.zst: little-endian pairs of unsigned 32-bit ids. */
  public static Graph read(Path folder, String name) throws IOException {
    try (EdgeArray edges = EdgeArray.narrow();
        var file = Files.newInputStream(folder.resolve(name + ".el32.zst"));
        var stream = new BufferedInputStream(new ZstdInputStream(file), 1 << 16)) {
      byte[] bytes = new byte[1 << 16];
      while (true) {
        int length = stream.readNBytes(bytes, 0, bytes.length);
        if (length % 8 != 0) {
          throw new EOFException(name + " ends within a pair");
        }
        ByteBuffer pairs = ByteBuffer.wrap(bytes, 0, length).order(ByteOrder.LITTLE_ENDIAN);
        while (pairs.hasRemaining()) {
          edges.add(Integer.toUnsignedLong(pairs.getInt()), Integer.toUnsignedLong(pairs.getInt()));
        }
        if (length < bytes.length) {
          return GraphBuilder.build(edges);
        }
      }
    }
  }
}
