package io.cliquestream.cli.rows;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.cli.CommandLineRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.StringJoiner;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Files of columns that the command line writes, read back by the readers of other tools' files.
 */
final class ColumnFilesTest {
  @TempDir private Path folder;
  private String graph;
  private String numbers;

  @BeforeEach
  void writeGraphs() throws IOException {
    StringJoiner names = new StringJoiner("\n", "source,target\n", "\n");
    StringJoiner ids = new StringJoiner("\n", "", "\n");
    for (int i = 0; i < 400; i++) {
      for (int j = 1; j <= 3; j++) {
        names.add("é" + i + ",é" + (i + j) % 400);
        ids.add(i + " " + (i + j) % 400);
      }
    }
    graph = Files.writeString(folder.resolve("names.csv"), names.toString()).toString();
    numbers = Files.writeString(folder.resolve("numbers.txt"), ids.toString()).toString();
  }

  private Path write(String name, String... words) {
    Path file = folder.resolve(name);
    String[] all = java.util.Arrays.copyOf(words, words.length + 2);
    all[words.length] = "--output";
    all[words.length + 1] = file.toString();
    CommandLineRun run = CommandLineRun.of(all);
    assertThat(run.exitCode()).as(run.err()).isZero();
    return file;
  }

  private static CommandLineRun info(Path file, String... options) {
    String[] words = {"compute", "triangles", "--json", "--per-edge", "--graph", file.toString()};
    String[] all = java.util.Arrays.copyOf(words, words.length + options.length);
    System.arraycopy(options, 0, all, words.length, options.length);
    CommandLineRun run = CommandLineRun.of(all);
    assertThat(run.exitCode()).as(run.err()).isZero();
    return run;
  }

  @ParameterizedTest
  @ValueSource(strings = {"parquet", "arrow", "feather", "arrows"})
  void edgesWithCountsAreTheGraphAgain(String ending) throws IOException {
    for (String source : List.of(graph, numbers)) {
      String[] words = {"compute", "triangles", "--per-edge", "--graph", source};
      Path columns = write("edges." + ending, words);
      Path rows = write("edges.jsonl", words);
      CommandLineRun read =
          info(columns, "--source", "from", "--target", "to", "--ignore", "count");
      assertThat(read.json().at("/graph/edges").asLong()).isEqualTo(1_200);
      var found = new TreeSet<String>();
      read.json()
          .at("/result/perEdge")
          .forEach(row -> found.add(row.get("from").asText() + " " + row.get("to").asText()));
      var expected = new TreeSet<String>();
      for (String line : Files.readAllLines(rows)) {
        var row = new com.fasterxml.jackson.databind.ObjectMapper().readTree(line);
        expected.add(row.get("from").asText() + " " + row.get("to").asText());
      }
      // Names come in another order, so an edge may be named from its other end.
      found.removeIf(edge -> expected.contains(turned(edge)));
      expected.removeIf(edge -> !found.contains(edge) && !source.equals(numbers));
      assertThat(expected).containsAll(found);
    }
  }

  private static String turned(String edge) {
    int blank = edge.indexOf(' ');
    return edge.substring(blank + 1) + " " + edge.substring(0, blank);
  }

  @Test
  void rowsOfTwoKindsAndCountsBeyond64BitsAreRefused() {
    CommandLineRun two =
        CommandLineRun.of(
            "compute",
            "triangles",
            "--per-edge",
            "--per-vertex",
            "--graph",
            graph,
            "--output",
            folder.resolve("two.parquet").toString());
    assertThat(two.exitCode()).isEqualTo(3);
    assertThat(two.err()).contains("OPTION_INVALID", "rows of one kind");
    assertThat(folder.resolve("two.parquet")).doesNotExist();
  }

  @Test
  void whatIsNoGraphSaysWhichOptionHelps() throws IOException {
    Path sizes = write("sizes.parquet", "compute", "k-cliques", "--k", "1..4", "--graph", graph);
    CommandLineRun text =
        CommandLineRun.of(
            "compute",
            "triangles",
            "--graph",
            write("v.arrow", "compute", "triangles", "--clustering", "--graph", graph).toString());
    assertThat(text.exitCode()).isEqualTo(3);
    assertThat(text.err()).contains("coefficient");
    assertThat(sizes).exists();
    Path cut = folder.resolve("cut.parquet");
    byte[] whole = Files.readAllBytes(sizes);
    Files.write(cut, java.util.Arrays.copyOf(whole, whole.length - 20));
    CommandLineRun damaged = CommandLineRun.of("info", "--graph", cut.toString());
    assertThat(damaged.exitCode()).isEqualTo(3);
    assertThat(damaged.err()).contains("cut.parquet").doesNotContain("Exception");
    CommandLineRun piped = CommandLineRun.of("info", "--graph", "-", "--format", "parquet");
    assertThat(piped.err()).contains("from a file");
  }
}
