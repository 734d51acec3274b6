package io.cliquestream.worker.config;

import io.cliquestream.contract.Topics;
import java.time.Duration;

/** How the worker finds and shares the broker. */
@Section("kafka")
public record KafkaSettings(
    @Setting(
            defaultValue = "localhost:9092",
            description = "Brokers to start from, HOST:PORT separated by commas.")
        String bootstrap,
    @Setting(
            defaultValue = "",
            description = "Put before every topic name, so that installations can share a broker.")
        String topicPrefix,
    @Setting(
            defaultValue = "cliquestream",
            description = "Consumer group of the workers that share the jobs.")
        String groupId,
    @Setting(
            defaultValue = "cliquestream-worker",
            description = "First part of the client ids shown in the broker's logs and quotas.")
        String clientId,
    @Setting(
            defaultValue = "30s",
            minimum = "1s",
            maximum = "10m",
            description = "Longest wait for one answer of the broker.")
        Duration requestTimeout) {
  /** The topics of this installation. */
  public Topics topics() {
    return Topics.prefixed(topicPrefix);
  }
}
