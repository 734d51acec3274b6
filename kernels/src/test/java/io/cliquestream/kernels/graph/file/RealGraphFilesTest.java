package io.cliquestream.kernels.graph.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.graph.Graph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Real files of every format, from the folder that the property cliquestream.graphs names. */
final class RealGraphFilesTest {
  @ParameterizedTest
  @CsvSource({
    "wiki-Vote.txt,7115,100762",
    "karate.mtx,34,78",
    "brock200_2.mtx,200,9876",
    "brock200_4.clq,200,13089",
    "keller4.clq,171,9435",
    "PGPgiantcompo.graph,10680,24316"
  })
  void everyFormatIsRecognisedAndComplete(String name, int vertices, long edges) {
    try (Graph graph = read(folder().resolve("formats").resolve(name))) {
      assertThat(graph.vertexCount()).isEqualTo(vertices);
      assertThat(graph.edgeCount()).isEqualTo(edges);
    }
  }

  @Test
  void packedPairsHoldWhatTheManifestSays() throws IOException {
    List<String> lines = Files.readAllLines(folder().resolve("MANIFEST.tsv"));
    for (String line : lines.subList(1, lines.size())) {
      String[] columns = line.split("\t", -1);
      try (Graph graph = read(folder().resolve(columns[0] + ".el32.zst"))) {
        assertThat(graph.vertexCount()).as(columns[0]).isEqualTo(Integer.parseInt(columns[1]));
        assertThat(graph.edgeCount()).as(columns[0]).isEqualTo(Long.parseLong(columns[2]));
        assertThat(graph.input().duplicates()).as(columns[0]).isZero();
      }
    }
  }

  private static Graph read(Path file) {
    return GraphFiles.readGraph(
        file, GraphFileFormat.AUTO, ReadLimits.defaults(), JobControl.unbounded());
  }

  private static Path folder() {
    String folder = System.getProperty("cliquestream.graphs", "");
    assumeTrue(!folder.isEmpty(), "no folder of real graphs: set -Dcliquestream.graphs");
    return Path.of(folder);
  }
}
