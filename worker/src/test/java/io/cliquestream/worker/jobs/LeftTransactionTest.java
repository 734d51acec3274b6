package io.cliquestream.worker.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.worker.ChildProcess;
import io.cliquestream.worker.jobs.exchange.CrashPoint;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A worker is killed within a transaction and does not come back. Broker and workers are processes
 * of their own.
 */
@Tag("long")
@Tag("seam")
@Timeout(180)
final class LeftTransactionTest {
  private static final int PARTITIONS = 2;
  private static final int GRAPHS = 8;

  /** Far longer than whoever waits for results here does. */
  private static final String TRANSACTION_TIMEOUT = "jobs.transaction-timeout=10m";

  private static final String SESSION_TIMEOUT = "jobs.session-timeout=6s";

  /** Its partitions could not be positioned, and no result behind it was seen, until the broker. */
  @Test
  void theTransactionOfAWorkerThatStayedDeadHeldUpEverybodysResults() {
    try (var broker = ChildProcess.start(BrokerProcess.class, List.of(), List.of())) {
      String bootstrap = broker.awaitLine(BrokerProcess.LISTENING);
      try (var installation = Installation.on(bootstrap, PARTITIONS);
          var log = new ResultLog(installation.client);
          var graphs = new TestGraphs(installation.settings("graphs"))) {
        WorkerProcess.putGraphs(graphs, GRAPHS);
        try (var dies =
            worker(
                bootstrap,
                "dies",
                List.of("-Dcliquestream.crash-point=" + CrashPoint.INSIDE_TRANSACTION + ":1"))) {
          dies.awaitLine(WorkerProcess.TAKING_JOBS);
          submit(installation, 0);
          dies.awaitLine(CrashPoint.ARRIVED);
        }
        try (var stays = worker(bootstrap, "stays", List.of())) {
          stays.awaitLine(WorkerProcess.TAKING_JOBS);
          submit(installation, GRAPHS);
          log.awaitJobs(2 * GRAPHS);
          new CommittedOffsets(installation).awaitAllFinished();
        }
        assertThat(log.results()).hasSize(2 * GRAPHS);
      }
    }
  }

  /** A worker that is killed while it commits may have sent its offsets and no result yet. */
  @Test
  void aTransactionThatHeldOffsetsAloneKeptItsPartitionsUntilTheBrokerEndedIt() throws Exception {
    try (var broker = ChildProcess.start(BrokerProcess.class, List.of(), List.of())) {
      String bootstrap = broker.awaitLine(BrokerProcess.LISTENING);
      try (var installation = Installation.on(bootstrap, PARTITIONS);
          var log = new ResultLog(installation.client);
          var graphs = new TestGraphs(installation.settings("graphs"));
          var dead = deadWorker(bootstrap);
          var outside = outsideTheGroup(bootstrap)) {
        WorkerProcess.putGraphs(graphs, GRAPHS);
        dead.initTransactions();
        dead.beginTransaction();
        dead.sendOffsetsToTransaction(
            Map.of(new TopicPartition("jobs.v1", 0), new OffsetAndMetadata(0)),
            outside.groupMetadata());
        // And a worker that starts at once finds it too young to tell.
        try (var stays = worker(bootstrap, "stays", List.of())) {
          stays.awaitLine(WorkerProcess.TAKING_JOBS);
          submit(installation, 0);
          log.awaitJobs(GRAPHS);
          new CommittedOffsets(installation).awaitAllFinished();
        }
      }
    }
  }

  /** Whose offsets the group takes as long as it has no member. */
  private static KafkaConsumer<byte[], byte[]> outsideTheGroup(String bootstrap) {
    return new KafkaConsumer<>(
        Map.of("bootstrap.servers", bootstrap, "group.id", "workers"),
        new ByteArrayDeserializer(),
        new ByteArrayDeserializer());
  }

  private static KafkaProducer<byte[], byte[]> deadWorker(String bootstrap) {
    return new KafkaProducer<>(
        Map.of(
            "bootstrap.servers",
            bootstrap,
            "transactional.id",
            "workers-dies",
            "transaction.timeout.ms",
            "600000"),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }

  private static ChildProcess worker(String bootstrap, String instance, List<String> properties) {
    return ChildProcess.start(
        WorkerProcess.class,
        properties,
        List.of(bootstrap, instance, TRANSACTION_TIMEOUT, SESSION_TIMEOUT));
  }

  private static void submit(Installation installation, int first) {
    for (int job = first; job < first + GRAPHS; job++) {
      installation
          .client
          .submitAsync(Installation.triangles("job-" + job, "complete-" + job % GRAPHS).build())
          .join();
    }
  }
}
