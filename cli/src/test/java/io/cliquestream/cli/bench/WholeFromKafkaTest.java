package io.cliquestream.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.cliquestream.broker.EmbeddedBroker;
import io.cliquestream.cli.CommandLineRun;
import io.cliquestream.contract.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The way from a file through a broker and a worker to the answer, measured part by part. */
@Tag("seam")
final class WholeFromKafkaTest {
  @TempDir private Path folder;

  private String file;

  @BeforeEach
  void write() throws IOException {
    file = Files.writeString(folder.resolve("square.txt"), "1 2\n2 3\n3 4\n4 1\n1 3\n").toString();
  }

  @Test
  void everyPartOfTheWayIsMeasuredAndTheAnswerChecked() {
    JsonNode measured =
        run(
                "--output",
                "json",
                "--expect",
                "triangles=2",
                "triangles",
                "--graph",
                file,
                "--engine",
                "cpu")
            .json();
    assertThat(measured.at("/result/triangles").asText()).isEqualTo("2");
    assertThat(measured.at("/engine").asText()).isEqualTo("cpu");
    assertThat(measured.at("/edges").asLong()).isEqualTo(5);
    List<String> names = new ArrayList<>();
    measured.path("parts").forEach(part -> names.add(part.path("part").asText()));
    assertThat(names)
        .containsExactly(
            "whole",
            "read",
            "publish",
            "graph",
            "line",
            "prepare",
            "compute",
            "answer",
            "last record to start");
    double whole = measured.at("/parts/0/median").asDouble();
    double parts = 0;
    for (int part = 1; part <= 7; part++) {
      double median = measured.at("/parts/" + part + "/median").asDouble();
      assertThat(median).as(names.get(part)).isNotNegative();
      parts += median;
    }
    // Steps of the worker are told in whole milliseconds.
    assertThat(parts).isBetween(whole - 10, whole + 10);
  }

  @Test
  void anotherAnswerThanTheExpectedOneIsAFailure() {
    CommandLineRun run =
        run("--expect", "cliques.3=7", "k-cliques", "--k", "3", "--graph", file, "--engine", "cpu");
    assertThat(run.exitCode()).isEqualTo(ExitCode.INTERNAL.number());
    assertThat(run.err()).contains("cliques.3 is 2, expected 7");
  }

  @Test
  void aMistakeIsToldBeforeAnythingIsStarted() {
    CommandLineRun missing = run("triangles", "--graph", file + ".missing");
    assertThat(missing.exitCode()).isEqualTo(ExitCode.BAD_INPUT.number());
    assertThat(missing.err()).contains("FILE_UNREADABLE").contains("no such file");

    assertThat(run("k-cliques", "--graph", file).err())
        .contains("OPTION_INVALID")
        .contains("Missing required option: '--k=K'");
    assertThat(run("hexagons", "--graph", file).err())
        .contains("OPTION_INVALID")
        .contains("hexagons");
    assertThat(run("triangles", "--graph", file, "--threads", "2").err())
        .contains("OPTION_INVALID")
        .contains("--threads");

    CommandLineRun fromFile =
        CommandLineRun.of(
            "bench", "whole", "--bootstrap", "localhost:1", "triangles", "--graph", file);
    assertThat(fromFile.exitCode()).isEqualTo(ExitCode.BAD_INPUT.number());
    assertThat(fromFile.err()).contains("--bootstrap goes with --from kafka");
  }

  @Test
  void withoutABrokerThereIsNothingToMeasure() {
    CommandLineRun run = run("--bootstrap", "localhost:1", "triangles", "--graph", file);
    assertThat(run.exitCode()).isEqualTo(ExitCode.INTERNAL.number());
    assertThat(run.err()).contains("BROKER_UNAVAILABLE").contains("localhost:1");
  }

  @Test
  void aServiceThatRunsIsMeasured() {
    try (EmbeddedBroker broker = EmbeddedBroker.start()) {
      assertThat(
              CommandLineRun.of("topics", "create", "--bootstrap", broker.bootstrapServers())
                  .exitCode())
          .isZero();
      CommandLineRun alone =
          run(
              "--bootstrap",
              broker.bootstrapServers(),
              "--limit",
              "2s",
              "triangles",
              "--graph",
              file);
      assertThat(alone.exitCode()).isEqualTo(ExitCode.STOPPED.number());
      assertThat(alone.err()).contains("DEADLINE_EXCEEDED").contains("is there a worker?");

      try (var _ = WorkerProcess.start(broker.bootstrapServers(), "cpu", Duration.ofMinutes(1))) {
        CommandLineRun run =
            run(
                "--bootstrap",
                broker.bootstrapServers(),
                "--expect",
                "cliqueNumber=3",
                "max-clique",
                "--graph",
                file);
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).contains("by Kafka").contains("last record to start");
      }
    }
  }

  @Test
  void aWorkerThatEndsSaysWhy() throws Exception {
    try (WorkerProcess worker =
        WorkerProcess.start("localhost:1", "hexagons", Duration.ofMinutes(1))) {
      assertThatThrownBy(
              () -> {
                while (true) {
                  worker.requireAlive();
                  TimeUnit.MILLISECONDS.sleep(20);
                }
              })
          .hasMessageContaining("engine.kind");
    }
  }

  private static CommandLineRun run(String... words) {
    List<String> all = new ArrayList<>(List.of("bench", "whole", "--from", "kafka"));
    all.addAll(List.of("--repeats", "1"));
    all.addAll(List.of(words));
    return CommandLineRun.of(all.toArray(String[]::new));
  }
}
