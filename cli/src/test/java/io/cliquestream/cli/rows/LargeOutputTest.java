package io.cliquestream.cli.rows;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.cli.Main;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers that are far larger than the heap of the process that writes them. */
final class LargeOutputTest {
  private static final int HEAP_MEGABYTES = 48;
  private static final int VERTICES = 520;
  private static final int EDGES = VERTICES * (VERTICES - 1) / 2;
  private static final int NAME_BYTES = 1_000;

  /** What the rows' names take together: more than five heaps. */
  private static final long ROW_BYTES = 2L * EDGES * NAME_BYTES;

  @TempDir private Path folder;

  /** A complete graph whose vertices have long names, each written down once. */
  private Path graph() throws IOException {
    StringBuilder text = new StringBuilder("*Vertices " + VERTICES + "\n");
    for (int v = 1; v <= VERTICES; v++) {
      text.append(v).append(" \"").append(v).append('-').repeat('x', NAME_BYTES).append("\"\n");
    }
    text.append("*Edges\n");
    for (int from = 1; from <= VERTICES; from++) {
      for (int to = from + 1; to <= VERTICES; to++) {
        text.append(from).append(' ').append(to).append('\n');
      }
    }
    return Files.writeString(folder.resolve("graph.net"), text);
  }

  private String run(String... words) throws Exception {
    Path out = folder.resolve("out.txt");
    Path err = folder.resolve("err.txt");
    List<String> command =
        new java.util.ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + HEAP_MEGABYTES + "m",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
    command.addAll(List.of(words));
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    int status = process.waitFor();
    assertThat(status).as(Files.readString(err, StandardCharsets.UTF_8)).isZero();
    return Files.readString(out, StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(strings = {"jsonl", "csv", "parquet", "arrow"})
  void rowsByEdgeTakeNoMoreMemoryThanTheyMay(String ending) throws Exception {
    assertThat(ROW_BYTES).isGreaterThan((5L * HEAP_MEGABYTES) << 20);
    Path file = folder.resolve("rows." + ending);
    String said =
        run(
            "compute",
            "triangles",
            "--per-edge",
            "--graph",
            graph().toString(),
            "--output",
            file.toString());
    assertThat(said).contains(String.format("%,d rows written", EDGES));
    if (!ending.equals("parquet")) {
      // Names that are alike are packed to next to nothing there.
      assertThat(Files.size(file)).isGreaterThan(ROW_BYTES);
    }
  }

  @Test
  void matchesAndAPageBesideThemTakeNoMoreMemoryThanTheyMay() throws Exception {
    Path file = folder.resolve("rows.parquet");
    String said =
        run(
            "compute",
            "match",
            "--pattern",
            "0-1,1-2",
            "--limit",
            Integer.toString(EDGES),
            "--list-only",
            "--graph",
            graph().toString(),
            "--output",
            file.toString(),
            "--report",
            folder.resolve("page.html").toString());
    assertThat(said).contains(String.format("%,d rows written", EDGES));
    assertThat(Files.size(folder.resolve("page.html"))).isLessThan(1 << 20);
  }
}
