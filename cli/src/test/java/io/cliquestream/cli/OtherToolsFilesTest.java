package io.cliquestream.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Files that other tools made, through the command line: answers are those of the tools. */
final class OtherToolsFilesTest {
  private static final Path FOLDER =
      Path.of("../formats/src/test/resources/io/cliquestream/formats/tools");

  /** A line of the manifest. */
  record Made(
      String file,
      String tool,
      String vertices,
      String edges,
      String triangles,
      String largestClique,
      String names,
      List<String> options) {
    static Made of(String line) {
      String[] columns = line.split("\t", -1);
      return new Made(
          columns[0],
          columns[1],
          columns[2],
          columns[3],
          columns[4],
          columns[5],
          columns[6],
          columns[7].isEmpty() ? List.of() : Arrays.asList(columns[7].split(" ", -1)));
    }

    @Override
    public String toString() {
      return file;
    }
  }

  static List<Made> files() throws IOException {
    try (Stream<String> lines = Files.lines(FOLDER.resolve("manifest.tsv"))) {
      return lines.filter(line -> !line.startsWith("#")).map(Made::of).toList();
    }
  }

  private static JsonNode answer(Made made, String job, String... options) {
    List<String> words = new ArrayList<>(List.of("compute", job, "--json"));
    words.addAll(List.of("--graph", FOLDER.resolve(made.file()).toString()));
    words.addAll(made.options());
    words.addAll(List.of(options));
    CommandLineRun run = CommandLineRun.of(words.toArray(String[]::new));
    assertThat(run.exitCode()).as(run.err()).isZero();
    return run.json();
  }

  private static Map<String, String> triangles(String names) throws IOException {
    Map<String, String> triangles = new TreeMap<>();
    for (String line : Files.readAllLines(FOLDER.resolve(names + ".triangles"))) {
      String[] columns = line.split("\t", 2);
      triangles.put(columns[1], columns[0]);
    }
    return triangles;
  }

  @ParameterizedTest
  @MethodSource("files")
  void givesTheAnswersThatTheToolGives(Made made) throws IOException {
    JsonNode counted = answer(made, "triangles", "--per-vertex", "--per-edge");
    assertThat(counted.at("/graph/vertices").asText()).isEqualTo(made.vertices());
    assertThat(counted.at("/graph/edges").asText()).isEqualTo(made.edges());
    assertThat(counted.at("/result/triangles").asText()).isEqualTo(made.triangles());
    Map<String, String> perVertex = new TreeMap<>();
    counted
        .at("/result/perVertex")
        .forEach(row -> perVertex.put(row.get("vertex").asText(), row.get("count").asText()));
    Map<String, String> expected = triangles(made.names());
    assertThat(perVertex).isEqualTo(expected);
    assertThat(counted.at("/result/perEdge"))
        .allSatisfy(
            row ->
                assertThat(expected)
                    .containsKeys(row.get("from").asText(), row.get("to").asText()));
    JsonNode largest = answer(made, "max-clique");
    assertThat(largest.at("/result/cliqueNumber").asText()).isEqualTo(made.largestClique());
    assertThat(largest.at("/result/maximumCliques/0"))
        .allSatisfy(vertex -> assertThat(expected).containsKey(vertex.asText()));
  }
}
