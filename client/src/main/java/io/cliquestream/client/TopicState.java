package io.cliquestream.client;

import java.util.Map;

/**
 * A topic as the broker has it.
 *
 * @param name its name
 * @param partitions how many; 0 for a topic that is not there
 * @param replicas copies of each partition, the fewest of any
 * @param partitionsBehind partitions of which some copy is not in step, or that have no leader
 * @param records offsets between the beginnings and the ends; of a compacted or transactional topic
 *     more than there are records
 * @param settings what the contract says something about, by Kafka's name
 */
public record TopicState(
    String name,
    int partitions,
    int replicas,
    int partitionsBehind,
    long records,
    Map<String, String> settings) {
  /** Copies the settings. */
  public TopicState {
    settings = Map.copyOf(settings);
  }

  /** {@return whether the topic is there} */
  public boolean exists() {
    return partitions > 0;
  }

  static TopicState missing(String name) {
    return new TopicState(name, 0, 0, 0, 0, Map.of());
  }
}
