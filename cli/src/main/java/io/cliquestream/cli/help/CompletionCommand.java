package io.cliquestream.cli.help;

import io.cliquestream.contract.ExitCode;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints what a shell needs to complete commands and options. */
@Command(
    name = "completion",
    mixinStandardHelpOptions = true,
    description =
        "Prints a script with which a shell completes commands, options and their values.",
    footer = {
      "",
      "bash  source <(cliquestream completion bash)",
      "zsh   source <(cliquestream completion zsh)",
      "fish  cliquestream completion fish > ~/.config/fish/completions/cliquestream.fish"
    })
public final class CompletionCommand implements Callable<Integer> {
  private enum Shell {
    bash,
    zsh,
    fish
  }

  private final Supplier<CommandLine> commands;

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "SHELL", description = "${COMPLETION-CANDIDATES}.")
  private Shell shell;

  /**
   * Completes these commands.
   *
   * @param commands the whole command line, described anew
   */
  public CompletionCommand(Supplier<CommandLine> commands) {
    this.commands = commands;
  }

  @Override
  public Integer call() {
    CommandLine root = commands.get();
    String script =
        switch (shell) {
          // One script serves both: in zsh it loads the functions of bash first.
          case bash, zsh -> AutoComplete.bash("cliquestream", root);
          case fish -> FishCompletion.script(root);
        };
    spec.commandLine().getOut().print(script);
    spec.commandLine().getOut().flush();
    return ExitCode.OK.number();
  }
}
