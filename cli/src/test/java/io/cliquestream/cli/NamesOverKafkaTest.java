package io.cliquestream.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.broker.EmbeddedBroker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A table with names is published, changed and asked, and every answer has the names. */
@Tag("seam")
final class NamesOverKafkaTest {
  @TempDir static Path folder;
  private static EmbeddedBroker broker;

  @BeforeAll
  static void start() {
    broker = EmbeddedBroker.start();
    assertThat(run("topics", "create", "--partitions", "1").exitCode()).isZero();
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  @Test
  void namesGoInAndComeOut() throws Exception {
    Path people =
        Files.writeString(
            folder.resolve("people.csv"),
            """
            source,target,since
            ann,bob,2001
            bob,"Zoë M.",2002
            "Zoë M.",ann,2003
            ann,7,2004
            """);
    succeed(
        "publish",
        "people",
        people.toString(),
        "--ignore",
        "since",
        "--graph-version",
        "1",
        "--zstd");
    Path changes =
        Files.writeString(folder.resolve("changes.txt"), "+\tcarla\tZoë M.\n+\tann\tcarl\n");
    succeed("delta", "people", changes.toString(), "--base", "1", "--graph-version", "2");
    Path table =
        Files.writeString(
            folder.resolve("changes.csv"),
            """
            since;kind;one;other
            2020;added;"carla";ann
            2021;gone;ann;7
            2021;gone;ann;"carl"
            """);
    succeed(
        "delta",
        "people",
        table.toString(),
        "--base",
        "2",
        "--graph-version",
        "3",
        "--source",
        "one",
        "--target",
        "other",
        "--operation",
        "kind",
        "--insert",
        "added",
        "--delete",
        "gone",
        "--ignore",
        "since");
    Path unknown = Files.writeString(folder.resolve("unknown.txt"), "- nobody ann\n");
    succeed("delta", "people", unknown.toString(), "--base", "3", "--graph-version", "4");
    for (int start = 0; start < 2; start++) {
      // The second worker restores names and deltas from the topic.
      try (var worker = ServeProcess.start(Map.of(), "--bootstrap", broker.bootstrapServers())) {
        worker.awaitLine("taking jobs");
        assertThat(submit("max-clique", "--graph-version", "1").out())
            .contains("{ann, bob, \"Zoë M.\"}");
        CommandLineRun counts = submit("triangles", "--per-vertex", "--json");
        assertThat(counts.json().at("/result/perVertex").toString())
            .isEqualTo(
                "[{\"vertex\":\"ann\",\"count\":\"2\"},{\"vertex\":\"bob\",\"count\":\"1\"},"
                    + "{\"vertex\":\"Zoë M.\",\"count\":\"2\"},"
                    + "{\"vertex\":\"carla\",\"count\":\"1\"}]");
        Path rows = folder.resolve("rows" + start + ".csv");
        submit("list-cliques", "--k", "3", "--output", rows.toString());
        assertThat(Files.readString(rows)).contains("carla").contains("Zoë M.").contains("bob");
        for (String ending : new String[] {"jsonl", "csv.gz", "jsonl.zst", "parquet", "arrow"}) {
          Path file = folder.resolve("rows" + start + "." + ending);
          assertThat(submit("triangles", "--per-vertex", "--output", file.toString()).out())
              .contains("4 rows written to " + file);
          assertThat(file).isNotEmptyFile();
        }
        assertThat(submit("triangles", "--per-edge").out()).contains("\"Zoë M.\"", "carla");
        Path page = folder.resolve("page" + start + ".html");
        submit("max-clique", "--graph-version", "1", "--report", page.toString());
        assertThat(Files.readString(page))
            .contains("people, version 1", "A clique of 3", "ann, bob, Zoë M.", "queued")
            .doesNotContain("src=", "http://", "<script");
        submit("triangles", "--per-vertex", "--report", page.toString());
        assertThat(Files.readString(page)).contains("Top vertices", "carla");
      }
    }
  }

  @Test
  void deltasByNamesOfAGraphWithoutNamesAreRefused() throws Exception {
    Path numbers = Files.writeString(folder.resolve("numbers.txt"), "1 2\n2 3\n");
    succeed("publish", "numbers", numbers.toString(), "--graph-version", "1");
    Path changes = Files.writeString(folder.resolve("named.txt"), "+ ann bob\n");
    succeed("delta", "numbers", changes.toString(), "--base", "1", "--graph-version", "2");
    CommandLineRun refused =
        run("delta", "numbers", changes.toString(), "--base", "1", "--ids", "numbers");
    assertThat(refused.exitCode()).isEqualTo(3);
    assertThat(refused.err()).contains("FILE_LINE_INVALID", "'+ ann bob'");
    Path table = Files.writeString(folder.resolve("table.csv"), "op,source,target\n+,1,2\nx,3,4\n");
    assertThat(run("delta", "numbers", table.toString(), "--base", "1").err())
        .contains("table.csv:1: 'op,source,target'", "--delimiter");
    CommandLineRun operation =
        run("delta", "numbers", table.toString(), "--base", "1", "--delimiter", "comma");
    assertThat(operation.exitCode()).isEqualTo(3);
    assertThat(operation.err())
        .contains("FILE_LINE_INVALID", "table.csv line 3", "'x' stands where", "--delete");
    try (var worker = ServeProcess.start(Map.of(), "--bootstrap", broker.bootstrapServers())) {
      worker.awaitLine("taking jobs");
      CommandLineRun run =
          run("submit", "triangles", "--graph-id", "numbers", "--graph-version", "2", "--wait");
      assertThat(run.exitCode()).isNotZero();
      assertThat(run.out() + run.err())
          .contains("version 2 was rejected", "the vertices of its base have none");
    }
  }

  @Test
  void everyFormatOfRowsAndAPageNeedAnAnswer() throws Exception {
    for (String option : new String[] {"--output", "--report"}) {
      CommandLineRun run =
          run("submit", "triangles", "--graph-id", "people", option, folder.resolve("x.csv") + "");
      assertThat(run.exitCode()).isEqualTo(2);
      assertThat(run.err()).contains("--output and --report need --wait");
    }
  }

  private static CommandLineRun submit(String job, String... options) {
    return succeed(
        Stream.concat(
                Stream.of("submit", job, "--graph-id", "people", "--wait", "--timeout", "1m"),
                Stream.of(options))
            .toArray(String[]::new));
  }

  private static CommandLineRun succeed(String... arguments) {
    CommandLineRun run = run(arguments);
    assertThat(run.exitCode()).as(run.err()).isZero();
    return run;
  }

  private static CommandLineRun run(String... arguments) {
    return CommandLineRun.of(
        Stream.concat(Stream.of(arguments), Stream.of("--bootstrap", broker.bootstrapServers()))
            .toArray(String[]::new));
  }
}
