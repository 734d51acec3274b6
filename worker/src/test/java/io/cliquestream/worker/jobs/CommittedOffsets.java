package io.cliquestream.worker.jobs;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** What the workers' group has committed, as the broker knows it. */
final class CommittedOffsets {
  private final Installation installation;
  private final String topic;
  private final String group;

  CommittedOffsets(Installation installation) {
    this(installation, installation.settings("reader").groupId());
  }

  CommittedOffsets(Installation installation, String group) {
    this.installation = installation;
    this.group = group;
    this.topic = installation.prefix + "jobs.v1";
  }

  Map<TopicPartition, OffsetAndMetadata> now() {
    try (Admin admin = admin()) {
      return admin
          .listConsumerGroupOffsets(group)
          .partitionsToOffsetAndMetadata()
          .get(30, TimeUnit.SECONDS);
    } catch (ExecutionException | InterruptedException | java.util.concurrent.TimeoutException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Waits until every job in the topic is below the committed offset of its partition. */
  void awaitAllFinished() {
    long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    Map<TopicPartition, Long> ends = ends();
    while (true) {
      Map<TopicPartition, OffsetAndMetadata> committed = now();
      boolean finished =
          ends.entrySet().stream()
              .allMatch(
                  end ->
                      end.getValue() == 0
                          || (committed.get(end.getKey()) != null
                              && committed.get(end.getKey()).offset() >= end.getValue()));
      if (finished) {
        return;
      }
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError("not finished: " + committed + " of " + ends);
      }
    }
  }

  private Map<TopicPartition, Long> ends() {
    try (Admin admin = admin()) {
      var asked = new HashMap<TopicPartition, OffsetSpec>();
      admin
          .describeTopics(java.util.List.of(topic))
          .topicNameValues()
          .get(topic)
          .get(30, TimeUnit.SECONDS)
          .partitions()
          .forEach(
              partition ->
                  asked.put(new TopicPartition(topic, partition.partition()), OffsetSpec.latest()));
      var ends = new HashMap<TopicPartition, Long>();
      admin
          .listOffsets(asked)
          .all()
          .get(30, TimeUnit.SECONDS)
          .forEach((partition, end) -> ends.put(partition, end.offset()));
      return ends;
    } catch (ExecutionException | InterruptedException | java.util.concurrent.TimeoutException e) {
      throw new IllegalStateException(e);
    }
  }

  private Admin admin() {
    return Admin.create(Map.of("bootstrap.servers", installation.bootstrapServers));
  }
}
