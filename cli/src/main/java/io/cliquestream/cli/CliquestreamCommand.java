package io.cliquestream.cli;

import io.cliquestream.cli.bench.BenchCommand;
import io.cliquestream.cli.bridge.BridgeCommand;
import io.cliquestream.cli.campaign.CampaignCommand;
import io.cliquestream.cli.compute.ComputeJob;
import io.cliquestream.cli.demo.DemoCommand;
import io.cliquestream.cli.help.CompletionCommand;
import io.cliquestream.cli.help.HelpCommand;
import io.cliquestream.cli.help.ParentCommand;
import io.cliquestream.cli.info.CompareCommand;
import io.cliquestream.cli.info.CoreCommand;
import io.cliquestream.cli.info.EstimateJob;
import io.cliquestream.cli.info.InfoCommand;
import io.cliquestream.cli.info.PatternsCommand;
import io.cliquestream.cli.info.TrussCommand;
import io.cliquestream.cli.job.JobCommands;
import io.cliquestream.cli.kafka.CancelCommand;
import io.cliquestream.cli.kafka.DeltaCommand;
import io.cliquestream.cli.kafka.LoadGraphFiles;
import io.cliquestream.cli.kafka.PublishCommand;
import io.cliquestream.cli.kafka.RetireCommand;
import io.cliquestream.cli.kafka.StreamCommand;
import io.cliquestream.cli.kafka.SubmitJob;
import io.cliquestream.cli.kafka.TopicsCommand;
import io.cliquestream.cli.kafka.WatchCommand;
import io.cliquestream.cli.operate.DeadLettersCommand;
import io.cliquestream.cli.operate.DrainCommand;
import io.cliquestream.cli.operate.GraphCommand;
import io.cliquestream.cli.operate.GraphsCommand;
import io.cliquestream.cli.operate.JobCommand;
import io.cliquestream.cli.operate.JobsCommand;
import io.cliquestream.cli.operate.LagCommand;
import io.cliquestream.cli.operate.StandingCommand;
import io.cliquestream.cli.operate.WorkersCommand;
import io.cliquestream.cli.serve.ServeCommand;
import io.cliquestream.loadgen.cli.GenerateCommand;
import io.cliquestream.loadgen.cli.LoadCommand;
import io.cliquestream.loadgen.cli.StreamLoadCommand;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The root of the command line: what there is, and how it is put together. */
@Command(
    name = "cliquestream",
    mixinStandardHelpOptions = true,
    version = "Cliquestream 0.1.0",
    description = "Exact clique analytics as a stream: Kafka in, Kafka out.",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done",
      "2:wrong use of the command line",
      "3:bad input",
      "4:not found",
      "5:a bound was reached",
      "6:cancelled, or past the deadline",
      "7:internal failure, or broker unavailable",
      "8:a worker lost a thread that it cannot do without; to be started again"
    })
final class CliquestreamCommand extends ParentCommand {
  /**
   * The root command with what is under it. Describing a command takes milliseconds of reflection,
   * so where the first word names one, the others are left out, and likewise where the second word
   * of {@code compute}, {@code estimate} and {@code submit} names a kind of job.
   *
   * @param words the command line; empty for everything
   */
  static CommandSpec specification(String... words) {
    CommandSpec root = CommandSpec.forAnnotatedObject(new CliquestreamCommand());
    String first = words.length > 0 ? words[0] : "";
    String second = words.length > 1 ? words[1] : "";
    Map<String, Supplier<CommandSpec>> commands = commands(second);
    commands.forEach(
        (name, command) -> {
          if (name.equals(first) || !commands.containsKey(first)) {
            root.addSubcommand(name, command.get());
          }
        });
    withoutVersion(root);
    return root;
  }

  /**
   * Takes the option {@code --version} from all that is under a command. Beside {@code
   * --graph-version} it would be taken for a graph's, and then do nothing and succeed.
   */
  private static void withoutVersion(CommandSpec command) {
    for (CommandLine line : command.subcommands().values()) {
      CommandSpec subcommand = line.getCommandSpec();
      OptionSpec version = subcommand.findOption("--version");
      if (version != null && version.versionHelp()) {
        subcommand.remove(version);
      }
      withoutVersion(subcommand);
    }
  }

  /** Every command by its name, in the order of the help. */
  private static Map<String, Supplier<CommandSpec>> commands(String kind) {
    Map<String, Supplier<CommandSpec>> commands = new LinkedHashMap<>();
    commands.put("demo", () -> CommandSpec.forAnnotatedObject(new DemoCommand()));
    commands.put("serve", () -> CommandSpec.forAnnotatedObject(new ServeCommand()));
    commands.put("topics", () -> CommandSpec.forAnnotatedObject(new TopicsCommand()));
    commands.put("publish", () -> CommandSpec.forAnnotatedObject(new PublishCommand()));
    commands.put("delta", () -> CommandSpec.forAnnotatedObject(new DeltaCommand()));
    commands.put("stream", () -> CommandSpec.forAnnotatedObject(new StreamCommand()));
    commands.put("bridge", () -> CommandSpec.forAnnotatedObject(new BridgeCommand()));
    commands.put("retire", () -> CommandSpec.forAnnotatedObject(new RetireCommand()));
    commands.put("watch", () -> CommandSpec.forAnnotatedObject(new WatchCommand()));
    commands.put("cancel", () -> CommandSpec.forAnnotatedObject(new CancelCommand()));
    commands.put("lag", () -> CommandSpec.forAnnotatedObject(new LagCommand()));
    commands.put("workers", () -> CommandSpec.forAnnotatedObject(new WorkersCommand()));
    commands.put("dead-letters", () -> CommandSpec.forAnnotatedObject(new DeadLettersCommand()));
    commands.put("jobs", () -> CommandSpec.forAnnotatedObject(new JobsCommand()));
    commands.put("job", () -> CommandSpec.forAnnotatedObject(new JobCommand()));
    commands.put("graphs", () -> CommandSpec.forAnnotatedObject(new GraphsCommand()));
    commands.put("graph", () -> CommandSpec.forAnnotatedObject(new GraphCommand()));
    commands.put("standing", () -> CommandSpec.forAnnotatedObject(new StandingCommand()));
    commands.put("drain", () -> CommandSpec.forAnnotatedObject(new DrainCommand()));
    commands.put("engines", () -> CommandSpec.forAnnotatedObject(new EnginesCommand()));
    commands.put("info", () -> CommandSpec.forAnnotatedObject(new InfoCommand()));
    commands.put("core", () -> CommandSpec.forAnnotatedObject(new CoreCommand()));
    commands.put("truss", () -> CommandSpec.forAnnotatedObject(new TrussCommand()));
    commands.put("compare", () -> CommandSpec.forAnnotatedObject(new CompareCommand()));
    commands.put("patterns", () -> CommandSpec.forAnnotatedObject(new PatternsCommand()));
    commands.put("help", () -> CommandSpec.forAnnotatedObject(new HelpCommand(Main::commandLine)));
    commands.put(
        "completion",
        () -> CommandSpec.forAnnotatedObject(new CompletionCommand(Main::commandLine)));
    commands.put("bench", BenchCommand::specification);
    commands.put("generate", () -> CommandSpec.forAnnotatedObject(new GenerateCommand()));
    commands.put("campaign", () -> CommandSpec.forAnnotatedObject(new CampaignCommand(Main.class)));
    commands.put("load", () -> CommandSpec.forAnnotatedObject(new LoadCommand()));
    commands.put(
        "load-stream",
        () -> CommandSpec.forAnnotatedObject(new StreamLoadCommand(new LoadGraphFiles())));
    commands.put(
        "compute",
        () ->
            JobCommands.of(
                "compute",
                "Computes a job on a graph file, without a broker.",
                kind,
                ComputeJob::specification));
    commands.put(
        "estimate",
        () ->
            JobCommands.of(
                "estimate",
                "Says what a job on a graph file would take, and runs nothing.",
                kind,
                EstimateJob::specification));
    commands.put(
        "submit",
        () ->
            JobCommands.of(
                "submit",
                "Submits a job through Kafka.",
                kind,
                choice -> {
                  var submit = CommandSpec.forAnnotatedObject(new SubmitJob(choice));
                  choice.options().addStandingTo(submit);
                  return submit;
                }));
    return commands;
  }
}
