package io.cliquestream.cli;

import io.cliquestream.cli.compute.EngineOpening;
import io.cliquestream.cli.job.DurationText;
import io.cliquestream.cli.startup.LateBeans;
import io.cliquestream.contract.ExitCode;
import io.cliquestream.v1.FailureCode;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine;

/** Entry point of every command; {@code cliquestream --help} lists them. */
public final class Main {
  private Main() {}

  /** Runs a command and exits with an {@link ExitCode}. */
  public static void main(String[] arguments) {
    int exitCode;
    try {
      LateBeans.install();
      if (arguments.length > 0) {
        EngineOpening.ahead(List.of(arguments));
      }
      exitCode = commandLine(arguments).execute(arguments);
      EngineOpening.closeUnused();
    } catch (OutOfMemoryError e) {
      System.err.println(FailureReport.outOfMemory(e));
      exitCode = ExitCode.of(FailureCode.FAILURE_CODE_JOB_MEMORY_EXCEEDED).number();
    } catch (Throwable e) {
      // What no command foresaw is still one line.
      System.err.println(FailureReport.unforeseen(e));
      exitCode = ExitCode.INTERNAL.number();
    }
    System.exit(exitCode);
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
