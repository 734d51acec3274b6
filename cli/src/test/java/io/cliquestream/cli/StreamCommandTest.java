package io.cliquestream.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.broker.EmbeddedBroker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Events from the command line to answers, as somebody types it. */
@Tag("seam")
final class StreamCommandTest {
  @TempDir private Path folder;

  @Test
  void eventsBecomeAnswersAndMistakesAreSaid() throws Exception {
    try (var broker = EmbeddedBroker.start()) {
      assertThat(run(broker, "stream", "social", "--create").err()).contains("topics are missing");
      assertThat(run(broker, "topics", "create", "--partitions", "2").out())
          .contains("created changes.v1");
      Path events =
          Files.writeString(
              folder.resolve("events.txt"), "# four\n+ 1 2\n+ 2 3\n+ 3 1\n\n- 7 8\n+ 3 4 1000\n");
      Path wrong = Files.writeString(folder.resolve("wrong.txt"), "+ 1 2\n* 3 4\n");
      Path graph = Files.writeString(folder.resolve("graph.txt"), "1 4\n2 4\n");
      try (var worker =
          ServeProcess.start(
              Map.of(),
              "--bootstrap",
              broker.bootstrapServers(),
              "--set",
              "changes.snapshot-versions=10")) {
        worker.awaitLine("taking jobs");
        CommandLineRun sent = run(broker, "stream", "social", events.toString(), "--create");
        assertThat(sent.exitCode()).as(sent.err()).isZero();
        assertThat(sent.err()).contains("5 events", "all acknowledged");
        awaitTriangles(broker, 1);
        assertThat(run(broker, "stream", "social", graph.toString(), "--edges").exitCode())
            .isZero();
        awaitTriangles(broker, 4);
        CommandLineRun refused = run(broker, "stream", "social", wrong.toString());
        assertThat(refused.exitCode()).isEqualTo(3);
        assertThat(refused.err()).contains("FILE_LINE_INVALID", "wrong.txt:2", "* 3 4");
        assertThat(run(broker, "stream", "social").exitCode()).isEqualTo(2);
        names(broker);
        assertThat(run(broker, "stream", "no graph", events.toString()).err())
            .contains("GRAPH_ID_INVALID");
        assertThat(run(broker, "stream", "social", "--window-events", "5", "--window", "1s").err())
            .contains("CHANGE_INVALID");
        CommandLineRun load =
            run(
                broker,
                "load-stream",
                "--rate",
                "5000",
                "--events",
                "5000",
                "--version-events",
                "250",
                "--vertices",
                "60",
                "--edges",
                "400");
        assertThat(load.exitCode()).as(load.out() + load.err()).isZero();
        assertThat(load.out()).contains(" 0 wrong", " 0 unanswered");
        loadOfFiles(broker);
        assertThat(run(broker, "stream", "social", "--end").exitCode()).isZero();
      }
    }
  }

  /**
   * Nothing but pairs of 32-bit ids was taken, as generate writes them, and never a packed file.
   */
  private void loadOfFiles(EmbeddedBroker broker) throws Exception {
    Path text = Files.writeString(folder.resolve("ring.txt"), "1 2\n2 3\n3 1\n3 4\n4 1\n");
    Path packed = folder.resolve("ring.txt.gz");
    try (var out = new GZIPOutputStream(Files.newOutputStream(packed))) {
      Files.copy(text, out);
    }
    Path named =
        Files.writeString(folder.resolve("ring.csv"), "from,to\nann,bob\nbob,cy\ncy,ann\n");
    for (Path graph : List.of(text, packed, named)) {
      CommandLineRun load = loadOf(broker, graph);
      assertThat(load.exitCode()).as(load.out() + load.err()).isZero();
      assertThat(load.out()).contains(" 0 wrong", " 0 unanswered");
    }
    CommandLineRun far =
        loadOf(broker, Files.writeString(folder.resolve("far.txt"), "1 9999999999\n"));
    assertThat(far.exitCode()).isEqualTo(2);
    assertThat(far.err()).contains("ids are below 2^31", "9999999999");
    CommandLineRun absent = loadOf(broker, folder.resolve("absent.txt"));
    assertThat(absent.exitCode()).isEqualTo(3);
    assertThat(absent.err()).contains("FILE_UNREADABLE");
  }

  private CommandLineRun loadOf(EmbeddedBroker broker, Path graph) {
    return run(
        broker, "load-stream", "--rate", "2000", "--events", "500", "--graph", graph.toString());
  }

  @Test
  void optionsOfTablesWerePassedOverForLinesOfEvents() throws Exception {
    Path lines = Files.writeString(folder.resolve("events.csv"), "+::1::2\n");
    CommandLineRun sent =
        CommandLineRun.of("stream", "any", lines.toString(), "--delimiter", "::", "--ids", "names");
    assertThat(sent.exitCode()).isEqualTo(2);
    assertThat(sent.err()).contains("--delimiter says how a graph file is read", "--edges");
  }

  /** A table of names and lines of names become one graph, which answers with names. */
  private void names(EmbeddedBroker broker) throws Exception {
    Path table = Files.writeString(folder.resolve("people.csv"), "from,to\nann,bob\nbob,cy d\n");
    assertThat(run(broker, "stream", "people", table.toString(), "--edges", "--create").exitCode())
        .isZero();
    CommandLineRun watched =
        run(
            broker,
            "submit",
            "triangles",
            "--graph-id",
            "people",
            "--job-id",
            "rings",
            "--alert",
            "--alert-start",
            "all",
            "--wait");
    assertThat(watched.exitCode()).as(watched.err()).isZero();
    Path lines = Files.writeString(folder.resolve("names.txt"), "+\tcy d\tann\n+\t7\tann\n");
    CommandLineRun sent = run(broker, "stream", "people", lines.toString());
    assertThat(sent.exitCode()).as(sent.err()).isZero();
    awaitTriangles(broker, "people", 1);
    CommandLineRun told =
        run(
            broker,
            "watch",
            "--job-id",
            "rings",
            "--show",
            "alerts",
            "--from-beginning",
            "--count",
            "1");
    assertThat(told.out()).contains("APPEARED").containsPattern("\"cy d\".* by \\+ ");
    Path mixed = Files.writeString(folder.resolve("mixed.txt"), "+ 1 2\n+ ann 2\n");
    assertThat(run(broker, "stream", "social", mixed.toString()).err())
        .contains("mixed.txt:2", "--ids names");
  }

  private static void awaitTriangles(EmbeddedBroker broker, int triangles) {
    awaitTriangles(broker, "social", triangles);
  }

  private static void awaitTriangles(EmbeddedBroker broker, String graph, int triangles) {
    CommandLineRun answer = null;
    for (int attempt = 0; attempt < 50; attempt++) {
      answer = run(broker, "submit", "triangles", "--graph-id", graph, "--wait");
      if (answer.exitCode() == 0 && answer.out().contains("triangles " + triangles)) {
        return;
      }
    }
    assertThat(answer.out() + answer.err()).contains("triangles " + triangles);
  }

  private static CommandLineRun run(EmbeddedBroker broker, String... words) {
    List<String> line = new ArrayList<>(List.of(words));
    line.add("--bootstrap");
    line.add(broker.bootstrapServers());
    return CommandLineRun.of(line.toArray(String[]::new));
  }
}
