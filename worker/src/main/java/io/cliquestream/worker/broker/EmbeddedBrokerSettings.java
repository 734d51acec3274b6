package io.cliquestream.worker.broker;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Where an embedded broker listens and keeps its log.
 *
 * @param folder kept across restarts; empty for a temporary one
 * @param port 0 for a free one
 */
public record EmbeddedBrokerSettings(Optional<Path> folder, int port) {
  public EmbeddedBrokerSettings {
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException("not a port: " + port);
    }
  }

  /** A free port and a folder that is deleted at the end. */
  public static EmbeddedBrokerSettings temporary() {
    return new EmbeddedBrokerSettings(Optional.empty(), 0);
  }

  /** A given folder and port, so that clients find the same broker again after a restart. */
  public static EmbeddedBrokerSettings at(Path folder, int port) {
    return new EmbeddedBrokerSettings(Optional.of(folder), port);
  }
}
