package io.cliquestream.cli.output;

import io.cliquestream.contract.ExitCode;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command that has done its work when it has printed what came of it. */
public abstract class PrintingCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  /** Does the work, and prints to standard output. */
  protected abstract void run(PrintWriter out);

  @Override
  public final Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    run(out);
    out.flush();
    return ExitCode.OK.number();
  }

  /** Where goes what is no part of the answer. */
  protected final PrintWriter err() {
    return spec.commandLine().getErr();
  }
}
