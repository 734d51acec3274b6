package io.cliquestream.kernels.reference;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.file.GraphFileFormat;
import io.cliquestream.kernels.graph.file.GraphFiles;
import io.cliquestream.kernels.graph.file.ReadLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The collection of real graphs, in the folder that {@code cliquestream.graphs} names. */
public final class RealGraphs {
  private static final String MANIFEST = "MANIFEST.tsv";

  private RealGraphs() {}

  /** The folder; empty when it is not set, or holds no manifest. */
  public static Optional<Path> folder() {
    String folder = System.getProperty("cliquestream.graphs", "");
    return folder.isBlank() || !Files.exists(Path.of(folder, MANIFEST))
        ? Optional.empty()
        : Optional.of(Path.of(folder));
  }

  /** The rows of the manifest, each by its column names. */
  public static List<Map<String, String>> manifest(Path folder) throws IOException {
    List<String> lines = Files.readAllLines(folder.resolve(MANIFEST));
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

  /** Reads a graph of the folder that is set. */
  public static Graph read(String name) {
    return read(folder().orElseThrow(), name);
  }

  /** Reads NAME.el32.zst. */
  public static Graph read(Path folder, String name) {
    return GraphFiles.readGraph(
        folder.resolve(name + ".el32.zst"),
        GraphFileFormat.U32,
        ReadLimits.defaults(),
        JobControl.unbounded());
  }
}
