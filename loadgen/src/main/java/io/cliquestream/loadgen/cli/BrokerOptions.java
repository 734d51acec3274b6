package io.cliquestream.loadgen.cli;

import io.cliquestream.contract.Topics;
import io.cliquestream.loadgen.client.ClientSettings;
import picocli.CommandLine.Option;

/** Options of every command that talks to a broker. */
final class BrokerOptions {
  @Option(
      names = "--bootstrap",
      paramLabel = "HOST:PORT",
      defaultValue = "localhost:9092",
      description = "Kafka bootstrap servers (default: ${DEFAULT-VALUE})")
  private String bootstrap;

  @Option(
      names = "--topic-prefix",
      paramLabel = "PREFIX",
      defaultValue = "",
      description = "Put before every topic name (default: nothing)")
  private String topicPrefix;

  ClientSettings settings() {
    return ClientSettings.of(bootstrap).withTopics(Topics.prefixed(topicPrefix));
  }
}
