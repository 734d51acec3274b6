package io.cliquestream.cli.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cliquestream.cli.CommandLineRun;
import io.cliquestream.formats.VertexNames;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of rows that are whole or not there, and what is said of those that cannot be. */
final class OutputFileTest {
  @TempDir private Path folder;
  private String graph;

  @BeforeEach
  void writeGraph() throws IOException {
    graph = Files.writeString(folder.resolve("graph.txt"), "1 2\n2 3\n1 3\n3 4\n").toString();
  }

  private CommandLineRun triangles(String... options) {
    String[] words = new String[options.length + 4];
    List<String> first = List.of("compute", "triangles", "--graph", graph);
    for (int i = 0; i < first.size(); i++) {
      words[i] = first.get(i);
    }
    System.arraycopy(options, 0, words, first.size(), options.length);
    return CommandLineRun.of(words);
  }

  private void assertRefused(CommandLineRun run, String code, String message) {
    assertThat(run.exitCode()).isIn(3, 5);
    assertThat(run.err()).contains(code).contains(message);
    assertThat(run.out()).isEmpty();
  }

  @Test
  void aFullDiskIsSaidInOneLine() {
    assumeTrue(Files.exists(Path.of("/dev/full")));
    CommandLineRun run =
        triangles("--per-vertex", "--output", "/dev/full", "--output-format", "csv");
    assertThat(run.exitCode()).isEqualTo(5);
    assertThat(run.err()).contains("OUTPUT_UNWRITABLE").contains("No space left on device");
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.out()).isEmpty();
  }

  @Test
  void whatCannotBeWrittenIsRefusedBeforeTheWork() throws IOException {
    assertRefused(
        triangles("--output", folder.resolve("nowhere/rows.csv").toString()),
        "OUTPUT_UNWRITABLE",
        "its folder does not exist");
    Path inTheWay = Files.createDirectory(folder.resolve("rows.csv"));
    assertRefused(triangles("--output", inTheWay.toString()), "OUTPUT_UNWRITABLE", "a folder");
    assertRefused(
        triangles("--output", folder.resolve("rows.txt").toString()),
        "OPTION_INVALID",
        "tells no format");
    assertRefused(
        triangles("--output", "x.csv", "--output-format", "orc"),
        "OPTION_INVALID",
        "there are jsonl, csv, parquet");
    assertRefused(triangles("--output-format", "csv"), "OPTION_INVALID", "needs --output");
    assertRefused(triangles("--top", "0"), "OPTION_INVALID", "--top must be between 1");
    assertRefused(triangles("--rows", "-1"), "OPTION_INVALID", "--rows must be 0 or more");
  }

  @Test
  void aTableOfTwoKindsOfRowIsRefusedAndLeavesNothing() throws IOException {
    Path file = Files.writeString(folder.resolve("rows.csv"), "before");
    CommandLineRun run = triangles("--per-vertex", "--per-edge", "--output", file.toString());
    assertRefused(run, "OPTION_INVALID", "rows of one kind");
    assertThat(file).hasContent("before");
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(path -> path.getFileName().toString()))
          .containsExactlyInAnyOrder("graph.txt", "rows.csv");
    }
  }

  @Test
  void aFinishedFileTakesThePlaceOfTheOldOneThroughALink() throws IOException {
    Path file = Files.writeString(folder.resolve("rows.csv"), "before");
    Path link = Files.createSymbolicLink(folder.resolve("link.csv"), file);
    assertThat(triangles("--per-vertex", "--output", link.toString()).exitCode()).isZero();
    assertThat(link).isSymbolicLink();
    assertThat(Files.readString(file)).startsWith("vertex,count\r\n");
  }

  @Test
  void namesAreQuotedAsEachFormatAsks() throws IOException {
    List<String> names = List.of("plain", "a,b", "say \"hi\"", "two\nlines", " spaced ", "", "ü\t");
    VertexNames text =
        new VertexNames() {
          @Override
          public boolean areText() {
            return true;
          }

          @Override
          public String of(long id) {
            return names.get((int) id);
          }
        };
    for (RowFormat format : List.of(RowFormat.CSV, RowFormat.JSON_LINES)) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (RowWriter writer = format.writer(bytes, text, RowLayout.of(RowKind.VERTEX_COUNT))) {
        for (int v = 0; v < names.size(); v++) {
          writer.begin(RowKind.VERTEX_COUNT);
          writer.vertex(v);
          writer.count(BigInteger.TWO.pow(70));
          writer.end();
        }
      }
      String written = bytes.toString(StandardCharsets.UTF_8);
      switch (format) {
        case PARQUET, ARROW, ARROW_STREAM -> throw new AssertionError("no text");
        case CSV ->
            assertThat(written)
                .isEqualTo(
                    """
                    vertex,count\r
                    plain,1180591620717411303424\r
                    "a,b",1180591620717411303424\r
                    "say ""hi\""",1180591620717411303424\r
                    "two
                    lines",1180591620717411303424\r
                    " spaced ",1180591620717411303424\r
                    "",1180591620717411303424\r
                    "ü\t",1180591620717411303424\r
                    """);
        case JSON_LINES -> {
          var lines = written.lines().toList();
          assertThat(lines).hasSize(names.size());
          var mapper = new com.fasterxml.jackson.databind.ObjectMapper();
          for (int v = 0; v < names.size(); v++) {
            assertThat(mapper.readTree(lines.get(v)).get("vertex").asText())
                .isEqualTo(names.get(v));
          }
        }
      }
    }
  }
}
