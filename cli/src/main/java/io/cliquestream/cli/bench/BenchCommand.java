package io.cliquestream.cli.bench;

import io.cliquestream.cli.job.JobCommands;
import io.cliquestream.contract.ExitCode;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Holds the benchmarks. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    subcommands = {
      TriangleBench.class,
      KCliqueBench.class,
      SystemsBench.class,
      WholeBench.class,
      PartsBench.class,
      SimulateBench.class
    },
    description =
        "Measures kernels on this machine's GPU, whole commands, or parts of a job, checks their"
            + " answers, and writes a table; simulates a job on many workers.")
public final class BenchCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  /** The command with those under it. */
  public static CommandSpec specification() {
    CommandSpec command = CommandSpec.forAnnotatedObject(new BenchCommand());
    // What follows the kind of job is the job's.
    var _ = command.subcommands().get("whole").getCommandSpec().parser().stopAtPositional(true);
    command.addSubcommand(
        "devices",
        JobCommands.of(
            "devices",
            "Runs a job on one GPU and on several, checks that they agree, and prints how much"
                + " sooner several are done.",
            "",
            DevicesBench::specification));
    return command;
  }

  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getErr());
    return ExitCode.USAGE.number();
  }
}
