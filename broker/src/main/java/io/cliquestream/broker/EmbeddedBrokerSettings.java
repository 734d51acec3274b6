package io.cliquestream.broker;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Where an embedded broker listens and keeps its log, and what is unusual about it.
 *
 * @param folder kept across restarts; empty for a temporary one
 * @param port 0 for a free one
 * @param properties broker properties that go over our own, such as the security of the listener
 *     {@value EmbeddedBrokerProperties#BROKER_LISTENER}
 * @param features levels of cluster features, by name, where a new cluster is to have older ones
 *     than this version of Kafka would choose
 */
public record EmbeddedBrokerSettings(
    Optional<Path> folder, int port, Map<String, String> properties, Map<String, Short> features) {
  public EmbeddedBrokerSettings {
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException("not a port: " + port);
    }
    properties = Map.copyOf(properties);
    features = Map.copyOf(features);
  }

  /** A free port and a folder that is deleted at the end. */
  public static EmbeddedBrokerSettings temporary() {
    return new EmbeddedBrokerSettings(Optional.empty(), 0, Map.of(), Map.of());
  }

  /** A given folder and port, so that clients find the same broker again after a restart. */
  public static EmbeddedBrokerSettings at(Path folder, int port) {
    return new EmbeddedBrokerSettings(Optional.of(folder), port, Map.of(), Map.of());
  }

  /** The same on another port; 0 for a free one. */
  public EmbeddedBrokerSettings withPort(int other) {
    return new EmbeddedBrokerSettings(folder, other, properties, features);
  }

  /** The same with other properties over our own. */
  public EmbeddedBrokerSettings withProperties(Map<String, String> others) {
    return new EmbeddedBrokerSettings(folder, port, others, features);
  }

  /** The same with other levels of features. */
  public EmbeddedBrokerSettings withFeatures(Map<String, Short> levels) {
    return new EmbeddedBrokerSettings(folder, port, properties, levels);
  }
}
