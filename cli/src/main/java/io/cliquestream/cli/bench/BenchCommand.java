package io.cliquestream.cli.bench;

import io.cliquestream.cli.help.ParentCommand;
import io.cliquestream.cli.job.JobCommands;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

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
public final class BenchCommand extends ParentCommand {
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
}
