package io.cliquestream.cli;

import io.cliquestream.cli.bench.BenchCommand;
import io.cliquestream.cli.compute.ComputeJob;
import io.cliquestream.cli.demo.DemoCommand;
import io.cliquestream.cli.job.JobOptions;
import io.cliquestream.cli.kafka.CancelCommand;
import io.cliquestream.cli.kafka.DeltaCommand;
import io.cliquestream.cli.kafka.PublishCommand;
import io.cliquestream.cli.kafka.RetireCommand;
import io.cliquestream.cli.kafka.SubmitJob;
import io.cliquestream.cli.kafka.TopicsCommand;
import io.cliquestream.cli.kafka.WatchCommand;
import io.cliquestream.cli.serve.ServeCommand;
import io.cliquestream.contract.ExitCode;
import io.cliquestream.contract.JobKind;
import io.cliquestream.loadgen.cli.GenerateCommand;
import io.cliquestream.loadgen.cli.LoadCommand;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/** The root of the command line: what there is, and how it is put together. */
@Command(
    name = "cliquestream",
    mixinStandardHelpOptions = true,
    version = "Cliquestream 0.1.0",
    description = "Exact clique analytics as a stream: Kafka in, Kafka out.",
    subcommands = {
      DemoCommand.class,
      ServeCommand.class,
      TopicsCommand.class,
      PublishCommand.class,
      DeltaCommand.class,
      RetireCommand.class,
      WatchCommand.class,
      CancelCommand.class,
      EnginesCommand.class,
      BenchCommand.class,
      GenerateCommand.class,
      LoadCommand.class
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done",
      "2:wrong use of the command line",
      "3:bad input",
      "4:not found",
      "5:a bound was reached",
      "6:cancelled, or past the deadline",
      "7:internal failure, or broker unavailable"
    })
final class CliquestreamCommand implements Callable<Integer> {
  @CommandLine.Spec private CommandSpec spec;

  /** The root command with everything under it. */
  static CommandSpec specification() {
    CommandSpec root = CommandSpec.forAnnotatedObject(new CliquestreamCommand());
    root.addSubcommand(
        "compute",
        jobCommands(
            "compute",
            "Computes a job on a graph file, without a broker.",
            ComputeJob::specification));
    root.addSubcommand(
        "submit",
        jobCommands(
            "submit",
            "Submits a job through Kafka.",
            choice -> CommandSpec.forAnnotatedObject(new SubmitJob(choice))));
    return root;
  }

  /** A command with one subcommand for every kind of job. */
  private static CommandSpec jobCommands(
      String name, String description, Function<JobChoice, CommandSpec> runner) {
    CommandSpec parent = CommandSpec.forAnnotatedObject(new JobParent());
    parent.name(name).usageMessage().description(description);
    for (JobKind kind : JobKind.values()) {
      JobOptions options = JobOptions.of(kind);
      CommandSpec command = runner.apply(new JobChoice(kind, options));
      CommandSpec jobSpec = CommandSpec.forAnnotatedObject(options);
      command.addMixin("job", jobSpec);
      command.usageMessage().description(jobSpec.usageMessage().description());
      parent.addSubcommand(kind.text(), command);
    }
    return parent;
  }

  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getErr());
    return ExitCode.USAGE.number();
  }

  /** A command that only holds others. */
  @Command(mixinStandardHelpOptions = true)
  private static final class JobParent implements Callable<Integer> {
    @CommandLine.Spec private CommandSpec spec;

    @Override
    public Integer call() {
      spec.commandLine().usage(spec.commandLine().getErr());
      return ExitCode.USAGE.number();
    }
  }
}
