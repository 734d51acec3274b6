package io.cliquestream.cli.operate;

import io.cliquestream.client.GroupInspection;
import io.cliquestream.client.GroupState;
import io.cliquestream.loadgen.cli.BrokerOptions;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which workers are meant: those of one group at one broker. */
final class GroupOptions {
  @Mixin private BrokerOptions broker;

  @Option(
      names = "--group",
      paramLabel = "ID",
      defaultValue = "cliquestream",
      description = "The workers' consumer group, kafka.group-id (${DEFAULT-VALUE}).")
  private String groupId;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  boolean json() {
    return json;
  }

  GroupState read() {
    return GroupInspection.read(broker.settings(), groupId);
  }
}
