package io.cliquestream.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Only the commands that a command line names are described; nobody can tell. */
final class LazyCommandsTest {
  @Test
  void everyCommandShowsTheSameHelpAloneAsAmongAllOthers() {
    CommandLine whole = Main.commandLine();
    assertThat(whole.getSubcommands()).hasSizeGreaterThan(10);
    whole
        .getSubcommands()
        .forEach(
            (name, command) -> {
              CommandLine alone = Main.commandLine(name).getSubcommands().get(name);
              assertThat(alone.getUsageMessage()).isEqualTo(command.getUsageMessage());
              assertThat(alone.getCommandName()).isEqualTo(name);
              command
                  .getSubcommands()
                  .forEach(
                      (kind, job) ->
                          assertThat(
                                  Main.commandLine(name, kind)
                                      .getSubcommands()
                                      .get(name)
                                      .getSubcommands()
                                      .get(kind)
                                      .getUsageMessage())
                              .isEqualTo(job.getUsageMessage()));
            });
  }

  @Test
  void anUnknownCommandStillGetsAHintAmongAllCommands() {
    assertThat(Main.commandLine("comptue").getSubcommands()).containsKey("compute");
    assertThat(Main.commandLine("--help").getSubcommands()).containsKey("compute");
    assertThat(
            Main.commandLine("compute", "--help").getSubcommands().get("compute").getSubcommands())
        .containsKey("triangles")
        .containsKey("motifs");
  }
}
