package io.cliquestream.client;

import io.cliquestream.contract.Topics;
import io.cliquestream.v1.FailureCode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** How many partitions each topic has; read once, because co-partitioned topics never grow. */
record TopicLayout(Map<String, Integer> partitionCounts) {
  /**
   * Asks the broker. Never creates a topic.
   *
   * @throws ClientException when a topic is missing, or graphs and jobs differ in partitions
   */
  static TopicLayout read(ClientSettings settings) {
    Topics topics = settings.topics();
    Map<String, Integer> counts =
        AdminCalls.ask(
            settings,
            "the topics cannot be found",
            admin -> {
              var asked = admin.describeTopics(topics.all()).topicNameValues();
              var found = new HashMap<String, Integer>();
              for (String topic : topics.all()) {
                found.put(topic, partitions(asked.get(topic), settings));
              }
              return found;
            });
    if (!counts.get(topics.graphs()).equals(counts.get(topics.jobs()))) {
      throw new ClientException(
          FailureCode.FAILURE_CODE_OPTION_INVALID,
          topics.graphs()
              + " and "
              + topics.jobs()
              + " must have equally many partitions: "
              + counts);
    }
    return new TopicLayout(Map.copyOf(counts));
  }

  private static int partitions(KafkaFuture<TopicDescription> topic, ClientSettings settings)
      throws ExecutionException, InterruptedException {
    try {
      return topic.get().partitions().size();
    } catch (ExecutionException cause) {
      if (cause.getCause() instanceof UnknownTopicOrPartitionException) {
        throw new ClientException(
            FailureCode.FAILURE_CODE_BROKER_UNAVAILABLE,
            "topics are missing on "
                + settings.bootstrapServers()
                + "; create them first: "
                + settings.topics().all(),
            cause);
      }
      throw cause;
    }
  }

  /**
   * The partitions of one topic that the service may be without.
   *
   * @throws ClientException {@code BROKER_UNAVAILABLE} when it is missing
   */
  static List<TopicPartition> optional(ClientSettings settings, String topic) {
    return AdminCalls.ask(
        settings,
        "the topic " + topic + " cannot be found; 'topics create' makes it",
        admin ->
            admin
                .describeTopics(List.of(topic))
                .topicNameValues()
                .get(topic)
                .get()
                .partitions()
                .stream()
                .map(partition -> new TopicPartition(topic, partition.partition()))
                .toList());
  }

  int partitions(String topic) {
    return partitionCounts.get(topic);
  }

  List<TopicPartition> all(String topic) {
    List<TopicPartition> partitions = new ArrayList<>();
    for (int partition = 0; partition < partitions(topic); partition++) {
      partitions.add(new TopicPartition(topic, partition));
    }
    return partitions;
  }
}
