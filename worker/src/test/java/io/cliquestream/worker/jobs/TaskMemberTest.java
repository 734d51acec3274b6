package io.cliquestream.worker.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.broker.EmbeddedBroker;
import io.cliquestream.broker.EmbeddedBrokerSettings;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.JobStatus;
import io.cliquestream.v1.MotifCensus;
import io.cliquestream.v1.Split;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A worker's member of the group that shares tasks, on a real broker that goes and comes back. */
@Tag("seam")
final class TaskMemberTest {
  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(1);

  @TempDir private Path folder;

  /**
   * A task that could not be answered while the broker was away ended its worker's membership,
   * which the worker had nobody to tell of: when the broker was back, tasks waited for the session
   * of that member to run out.
   */
  @Test
  void tasksWaitedForTheSessionOfAMemberThatHadNobodyToTellOfItsLeaving() throws Exception {
    var settings =
        Map.of(
            "kafka.request-timeout",
            REQUEST_TIMEOUT.toSeconds() + "s",
            "jobs.session-timeout",
            "30s");
    var broker = start(0);
    try (var installation = Installation.on(broker.bootstrapServers(), 1);
        var log = new ResultLog(installation.client);
        var _ =
            TestWorker.start(
                installation.settings("one", settings),
                graphs -> graphs.put("shared", 1, SplitJobTest.edges(7, 300, 2_500)))) {
      int port = URI.create("kafka://" + broker.bootstrapServers()).getPort();
      String group = installation.settings("one", settings).groupId() + "-tasks";
      installation.client.submit(census("whole", Split.newBuilder().setOff(true)));
      var whole = log.await("whole", 1).getFirst();
      installation.client.submit(census("shared", Split.newBuilder().setParts(40)));
      awaitPartial(broker.bootstrapServers());
      Set<String> members = members(broker.bootstrapServers(), group);
      assertThat(members).hasSize(1);
      broker.close();
      // A task is computed, cannot be answered, and is given up for the first time.
      Thread.sleep(REQUEST_TIMEOUT.multipliedBy(4));
      broker = start(port);
      var shared = log.await("shared", 1).getFirst();
      assertThat(shared.getStatus()).isEqualTo(JobStatus.JOB_STATUS_SUCCEEDED);
      assertThat(shared.getMotifs()).isEqualTo(whole.getMotifs());
      assertThat(shared.getPlanMap()).containsKey("split-parts");
      assertThat(members(broker.bootstrapServers(), group)).isEqualTo(members);
    } finally {
      broker.close();
    }
  }

  private EmbeddedBroker start(int port) {
    return EmbeddedBroker.start(EmbeddedBrokerSettings.at(folder, port));
  }

  private static JobRequest census(String jobId, Split.Builder split) {
    return JobRequest.newBuilder()
        .setJobId(jobId)
        .setGraphId("shared")
        .setMotifCensus(MotifCensus.newBuilder().setSize(6))
        .setSplit(split)
        .build();
  }

  private static Set<String> members(String bootstrap, String group) throws Exception {
    try (var admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
      return admin
          .describeConsumerGroups(List.of(group))
          .all()
          .get(30, TimeUnit.SECONDS)
          .get(group)
          .members()
          .stream()
          .map(MemberDescription::consumerId)
          .collect(Collectors.toSet());
    }
  }

  /** Until more than the plan is there. */
  private static void awaitPartial(String bootstrap) {
    Map<String, Object> settings =
        Map.of("bootstrap.servers", bootstrap, "isolation.level", "read_committed");
    try (var consumer =
        new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor("partials.v1").stream()
              .map((PartitionInfo of) -> new TopicPartition(of.topic(), of.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      long deadline = System.nanoTime() + Installation.WAIT.toNanos();
      int records = 0;
      while (records < 2) {
        assertThat(System.nanoTime() - deadline).as("partial answers").isNegative();
        records += consumer.poll(Duration.ofMillis(20)).count();
      }
    }
  }
}
