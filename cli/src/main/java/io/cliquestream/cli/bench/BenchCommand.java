package io.cliquestream.cli.bench;

import io.cliquestream.contract.ExitCode;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Holds the benchmarks. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    subcommands = {TriangleBench.class, KCliqueBench.class},
    description =
        "Measures kernels on this machine's GPU, checks their answers, and writes a table.")
public final class BenchCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getErr());
    return ExitCode.USAGE.number();
  }
}
