package io.cliquestream.cli.kafka;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cliquestream.cli.output.TextTable;
import io.cliquestream.client.ClientSettings;
import io.cliquestream.client.TopicDifference;
import io.cliquestream.client.TopicInspection;
import io.cliquestream.client.TopicSettings;
import io.cliquestream.client.TopicState;
import io.cliquestream.contract.ExitCode;
import io.cliquestream.loadgen.cli.BrokerOptions;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.apache.kafka.common.config.TopicConfig;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Shows the topics as the broker has them. */
@Command(
    name = "describe",
    mixinStandardHelpOptions = true,
    description = {
      "Shows the topics, and in what they are not as 'topics create' makes them.",
      "Exit code 4 when one is missing that the service needs. Needs Describe and DescribeConfigs."
    })
final class DescribeTopics implements Callable<Integer> {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** Made by the first worker where it is not there. */
  private static final String STATE = "job-state.v1";

  @Mixin private BrokerOptions broker;
  @Spec private CommandSpec spec;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Override
  public Integer call() {
    ClientSettings settings = broker.settings();
    String state = settings.topics().prefix() + STATE;
    var names = new ArrayList<>(settings.topics().all());
    names.addAll(settings.topics().optional());
    names.add(settings.topics().tasks());
    names.add(settings.topics().partials());
    names.add(settings.topics().workers());
    names.add(state);
    Map<String, TopicState> topics = TopicInspection.read(settings, names);
    List<TopicDifference> differences =
        TopicInspection.differences(topics, settings, plan(topics.get(settings.topics().jobs())));
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      printJson(out, topics, differences);
    } else {
      printTable(out, topics);
      differences.forEach(different -> out.println(different.topic() + " has " + different.text()));
      topics.values().stream()
          .filter(topic -> !topic.exists())
          .forEach(
              topic ->
                  out.println(
                      topic.name()
                          + " is missing; "
                          + (topic.name().equals(state)
                              ? "a worker that may makes it"
                              : "'topics create' makes it")));
    }
    out.flush();
    return settings.topics().all().stream().allMatch(topic -> topics.get(topic).exists())
        ? ExitCode.OK.number()
        : ExitCode.NOT_FOUND.number();
  }

  /** As many partitions as the jobs have: that they agree matters, not how many they are. */
  private static TopicSettings plan(TopicState jobs) {
    TopicSettings defaults = TopicSettings.defaults();
    return jobs.exists()
        ? defaults.withPartitions(jobs.partitions(), jobs.partitions(), 1)
        : defaults;
  }

  private static void printTable(PrintWriter out, Map<String, TopicState> topics) {
    var table =
        new TextTable(
            "topic", "partitions", "replicas", "behind", "offsets", "clean-up", "kept", "bytes");
    for (TopicState topic : topics.values()) {
      if (topic.exists()) {
        table.row(
            topic.name(),
            topic.partitions(),
            topic.replicas(),
            topic.partitionsBehind(),
            topic.records(),
            topic.settings().get(TopicConfig.CLEANUP_POLICY_CONFIG),
            kept(topic),
            topic.settings().get(TopicConfig.MAX_MESSAGE_BYTES_CONFIG));
      } else {
        table.row(topic.name(), "missing", null, null, null, null, null, null);
      }
    }
    table.print(out);
  }

  private static String kept(TopicState topic) {
    String millis = topic.settings().get(TopicConfig.RETENTION_MS_CONFIG);
    if (millis == null
        || TopicConfig.CLEANUP_POLICY_COMPACT.equals(
            topic.settings().get(TopicConfig.CLEANUP_POLICY_CONFIG))) {
      return null;
    }
    long number = Long.parseLong(millis);
    if (number < 0) {
      return "for ever";
    }
    Duration time = Duration.ofMillis(number);
    return time.toHours() >= 48
        ? time.toDays() + " days"
        : time.toHours() > 0 ? time.toHours() + " h" : time.toSeconds() + " s";
  }

  private static void printJson(
      PrintWriter out, Map<String, TopicState> topics, List<TopicDifference> differences) {
    ObjectNode root = MAPPER.createObjectNode();
    ArrayNode list = root.putArray("topics");
    for (TopicState topic : topics.values()) {
      ObjectNode node = list.addObject();
      node.put("name", topic.name());
      node.put("exists", topic.exists());
      if (topic.exists()) {
        node.put("partitions", topic.partitions());
        node.put("replicas", topic.replicas());
        node.put("partitionsBehind", topic.partitionsBehind());
        node.put("offsets", topic.records());
        ObjectNode settings = node.putObject("settings");
        new TreeMap<>(topic.settings()).forEach(settings::put);
      }
    }
    ArrayNode others = root.putArray("differences");
    for (TopicDifference different : differences) {
      others
          .addObject()
          .put("topic", different.topic())
          .put("property", different.property())
          .put("there", different.there())
          .put("planned", different.asked());
    }
    out.println(root);
  }
}
