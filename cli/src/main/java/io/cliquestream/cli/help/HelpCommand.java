package io.cliquestream.cli.help;

import io.cliquestream.cli.rows.OutputFile;
import io.cliquestream.contract.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows the help of a command, or writes the manual pages of all. */
@Command(
    name = "help",
    mixinStandardHelpOptions = true,
    description = "Shows the help of a command, such as: help compute triangles.")
public final class HelpCommand implements Callable<Integer> {
  private final Supplier<CommandLine> commands;

  @Spec private CommandSpec spec;

  @Parameters(arity = "0..*", paramLabel = "COMMAND", description = "The command's words.")
  private List<String> words = List.of();

  @Option(
      names = "--man",
      paramLabel = "FOLDER",
      description = "Write a manual page (troff) for every command into a folder.")
  private Path manual;

  /**
   * Describes these commands.
   *
   * @param commands the whole command line, described anew
   */
  public HelpCommand(Supplier<CommandLine> commands) {
    this.commands = commands;
  }

  @Override
  public Integer call() {
    CommandLine command = commands.get();
    if (manual != null) {
      writeManual(command);
      return ExitCode.OK.number();
    }
    for (String word : words) {
      CommandLine next = command.getSubcommands().get(word);
      if (next == null) {
        throw new ParameterException(
            spec.commandLine(),
            "there is no command '"
                + word
                + "' under '"
                + command.getCommandSpec().qualifiedName()
                + "'");
      }
      command = next;
    }
    command.setUsageHelpAutoWidth(true);
    command.usage(spec.commandLine().getOut());
    return ExitCode.OK.number();
  }

  private void writeManual(CommandLine root) {
    Map<String, String> pages = ManualPages.of(root);
    try {
      Files.createDirectories(manual);
      for (Map.Entry<String, String> page : pages.entrySet()) {
        Files.writeString(manual.resolve(page.getKey()), page.getValue());
      }
    } catch (IOException e) {
      throw OutputFile.failure(manual, e);
    }
    spec.commandLine()
        .getOut()
        .println(pages.size() + " pages in " + manual + "; man -M takes the folder above man1");
  }
}
