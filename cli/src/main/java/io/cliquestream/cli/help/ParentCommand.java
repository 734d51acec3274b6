package io.cliquestream.cli.help;

import io.cliquestream.contract.ExitCode;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command that only holds others: alone it shows which, as for a mistake. */
public abstract class ParentCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Override
  public final Integer call() {
    spec.commandLine().usage(spec.commandLine().getErr());
    return ExitCode.USAGE.number();
  }
}
