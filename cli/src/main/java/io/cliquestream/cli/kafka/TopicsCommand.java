package io.cliquestream.cli.kafka;

import io.cliquestream.cli.help.ParentCommand;
import io.cliquestream.cli.output.PrintingCommand;
import io.cliquestream.client.TopicAdmin;
import io.cliquestream.client.TopicDifference;
import io.cliquestream.client.TopicInspection;
import io.cliquestream.client.TopicSettings;
import io.cliquestream.loadgen.cli.BrokerOptions;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Administers the topics. */
@Command(
    name = "topics",
    mixinStandardHelpOptions = true,
    description = "Administers the topics.",
    subcommands = {TopicsCommand.Create.class, DescribeTopics.class})
public final class TopicsCommand extends ParentCommand {
  @Command(
      name = "create",
      mixinStandardHelpOptions = true,
      description = "Creates the topics that are missing and leaves the others as they are.")
  static final class Create extends PrintingCommand {
    @Mixin private BrokerOptions broker;

    @Option(
        names = "--partitions",
        defaultValue = "6",
        paramLabel = "N",
        description =
            "Partitions of graphs, jobs and results (${DEFAULT-VALUE}); never change it later.")
    private int partitions;

    @Option(
        names = "--replicas",
        defaultValue = "-1",
        paramLabel = "N",
        description = "Copies of each partition; -1 for the broker's default.")
    private int replicas;

    @Override
    protected void run(PrintWriter out) {
      TopicSettings settings =
          TopicSettings.defaults()
              .withPartitions(partitions, partitions, 1)
              .withReplicationFactor(replicas);
      List<String> created = TopicAdmin.create(broker.settings(), settings);
      created.forEach(topic -> out.println("created " + topic));
      for (TopicDifference different : TopicInspection.differences(broker.settings(), settings)) {
        out.println("kept " + different.topic() + " with " + different.text());
      }
    }
  }
}
