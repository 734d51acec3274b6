package io.cliquestream.loadgen.cli;

import io.cliquestream.client.ClientSettings;
import io.cliquestream.client.CliquestreamClient;
import io.cliquestream.contract.ConnectionProperties;
import io.cliquestream.contract.Topics;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Where the broker is and how to connect; shared by every command that talks to one. */
public final class BrokerOptions {
  private static final String DEFAULT_BOOTSTRAP = "localhost:9092";

  @Option(
      names = "--bootstrap",
      paramLabel = "HOST:PORT",
      defaultValue = DEFAULT_BOOTSTRAP,
      description = "Kafka bootstrap servers (default: ${DEFAULT-VALUE})")
  private String bootstrap;

  @Option(
      names = "--topic-prefix",
      paramLabel = "PREFIX",
      defaultValue = "",
      description = "Put before every topic name (default: nothing)")
  private String topicPrefix;

  @Option(
      names = "--kafka-properties",
      paramLabel = "FILE",
      description =
          "How to connect to a secured broker: a file of Kafka client properties (security.*,"
              + " sasl.*, ssl.*), as Kafka's own tools take it")
  private Path connection;

  /**
   * Settings for the client.
   *
   * @throws io.cliquestream.contract.ContractException when the file of properties cannot be used
   */
  public ClientSettings settings() {
    return ClientSettings.of(bootstrap)
        .withTopics(Topics.prefixed(topicPrefix))
        .withConnection(
            connection == null
                ? ConnectionProperties.UNWATCHED
                : ConnectionProperties.UNWATCHED.and(
                    ConnectionProperties.read(connection).values()));
  }

  /** The brokers to start from. */
  public String bootstrap() {
    return bootstrap;
  }

  /** What is put before every topic name. */
  public String topicPrefix() {
    return topicPrefix;
  }

  /** The file of properties for connecting, if one was given. */
  public Optional<Path> connectionFile() {
    return Optional.ofNullable(connection);
  }

  /** Those of these options that were given, each after a blank, to be repeated elsewhere. */
  public String given() {
    return (bootstrap.equals(DEFAULT_BOOTSTRAP) ? "" : " --bootstrap " + bootstrap)
        + (topicPrefix.isEmpty() ? "" : " --topic-prefix " + topicPrefix)
        + (connection == null ? "" : " --kafka-properties " + connection);
  }

  /** Connects. */
  public CliquestreamClient connect() {
    return CliquestreamClient.open(settings());
  }
}
