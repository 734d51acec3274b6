package io.cliquestream.cli.help;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cliquestream.cli.CommandLineRun;
import io.cliquestream.contract.JobKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Help, manual pages and completion know every command. */
final class HelpTest {
  @TempDir private Path folder;

  @Test
  void helpOfACommandIsWhatTheCommandSaysOfItself() {
    CommandLineRun help = CommandLineRun.of("help", "compute", "triangles");
    assertThat(help.exitCode()).isZero();
    assertThat(help.out())
        .isEqualTo(CommandLineRun.of("compute", "triangles", "--help").out())
        .contains("--per-vertex");
    assertThat(CommandLineRun.of("help").out()).contains("compute").contains("completion");
    CommandLineRun unknown = CommandLineRun.of("help", "compute", "nothing");
    assertThat(unknown.exitCode()).isEqualTo(2);
    assertThat(unknown.err()).contains("no command 'nothing' under 'cliquestream compute'");
  }

  /** Taken for {@code --graph-version}, it once published nothing and succeeded. */
  @Test
  void onlyCliquestreamItselfHasAVersion() {
    assertThat(CommandLineRun.of("--version").out()).startsWith("Cliquestream ");
    for (String[] words :
        List.of(
            new String[] {"publish", "social", "graph.txt", "--version", "1"},
            new String[] {"topics", "create", "--version", "1"},
            new String[] {"submit", "triangles", "--graph-id", "social", "--version", "1"},
            new String[] {"jobs", "--version"})) {
      CommandLineRun run = CommandLineRun.of(words);
      assertThat(run.exitCode()).isEqualTo(2);
      assertThat(run.err()).containsPattern("Unknown options?: '--version'");
    }
  }

  @Test
  void everyCommandHasAManualPage() throws Exception {
    CommandLineRun run = CommandLineRun.of("help", "--man", folder.resolve("man1").toString());
    assertThat(run.exitCode()).as(run.err()).isZero();
    for (JobKind kind : JobKind.values()) {
      assertThat(folder.resolve("man1/cliquestream-compute-" + kind.text() + ".1")).exists();
    }
    String page = Files.readString(folder.resolve("man1/cliquestream-compute-match.1"));
    assertThat(page)
        .startsWith(".TH \"CLIQUESTREAM\\-COMPUTE\\-MATCH\"")
        .contains(".SH OPTIONS")
        .contains("\\-\\-pattern")
        .doesNotContain("${");
    assumeTrue(isInstalled("man"), "man is not installed");
    try (Stream<Path> pages = Files.list(folder.resolve("man1"))) {
      for (Path each : pages.toList()) {
        Process man =
            new ProcessBuilder("man", "--warnings", "-l", each.toString())
                .redirectErrorStream(true)
                .start();
        String shown = new String(man.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(man.waitFor()).isZero();
        assertThat(shown).doesNotContain("warning:");
      }
    }
  }

  @Test
  void shellsTakeTheirScripts() throws Exception {
    for (String shell : List.of("bash", "zsh", "fish")) {
      CommandLineRun run = CommandLineRun.of("completion", shell);
      assertThat(run.exitCode()).isZero();
      assertThat(run.out()).contains("maximal-cliques").contains("per-vertex");
      if (isInstalled(shell)) {
        Path script = Files.writeString(folder.resolve("script"), run.out());
        Process check =
            new ProcessBuilder(shell, "-n", script.toString()).redirectErrorStream(true).start();
        String said = new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(check.waitFor()).as(shell + said).isZero();
      }
    }
    assertThat(CommandLineRun.of("completion", "powershell").exitCode()).isEqualTo(2);
  }

  @Test
  void bashCompletesAJobsOptions() throws Exception {
    assumeTrue(isInstalled("bash"), "bash is not installed");
    Path script =
        Files.writeString(folder.resolve("script"), CommandLineRun.of("completion", "bash").out());
    Process bash =
        new ProcessBuilder(
                "bash",
                "-c",
                "source '"
                    + script
                    + "'; COMP_WORDS=(cliquestream compute triangles --per-); COMP_CWORD=3;"
                    + " COMP_LINE='cliquestream compute triangles --per-'; COMP_POINT=37;"
                    + " _complete_cliquestream; printf '%s\\n' \"${COMPREPLY[@]}\"")
            .start();
    String said = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(said.lines()).contains("--per-vertex", "--per-edge");
  }

  private static boolean isInstalled(String program) throws IOException {
    for (String folder : System.getenv("PATH").split(":", -1)) {
      if (Files.isExecutable(Path.of(folder, program))) {
        return true;
      }
    }
    return false;
  }
}
