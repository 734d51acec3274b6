package io.cliquestream.cli;

import io.cliquestream.contract.ExitCode;
import java.time.Duration;
import picocli.CommandLine;

/** Entry point of every command; {@code cliquestream --help} lists them. */
public final class Main {
  private Main() {}

  /** Runs a command and exits with an {@link ExitCode}. */
  public static void main(String[] arguments) {
    System.exit(commandLine(arguments).execute(arguments));
  }

  /** The command line as far as these words need it; the whole one for none. */
  static CommandLine commandLine(String... words) {
    return new CommandLine(CliquestreamCommand.specification(words))
        .registerConverter(Duration.class, new DurationText())
        .setExecutionExceptionHandler(new FailureReport())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setUsageHelpAutoWidth(true);
  }
}
