package io.cliquestream.worker.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.contract.Partitions;
import io.cliquestream.v1.JobStatus;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Partitions that come together, of which one's committed offset is not decided. */
@Tag("seam")
final class UndecidedOffsetTest {
  private static final int PARTITIONS = 3;

  @Test
  void aPartitionWhoseOffsetIsUndecidedKeepsOnlyItselfWaiting() {
    try (var installation = Installation.open(PARTITIONS);
        var log = new ResultLog(installation.client);
        var other = producer(installation)) {
      JobServiceSettings settings = installation.settings("one");
      String[] graphs =
          IntStream.range(0, PARTITIONS)
              .mapToObj(UndecidedOffsetTest::graphOf)
              .toArray(String[]::new);
      other.initTransactions();
      other.beginTransaction();
      other.sendOffsetsToTransaction(
          Map.of(new TopicPartition(settings.topics().jobs(), 1), new OffsetAndMetadata(0)),
          group(installation, settings.groupId()));
      try (var _ =
          TestWorker.start(
              settings,
              store -> {
                for (String graph : graphs) {
                  store.put(graph, 1, SplitJobTest.edges(3, 100, 500));
                }
              })) {
        for (String graph : graphs) {
          installation.client.submit(Installation.triangles("of-" + graph, graph).build());
        }
        log.await("of-" + graphs[0], 1);
        log.await("of-" + graphs[2], 1);
        assertThat(log.of("of-" + graphs[1])).as("its offset is not known yet").isEmpty();
        other.abortTransaction();
        assertThat(log.await("of-" + graphs[1], 1).getFirst().getStatus())
            .isEqualTo(JobStatus.JOB_STATUS_SUCCEEDED);
        assertThat(log.results()).hasSize(PARTITIONS);
      }
    }
  }

  private static String graphOf(int partition) {
    return IntStream.iterate(0, n -> n + 1)
        .mapToObj(n -> "graph-" + n)
        .filter(id -> Partitions.partitionOf(id, PARTITIONS) == partition)
        .findFirst()
        .orElseThrow();
  }

  /** Of somebody who is no worker: nobody ends its transactions but itself. */
  private static KafkaProducer<byte[], byte[]> producer(Installation installation) {
    return new KafkaProducer<>(
        Map.of(
            "bootstrap.servers",
            installation.bootstrapServers,
            "transactional.id",
            "undecided-" + installation.prefix),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }

  private static ConsumerGroupMetadata group(Installation installation, String group) {
    try (var consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", installation.bootstrapServers, "group.id", group),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      return consumer.groupMetadata();
    }
  }
}
