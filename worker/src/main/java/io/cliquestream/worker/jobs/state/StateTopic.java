package io.cliquestream.worker.jobs.state;

import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.jobs.JobServiceSettings;
import io.cliquestream.worker.jobs.exchange.KafkaClients;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * The workers' own compacted topic, with as many partitions as the jobs: partition p holds what
 * {@link PartitionMemory} must know about partition p of the jobs. It is written only inside the
 * transactions that carry results and offsets, so it never disagrees with them. No part of the
 * public contract.
 */
public record StateTopic(JobServiceSettings settings, KafkaClients clients) {
  /**
   * Makes the topic where it is missing, and makes sure that it can be read: the leaders of a new
   * topic take a moment.
   *
   * @param partitions of the jobs topic
   * @throws WorkerException BROKER_UNAVAILABLE when it cannot be made or read yet
   */
  public void ensure(Admin admin, int partitions) throws InterruptedException {
    // Looked for first: where somebody else makes the topics, workers need not be allowed to.
    if (!exists(admin)) {
      create(admin, partitions);
    }
    Map<TopicPartition, OffsetSpec> all = new HashMap<>();
    for (int partition = 0; partition < partitions; partition++) {
      all.put(new TopicPartition(settings.stateTopic(), partition), OffsetSpec.latest());
    }
    answer(admin.listOffsets(all).all());
  }

  private boolean exists(Admin admin) throws InterruptedException {
    try {
      answer(admin.describeTopics(List.of(settings.stateTopic())).allTopicNames());
      return true;
    } catch (WorkerException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        return false;
      }
      throw e;
    }
  }

  private void create(Admin admin, int partitions) throws InterruptedException {
    var topic =
        new NewTopic(settings.stateTopic(), Optional.of(partitions), Optional.empty())
            .configs(Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT));
    try {
      answer(admin.createTopics(List.of(topic)).all());
    } catch (WorkerException e) {
      // Another worker may have been faster.
      if (!(e.getCause() instanceof TopicExistsException)) {
        throw e;
      }
    }
  }

  /**
   * Reads partitions to their ends. Called after the committed offsets of the jobs partitions were
   * read stably: every transaction that a fenced predecessor could still complete has then been
   * decided, and reading committed records up to the high watermark waits for its markers.
   *
   * @return by partition
   */
  public Map<Integer, PartitionMemory> load(Admin admin, List<Integer> partitions)
      throws InterruptedException {
    Map<Integer, PartitionMemory> memories = new HashMap<>();
    for (int partition : partitions) {
      memories.put(
          partition,
          new PartitionMemory(settings.stateTopic(), partition, settings.jobs().rememberedJobs()));
    }
    Map<TopicPartition, Long> ends = highWatermarks(admin, memories.keySet());
    long deadline = System.nanoTime() + settings.jobs().restoreLimit().toNanos();
    try (var consumer = clients.reader("state")) {
      consumer.assign(ends.keySet());
      consumer.seekToBeginning(ends.keySet());
      while (ends.entrySet().stream()
          .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
        for (var record : consumer.poll(Duration.ofMillis(100))) {
          memories.get(record.partition()).restore(record.key(), record.value());
        }
        if (System.nanoTime() - deadline > 0) {
          throw new WorkerException(
              FailureCode.FAILURE_CODE_BROKER_UNAVAILABLE,
              ends.keySet() + " could not be read within " + settings.jobs().restoreLimit());
        }
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
      }
    }
    return memories;
  }

  private Map<TopicPartition, Long> highWatermarks(Admin admin, Set<Integer> partitions)
      throws InterruptedException {
    Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
    for (int partition : partitions) {
      asked.put(new TopicPartition(settings.stateTopic(), partition), OffsetSpec.latest());
    }
    Map<TopicPartition, Long> ends = new HashMap<>();
    answer(admin.listOffsets(asked, new ListOffsetsOptions(IsolationLevel.READ_UNCOMMITTED)).all())
        .forEach((source, found) -> ends.put(source, found.offset()));
    return ends;
  }

  private <T> T answer(KafkaFuture<T> asked) throws InterruptedException {
    try {
      return asked.get(settings.requestTimeout().toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw unavailable(e.getCause());
    } catch (TimeoutException e) {
      throw unavailable(e);
    }
  }

  private WorkerException unavailable(Throwable cause) {
    return new WorkerException(
        FailureCode.FAILURE_CODE_BROKER_UNAVAILABLE,
        "the topic " + settings.stateTopic() + " is not available: " + cause,
        cause);
  }
}
