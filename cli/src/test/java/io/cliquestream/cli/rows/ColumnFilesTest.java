package io.cliquestream.cli.rows;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.cli.CommandLineRun;
import java.io.ByteArrayInputStream;
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
  }

  /** A command whose answer has no rows, and what its CSV file is. */
  private record Empty(String command, String header, String ends) {}

  @Test
  void anAnswerWithoutRowsHadNoColumns() throws IOException {
    String none =
        Files.writeString(
                folder.resolve("none.mtx"),
                "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 0\n")
            .toString();
    for (Empty empty :
        List.of(
            new Empty("compute triangles --per-edge --graph " + none, "from,to,count", "from,to"),
            new Empty("compute triangles --per-vertex --graph " + none, "vertex,count", ""),
            new Empty("compute k-cliques --k 3 --per-vertex --graph " + none, "vertex,count", ""),
            new Empty("truss --graph " + none, "from,to,truss", "from,to"),
            new Empty("core --graph " + none, "vertex,core,degree", ""),
            new Empty(
                "compare --graph " + numbers + " --with " + numbers, "change,from,to", "from,to"),
            new Empty("compute list-cliques --k 5 --graph " + numbers, "v0,v1,v2,v3,v4", ""),
            new Empty(
                "compute maximal-cliques --minimum-size 9 --limit 5 --graph " + numbers,
                "clique,vertex",
                ""),
            new Empty(
                "compute match --limit 5 --pattern 0-1,0-2,0-3,0-4,1-2,1-3,1-4,2-3,2-4,3-4 --graph "
                    + graph,
                "v0,v1,v2,v3,v4",
                ""))) {
      String[] words = empty.command.split(" ", -1);
      assertThat(write("empty.csv", words)).hasContent(empty.header + "\r\n");
      assertThat(write("empty.jsonl", words)).isEmptyFile();
      for (String ending : List.of("parquet", "arrow", "arrows")) {
        Path file = write("empty." + ending, words);
        String text =
            new String(Files.readAllBytes(file), java.nio.charset.StandardCharsets.ISO_8859_1);
        for (String column : empty.header.split(",", -1)) {
          // Sets are one column of lists.
          String found =
              column.matches("v\\d")
                  ? (empty.command.contains("match") ? "match" : "clique")
                  : column;
          assertThat(text)
              .as(empty.command)
              .contains(
                  found.equals("vertex") && empty.header.startsWith("clique") ? "clique" : found);
        }
        if (!empty.ends.isEmpty()) {
          CommandLineRun read =
              CommandLineRun.of(
                  "info",
                  "--json",
                  "--graph",
                  file.toString(),
                  "--source",
                  "from",
                  "--target",
                  "to",
                  "--ignore",
                  "*");
          assertThat(read.exitCode()).as(read.err()).isZero();
          assertThat(read.json().at("/graph/edges").asLong()).isZero();
        }
      }
    }
  }

  @Test
  void parquetWasRefusedWhereItIsNoPlainFile() throws IOException {
    Path file = write("edges.parquet", "compute", "triangles", "--per-edge", "--graph", graph);
    byte[] content = Files.readAllBytes(file);
    Path packed = folder.resolve("edges.parquet.gz");
    try (var out = new java.util.zip.GZIPOutputStream(Files.newOutputStream(packed))) {
      out.write(content);
    }
    Path archive = folder.resolve("edges.zip");
    try (var out = new java.util.zip.ZipOutputStream(Files.newOutputStream(archive))) {
      out.putNextEntry(new java.util.zip.ZipEntry("edges.parquet"));
      out.write(content);
    }
    List<String> before = spooled();
    for (String source : List.of(packed.toString(), archive.toString(), "-")) {
      CommandLineRun run =
          CommandLineRun.reading(
              new ByteArrayInputStream(content),
              "info",
              "--json",
              "--ignore",
              "count",
              "--graph",
              source);
      assertThat(run.exitCode()).as(run.err()).isZero();
      assertThat(run.json().at("/graph/edges").asLong()).isEqualTo(1_200);
    }
    // Not whole, and told by the source's name.
    CommandLineRun cut =
        CommandLineRun.reading(
            new ByteArrayInputStream(java.util.Arrays.copyOf(content, content.length - 9)),
            "info",
            "--graph",
            "-");
    assertThat(cut.exitCode()).isEqualTo(3);
    assertThat(cut.err()).contains("standard input").doesNotContain("spooled");
    assertThat(spooled()).isSubsetOf(before);
  }

  private static List<String> spooled() throws IOException {
    try (var files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return files.map(Path::toString).filter(name -> name.endsWith(".spooled")).toList();
    }
  }
}
