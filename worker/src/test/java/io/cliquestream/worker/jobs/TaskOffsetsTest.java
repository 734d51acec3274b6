package io.cliquestream.worker.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.JobStatus;
import io.cliquestream.v1.MotifCensus;
import io.cliquestream.v1.Split;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeProducersResult.PartitionProducerState;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.internals.Topic;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Where workers keep which tasks of split jobs are done, on a real broker. */
@Tag("seam")
final class TaskOffsetsTest {
  /**
   * Offsets within a transaction that nobody ended kept whoever had the partition next from its
   * tasks, for as long as the broker ran.
   */
  @Test
  void tasksStoodStillBehindTheOffsetsOfATransactionThatNobodyEnded()
      throws InterruptedException, ExecutionException, java.util.concurrent.TimeoutException {
    try (var installation = Installation.open(2);
        var _ = TestWorker.start(installation.settings("one"), TaskOffsetsTest::graph);
        var admin = Admin.create(Map.of("bootstrap.servers", installation.bootstrapServers))) {
      var outcome =
          installation.client.run(
              JobRequest.newBuilder()
                  .setJobId("shared")
                  .setGraphId("shared")
                  .setMotifCensus(MotifCensus.newBuilder().setSize(4))
                  .setSplit(Split.newBuilder().setParts(12))
                  .build(),
              Installation.WAIT);
      assertThat(outcome.result().getStatus()).isEqualTo(JobStatus.JOB_STATUS_SUCCEEDED);
      Set<String> ids =
          answer(admin.listTransactions().all()).stream()
              .map(transaction -> transaction.transactionalId())
              .collect(Collectors.toSet());
      String group = installation.settings("one").groupId();
      Map<Boolean, Set<Long>> producers =
          ids.stream()
              .filter(id -> id.startsWith(group + "-"))
              .collect(
                  Collectors.partitioningBy(
                      id -> id.endsWith("-tasks"),
                      Collectors.mapping(id -> producer(admin, id), Collectors.toSet())));
      assertThat(producers.get(true)).as("of %s", ids).hasSize(1);
      Set<Long> ofOffsets = producersOfOffsets(admin);
      assertThat(ofOffsets)
          .as("jobs are done with their results")
          .containsAnyElementsOf(producers.get(false));
      assertThat(ofOffsets).doesNotContainAnyElementsOf(producers.get(true));
      assertThat(new CommittedOffsets(installation, group + "-tasks").now()).isNotEmpty();
    }
  }

  private static void graph(TestGraphs graphs) {
    graphs.put("shared", 1, SplitJobTest.edges(3, 300, 2_500));
  }

  private static long producer(Admin admin, String transactionalId) {
    try {
      return answer(
              admin.describeTransactions(List.of(transactionalId)).description(transactionalId))
          .producerId();
    } catch (InterruptedException | ExecutionException | java.util.concurrent.TimeoutException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Producers that ever committed offsets in a transaction. */
  private static Set<Long> producersOfOffsets(Admin admin)
      throws InterruptedException, ExecutionException, java.util.concurrent.TimeoutException {
    String topic = Topic.GROUP_METADATA_TOPIC_NAME;
    int partitions =
        answer(admin.describeTopics(List.of(topic)).allTopicNames()).get(topic).partitions().size();
    List<TopicPartition> all =
        IntStream.range(0, partitions).mapToObj(p -> new TopicPartition(topic, p)).toList();
    return answer(admin.describeProducers(all).all()).values().stream()
        .map(PartitionProducerState::activeProducers)
        .flatMap(List::stream)
        .map(ProducerState::producerId)
        .collect(Collectors.toSet());
  }

  private static <T> T answer(KafkaFuture<T> asked)
      throws InterruptedException, ExecutionException, java.util.concurrent.TimeoutException {
    return asked.get(30, TimeUnit.SECONDS);
  }
}
