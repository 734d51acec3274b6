package io.cliquestream.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A person at a terminal: util-linux's {@code script} is the terminal, and keys are bytes to it.
 */
@Tag("seam")
final class TerminalSessionTest {
  private static final long LIMIT_SECONDS = 90;

  /** What that key sends. */
  private static final int CTRL_C = 3;

  @TempDir static Path folder;
  private static Path graph;

  @BeforeAll
  static void writeGraph() throws IOException {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "script (util-linux) is missing");
    // Motifs of five in it take minutes.
    var random = new Random(1);
    var edges = new StringBuilder();
    for (int i = 0; i < 200_000; i++) {
      edges.append(random.nextInt(1_500)).append(' ').append(random.nextInt(1_500)).append('\n');
    }
    graph = Files.writeString(folder.resolve("dense.txt"), edges);
  }

  /** What the screen got, and how the command ended. */
  private record Session(String screen, int exitCode) {}

  private static Session run(String environment, String awaited, String words) throws Exception {
    String command =
        // At Ctrl-C a terminal throws away what it has not shown yet, such as the wiping of a bar.
        // Who starts a build in the background may have it ignore Ctrl-C.
        "stty cols 100 noflsh; exec env --default-signal=INT "
            + environment
            + " "
            + Path.of(System.getProperty("java.home"), "bin", "java")
            + " -XX:+UseSerialGC -XX:TieredStopAtLevel=1 --enable-native-access=ALL-UNNAMED"
            + " --sun-misc-unsafe-memory-access=allow -cp \"$CLASS_PATH\" "
            + Main.class.getName()
            + " "
            + words;
    var builder =
        new ProcessBuilder(List.of("/usr/bin/script", "-qfec", command, "/dev/null"))
            .redirectErrorStream(true);
    builder.environment().put("CLASS_PATH", System.getProperty("java.class.path"));
    builder.environment().put("TERM", "xterm");
    builder.environment().remove("COLUMNS");
    Process process = builder.start();
    try {
      var screen = new StringBuilder();
      var told = new CompletableFuture<Void>();
      var read =
          CompletableFuture.runAsync(
              () -> {
                try (var output = process.inputReader(StandardCharsets.UTF_8)) {
                  for (int next = output.read(); next >= 0; next = output.read()) {
                    screen.append((char) next);
                    if (screen.indexOf(awaited, screen.length() - 2 * awaited.length() - 1) >= 0) {
                      told.complete(null);
                    }
                  }
                } catch (IOException e) {
                  // The terminal is gone.
                }
                told.complete(null);
              });
      told.get(LIMIT_SECONDS, TimeUnit.SECONDS);
      if (process.isAlive()) {
        try {
          process.getOutputStream().write(CTRL_C);
          process.getOutputStream().flush();
        } catch (IOException e) {
          // It ended meanwhile.
        }
      }
      assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).as(screen.toString()).isTrue();
      read.get(LIMIT_SECONDS, TimeUnit.SECONDS);
      return new Session(screen.toString(), process.exitValue());
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  @Test
  void ctrlCWipesTheBarAndSaysWhatWasDone() throws Exception {
    Session session =
        run("NO_COLOR=1", "%", "compute motifs --size 5 --engine cpu --graph " + graph);
    assertThat(session.exitCode()).as(session.screen()).isEqualTo(6);
    String last = session.screen().substring(session.screen().lastIndexOf("\u001b[K") + 3);
    assertThat(last).contains("stopped by Ctrl-C").doesNotContain("%  ");
    assertThat(session.screen()).doesNotContain("\u001b[3");
    for (String line : session.screen().split("\r\u001b\\[K|\r?\n", -1)) {
      assertThat(line.length()).as(line).isLessThan(220);
    }
  }

  @Test
  void ctrlCDidNotEndACommandThatWaitedForTheKeyboard() throws Exception {
    Session session = run("NO_COLOR=1", "preparing", "info --graph -");
    assertThat(session.exitCode()).as(session.screen()).isEqualTo(6);
    String last = session.screen().substring(session.screen().lastIndexOf("\u001b[K") + 3);
    assertThat(last).contains("CANCELLED", "stopped by Ctrl-C").doesNotContain("░");
  }

  @Test
  void theBarWasDrawnIntoAFileAndNotBesideAPipe() throws Exception {
    String words = "compute motifs --size 5 --engine cpu --timeout 4s --graph ";
    Path kept = folder.resolve("errors");
    Session toFile = run("A=1", "no such text", words + graph + " 2>" + kept);
    assertThat(toFile.screen()).doesNotContain("░");
    assertThat(kept).content().doesNotContain("░");
    Session besidePipes =
        run("A=1", "no such text", words + "- <" + graph + " >" + folder.resolve("out"));
    assertThat(besidePipes.screen()).contains("░", "\u001b[K");
  }

  @Test
  void anAnswerHasBarsAndColoursWhereATerminalShowsThem() throws Exception {
    Path small = Files.writeString(folder.resolve("small.txt"), "1 2\n2 3\n3 1\n3 4\n");
    Session session =
        run("A=1", "no such text", "compute k-cliques --k all --engine cpu --graph " + small);
    assertThat(session.exitCode()).as(session.screen()).isZero();
    assertThat(session.screen()).contains("█", "\u001b[36m");
  }
}
