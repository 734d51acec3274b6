package io.cliquestream.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.cliquestream.cli.CommandLineRun;
import io.cliquestream.contract.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole commands are run as processes, measured part by part, and checked. */
final class WholeBenchTest {
  @TempDir private Path folder;

  private String file;

  @BeforeEach
  void write() throws IOException {
    file = Files.writeString(folder.resolve("square.txt"), "1 2\n2 3\n3 4\n4 1\n1 3\n").toString();
  }

  @Test
  void everyPartIsMeasuredAndTheAnswerChecked() {
    JsonNode measured =
        CommandLineRun.of(
                "bench",
                "whole",
                "--repeats",
                "1",
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
    double whole = measured.at("/parts/0/median").asDouble();
    double parts = 0;
    for (int part = 1; part <= 8; part++) {
      parts += measured.at("/parts/" + part + "/median").asDouble();
    }
    assertThat(whole).isPositive();
    assertThat(parts).isBetween(whole / 2, whole);
  }

  @Test
  void anotherAnswerThanTheExpectedOneIsAFailure() {
    CommandLineRun run =
        CommandLineRun.of(
            "bench",
            "whole",
            "--repeats",
            "1",
            "--expect",
            "cliques.3=7",
            "k-cliques",
            "--k",
            "3",
            "--graph",
            file,
            "--engine",
            "cpu");
    assertThat(run.exitCode()).isNotZero();
    assertThat(run.err()).contains("cliques.3 is 2, expected 7");
  }

  @Test
  void aMistakeOfTheUsersWasReportedAsAnInternalFailure() {
    CommandLineRun missing =
        CommandLineRun.of("bench", "whole", "triangles", "--graph", file + ".missing");
    assertThat(missing.exitCode()).isEqualTo(ExitCode.BAD_INPUT.number());
    assertThat(missing.err()).contains("FILE_UNREADABLE").contains("no such file");

    CommandLineRun withoutSize = CommandLineRun.of("bench", "whole", "k-cliques", "--graph", file);
    assertThat(withoutSize.err())
        .contains("OPTION_INVALID: Missing required option: '--k=K'")
        .doesNotContain("Usage");
  }
}
