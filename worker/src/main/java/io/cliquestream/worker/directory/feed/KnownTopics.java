package io.cliquestream.worker.directory.feed;

import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** What the broker last said of topics. Safe for use by any thread. */
final class KnownTopics {
  private final Map<String, Integer> partitions = new ConcurrentHashMap<>();
  private final Map<String, String> missing = new ConcurrentHashMap<>();

  /** Takes an answer; the partitions that can be read. */
  List<TopicPartition> take(String topic, Future<TopicDescription> answer) {
    if (answer.failed()) {
      missing.put(
          topic,
          answer.cause() instanceof UnknownTopicOrPartitionException
              ? "there is no such topic"
              : String.valueOf(answer.cause().getMessage()));
      return List.of();
    }
    Set<AclOperation> allowed = answer.result().authorizedOperations();
    if (allowed != null && !allowed.contains(AclOperation.READ)) {
      missing.put(topic, "this worker may not read it");
      return List.of();
    }
    missing.remove(topic);
    partitions.put(topic, answer.result().partitions().size());
    return answer.result().partitions().stream()
        .map(partition -> new TopicPartition(topic, partition.partition()))
        .toList();
  }

  /** Topics that are not read, and why. */
  Map<String, String> missing() {
    return new TreeMap<>(missing);
  }

  /** Partitions of a topic; 0 when that is not known. */
  int partitions(String topic) {
    return partitions.getOrDefault(topic, 0);
  }
}
