package io.cliquestream.loadgen.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.contract.ExitCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

final class CommandsTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void generateWritesAFileAndSaysNothingButTheAnswer(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("mesh.el32");
    assertThat(run(new GenerateCommand(), "grid3d", "7", "5", "11", file.toString()))
        .isEqualTo(ExitCode.OK.number());
    assertThat(Files.size(file)).isEqualTo(988 * 8);
    assertThat(out.toString().lines())
        .containsExactly("grid3d vertices 385 edges 988 file " + file);
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void generateRefusesWhatIsNoModel(@TempDir Path folder) {
    assertThat(run(new GenerateCommand(), "tree", "7", folder.resolve("x").toString()))
        .isEqualTo(ExitCode.USAGE.number());
    assertThat(err.toString()).contains("no model 'tree'");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void generateRefusesWhatDoesNotFit(@TempDir Path folder) {
    assertThat(
            run(
                new GenerateCommand(),
                "--memory=1",
                "er",
                "2",
                "1000000",
                "1",
                folder.resolve("x").toString()))
        .isEqualTo(ExitCode.RESOURCE.number());
  }

  @Test
  void loadRefusesAnUnknownJobBeforeItTalksToABroker() {
    assertThat(run(new LoadCommand(), "--graph-id=g", "--job=triangels", "--bootstrap=127.0.0.1:1"))
        .isEqualTo(ExitCode.USAGE.number());
    assertThat(err.toString()).contains("no job kind 'triangels'");
  }

  @Test
  void loadRefusesAMissingOrMalformedFileOfKnownAnswers(@TempDir Path folder) throws Exception {
    Path absent = folder.resolve("absent.txt");
    assertThat(run(new LoadCommand(), "--graph-id=g", "--job=triangles", "--expect=" + absent))
        .isEqualTo(ExitCode.BAD_INPUT.number());
    assertThat(err.toString()).contains("cannot read the known answers").contains("absent.txt");
    Path shortLine = Files.writeString(folder.resolve("short.txt"), "# known\ng triangles\n");
    assertThat(run(new LoadCommand(), "--graph-id=g", "--job=triangles", "--expect=" + shortLine))
        .isEqualTo(ExitCode.BAD_INPUT.number());
    assertThat(err.toString()).contains(shortLine + ":2: expected GRAPH_ID JOB VALUE");
    Path noJob = Files.writeString(folder.resolve("job.txt"), "g triangels 3\n");
    assertThat(run(new LoadCommand(), "--graph-id=g", "--job=triangles", "--expect=" + noJob))
        .isEqualTo(ExitCode.BAD_INPUT.number());
    assertThat(err.toString()).contains(noJob + ":1: no job kind 'triangels'");
    assertThat(out.toString()).isEmpty();
  }

  private int run(Object command, String... arguments) {
    return new CommandLine(command)
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }
}
