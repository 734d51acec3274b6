package io.cliquestream.worker.cli.kafka;

import io.cliquestream.contract.Topics;
import io.cliquestream.loadgen.client.ClientSettings;
import io.cliquestream.loadgen.client.CliquestreamClient;
import picocli.CommandLine.Option;

/** Where the broker is; shared by every command that talks to one. */
public final class BrokerOptions {
  @Option(
      names = "--bootstrap",
      defaultValue = "localhost:9092",
      paramLabel = "HOST:PORT",
      description = "Kafka bootstrap servers (${DEFAULT-VALUE}).")
  private String bootstrap;

  @Option(
      names = "--topic-prefix",
      defaultValue = "",
      paramLabel = "PREFIX",
      description = "Prefix of the topic names (none).")
  private String topicPrefix;

  /** Settings for the client. */
  public ClientSettings settings() {
    return ClientSettings.of(bootstrap).withTopics(Topics.prefixed(topicPrefix));
  }

  /** Connects. */
  public CliquestreamClient connect() {
    return CliquestreamClient.open(settings());
  }
}
