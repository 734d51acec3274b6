package io.cliquestream.loadgen.cli;

import io.cliquestream.client.ClientException;
import io.cliquestream.contract.ContractException;
import io.cliquestream.contract.ExitCode;
import java.io.IOException;
import picocli.CommandLine.Model.CommandSpec;

/** Turns what a command throws into one line on standard error and an exit code. */
final class CommandFailures {
  /** A command's work. */
  interface Work {
    ExitCode run() throws IOException, InterruptedException;
  }

  private CommandFailures() {}

  static int report(CommandSpec command, Work work) {
    try {
      return work.run().number();
    } catch (ClientException failure) {
      return say(command, failure, ExitCode.of(failure.code()));
    } catch (ContractException failure) {
      return say(command, failure, ExitCode.of(failure.code()));
    } catch (IllegalArgumentException failure) {
      return say(command, failure, ExitCode.USAGE);
    } catch (IOException failure) {
      return say(command, failure, ExitCode.INTERNAL);
    } catch (InterruptedException failure) {
      Thread.currentThread().interrupt();
      return say(command, failure, ExitCode.STOPPED);
    }
  }

  private static int say(CommandSpec command, Exception failure, ExitCode exitCode) {
    command.commandLine().getErr().println(command.name() + ": " + failure.getMessage());
    return exitCode.number();
  }
}
