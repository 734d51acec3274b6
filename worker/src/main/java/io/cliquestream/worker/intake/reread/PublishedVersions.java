package io.cliquestream.worker.intake.reread;

import io.cliquestream.contract.Partitions;
import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.config.GraphSettings;
import io.cliquestream.worker.config.KafkaSettings;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.graphs.names.NameMemory;
import io.cliquestream.worker.intake.assembly.AssemblyBudget;
import io.cliquestream.worker.intake.assembly.TenantAccount;
import io.cliquestream.worker.intake.reference.ConfiguredReferences;
import io.cliquestream.worker.intake.reference.ReferenceFetcher;
import io.cliquestream.worker.intake.topic.GraphConsumers;
import io.cliquestream.worker.memory.HostMemory;
import io.cliquestream.worker.quota.Quotas;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;

/**
 * Reads versions of graphs from the topic for somebody who is no worker: a command. Reads the
 * graph's partition once from its beginning to its present end, to learn where its versions lie,
 * and then the records of the version and of those that its deltas build upon, through the checks
 * of a worker. Joins no group and commits nothing.
 */
public final class PublishedVersions implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(100);

  private final GraphConsumers consumers;
  private final String topic;
  private final String bootstrap;
  private final Duration timeout;
  private final int maximumDeltas;
  private final ReferenceFetcher references;
  private final VersionRereads rereads;

  /**
   * @param kafka where the topic is
   * @param settings bounds of memory and of deltas, and where referenced snapshots may lie
   */
  public PublishedVersions(KafkaSettings kafka, GraphSettings settings) {
    this.consumers = new GraphConsumers(kafka, settings);
    this.topic = kafka.topics().graphs();
    this.bootstrap = kafka.bootstrap();
    this.timeout = kafka.requestTimeout();
    this.maximumDeltas = settings.rereadDeltas();
    // Each part has a bound of its own, and nothing else in the process shares them.
    var memory = new HostMemory(Long.MAX_VALUE);
    var budget =
        new AssemblyBudget(
            settings.assemblyBytes().bytes(), settings.assemblyTotalBytes().bytes(), memory);
    this.references =
        new ConfiguredReferences(
            settings, tenant -> new TenantAccount(tenant, Quotas.none(), budget));
    this.rereads =
        new VersionRereads(
            kafka,
            settings,
            _ -> Optional.empty(),
            budget,
            references,
            new NameMemory(settings.nameBytes().bytes(), memory));
  }

  /**
   * Reads a version; blocks.
   *
   * @param version the newest one that is whole when empty
   * @return the caller closes it
   * @throws WorkerException GRAPH_UNKNOWN, VERSION_UNKNOWN, GRAPH_TOO_LARGE beyond a bound,
   *     BROKER_UNAVAILABLE
   * @throws io.cliquestream.kernels.control.StoppedException when {@code stop} ended it
   */
  public TopicGraph read(String graphId, OptionalLong version, StopCheck stop) {
    VersionSource source = find(graphId, version, stop);
    if (source.deltas() > maximumDeltas) {
      throw new WorkerException(
          FailureCode.FAILURE_CODE_GRAPH_TOO_LARGE,
          "version %s of graph %s is made of %,d deltas, and at most %,d are applied"
              .formatted(
                  Long.toUnsignedString(source.version()),
                  graphId,
                  source.deltas(),
                  maximumDeltas));
    }
    return rereads.readNamed(source, stop);
  }

  private VersionSource find(String graphId, OptionalLong version, StopCheck stop) {
    var history = new VersionHistory(graphId);
    try (var consumer = consumers.open("graphs-published")) {
      List<PartitionInfo> partitions = consumer.partitionsFor(topic, timeout);
      if (partitions == null || partitions.isEmpty()) {
        throw new WorkerException(
            FailureCode.FAILURE_CODE_BROKER_UNAVAILABLE,
            "the topic " + topic + " is missing on " + bootstrap + "; 'topics create' makes it");
      }
      int count = partitions.size();
      int number = Partitions.partitionOf(graphId, count);
      walk(consumer, new TopicPartition(topic, number), history, stop);
      return history.source(version, number, count, rereads);
    } catch (KafkaException e) {
      throw new WorkerException(
          FailureCode.FAILURE_CODE_BROKER_UNAVAILABLE,
          "the broker at " + bootstrap + " did not answer for " + topic + ": " + e.getMessage(),
          e);
    }
  }

  private void walk(
      KafkaConsumer<byte[], byte[]> consumer,
      TopicPartition partition,
      VersionHistory history,
      StopCheck stop) {
    consumer.assign(Set.of(partition));
    consumer.seekToBeginning(Set.of(partition));
    Map<TopicPartition, Long> ends = consumer.endOffsets(Set.of(partition), timeout);
    long progress = System.nanoTime();
    while (consumer.position(partition, timeout) < ends.get(partition)) {
      stop.checkStopped();
      var records = consumer.poll(POLL).records(partition);
      records.forEach(history::take);
      if (!records.isEmpty()) {
        progress = System.nanoTime();
      } else if (System.nanoTime() - progress > timeout.toNanos()) {
        throw new org.apache.kafka.common.errors.TimeoutException("no records of " + partition);
      }
    }
  }

  @Override
  public void close() {
    references.close();
  }
}
