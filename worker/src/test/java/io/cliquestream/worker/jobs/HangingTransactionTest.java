package io.cliquestream.worker.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.broker.EmbeddedBroker;
import io.cliquestream.broker.EmbeddedBrokerSettings;
import io.cliquestream.v1.JobStatus;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.internals.Topic;
import org.apache.kafka.common.record.internal.FileLogInputStream;
import org.apache.kafka.common.record.internal.FileRecords;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A transaction that a broker lost while it stopped, on a real broker's real log. */
@Tag("seam")
final class HangingTransactionTest {
  private static final TopicPartition JOBS = new TopicPartition("jobs.v1", 0);

  @TempDir private Path folder;

  /**
   * Offsets lay in the log under a transaction that its coordinator did not know: nobody ended it,
   * and the partition's jobs stood still behind it, for good.
   */
  @Test
  void jobsStoodStillBehindATransactionThatTheBrokerHadLost() throws Exception {
    String group;
    int port;
    TransactionDescription dead;
    TopicPartition offsets;
    try (var broker = start(0);
        var installation = Installation.on(broker.bootstrapServers(), 1)) {
      port = URI.create("kafka://" + broker.bootstrapServers()).getPort();
      group = installation.settings("one").groupId();
      commitOffset(broker.bootstrapServers(), group);
      try (var admin = admin(broker.bootstrapServers())) {
        String id = group + "-dead";
        dead = admin.describeTransactions(List.of(id)).description(id).get(30, TimeUnit.SECONDS);
        offsets = partitionOf(admin, group);
      }
    }
    leaveOpen(folder.resolve(offsets.toString()), dead, group);
    try (var broker = start(port);
        var installation = Installation.existing(broker.bootstrapServers())) {
      try (var admin = admin(broker.bootstrapServers())) {
        assertThat(isOpen(admin, offsets, dead.producerId())).as("it hangs").isTrue();
        try (var _ =
            TestWorker.start(
                installation.settings("one", Map.of("jobs.transaction-timeout", "2s")),
                graphs -> graphs.put("graph", 1, SplitJobTest.edges(3, 100, 500)))) {
          var outcome =
              installation.client.run(
                  Installation.triangles("behind", "graph").build(), Installation.WAIT);
          assertThat(outcome.result().getStatus()).isEqualTo(JobStatus.JOB_STATUS_SUCCEEDED);
        }
        assertThat(isOpen(admin, offsets, dead.producerId())).as("it hangs still").isFalse();
      }
    }
  }

  /**
   * The commit was confirmed, so its worker went on; then another worker aborted what had been
   * confirmed, and nobody answered those jobs any more.
   */
  @Test
  void aResultWasLostWhoseTransactionTheBrokerHadConfirmedAndForgotten() throws Exception {
    var broker = start(0);
    try (var installation = Installation.on(broker.bootstrapServers(), 1);
        var _ =
            TestWorker.start(
                installation.settings("one", Map.of("jobs.transaction-timeout", "2s")),
                graphs -> graphs.put("graph", 1, SplitJobTest.edges(3, 100, 500)))) {
      int port = URI.create("kafka://" + broker.bootstrapServers()).getPort();
      for (String job : List.of("first", "last")) {
        installation.client.run(Installation.triangles(job, "graph").build(), Installation.WAIT);
      }
      new CommittedOffsets(installation).awaitAllFinished();
      broker.close();
      int forgotten = 0;
      try (Stream<Path> logs = Files.list(folder)) {
        for (Path log : logs.filter(HangingTransactionTest::isWorkers).toList()) {
          forgotten += forgetCommit(log) ? 1 : 0;
        }
      }
      assertThat(forgotten).as("results, state, and offsets").isEqualTo(3);
      broker = start(port);
      try (var reader = Installation.existing(broker.bootstrapServers());
          var log = new ResultLog(reader.client)) {
        log.await("first", 1);
        log.await("last", 1);
        reader.client.submit(Installation.triangles("behind", "graph").build());
        log.await("behind", 1);
        assertThat(log.results()).as("each once").hasSize(3);
      }
    } finally {
      broker.close();
    }
  }

  private static boolean isWorkers(Path log) {
    String name = log.getFileName().toString();
    return name.startsWith("results.v1-")
        || name.startsWith("job-state.v1-")
        || name.startsWith(Topic.GROUP_METADATA_TOPIC_NAME + "-");
  }

  /** Takes the marker off the end of a log, where there is one. */
  private static boolean forgetCommit(Path log) throws IOException {
    int end = 0;
    boolean marked = false;
    try (var records = FileRecords.open(segment(log).toFile())) {
      for (FileLogInputStream.FileChannelRecordBatch batch : records.batches()) {
        end = batch.position();
        marked = batch.isControlBatch();
      }
      if (marked) {
        records.truncateTo(end);
        records.flush();
      }
    }
    if (marked) {
      readAgain(log);
    }
    return marked;
  }

  private EmbeddedBroker start(int port) {
    return EmbeddedBroker.start(EmbeddedBrokerSettings.at(folder, port));
  }

  private static Admin admin(String bootstrap) {
    return Admin.create(Map.of("bootstrap.servers", bootstrap));
  }

  private static TopicPartition partitionOf(Admin admin, String group) throws Exception {
    String topic = Topic.GROUP_METADATA_TOPIC_NAME;
    int count =
        admin
            .describeTopics(List.of(topic))
            .allTopicNames()
            .get(30, TimeUnit.SECONDS)
            .get(topic)
            .partitions()
            .size();
    return new TopicPartition(topic, Utils.abs(group.hashCode()) % count);
  }

  /** So that the coordinator knows the id, and the group has an offset. */
  private static void commitOffset(String bootstrap, String group) {
    try (var producer =
            new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrap, "transactional.id", group + "-dead"),
                new ByteArraySerializer(),
                new ByteArraySerializer());
        var consumer =
            new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrap, "group.id", group),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
      producer.initTransactions();
      producer.beginTransaction();
      producer.sendOffsetsToTransaction(
          Map.of(JOBS, new OffsetAndMetadata(0)), consumer.groupMetadata());
      producer.commitTransaction();
    }
  }

  /** What a broker left: an offset in the log, of a transaction that nobody registered. */
  private static void leaveOpen(Path log, TransactionDescription dead, String group)
      throws IOException {
    long end = 0;
    int leader = 0;
    try (var records = FileRecords.open(segment(log).toFile())) {
      for (RecordBatch batch : records.batches()) {
        end = batch.nextOffset();
        leader = batch.partitionLeaderEpoch();
      }
      records.append(
          MemoryRecords.withTransactionalRecords(
              RecordBatch.CURRENT_MAGIC_VALUE,
              end,
              Compression.NONE,
              dead.producerId(),
              (short) dead.producerEpoch(),
              0,
              leader,
              new SimpleRecord(System.currentTimeMillis(), key(group), value())));
      records.flush();
    }
    readAgain(log);
  }

  /** The broker is to read who has a transaction open from the log. */
  private static void readAgain(Path log) throws IOException {
    Files.deleteIfExists(log.getParent().resolve(".kafka_cleanshutdown"));
    try (Stream<Path> files = Files.list(log)) {
      for (Path file : files.filter(name -> name.toString().endsWith(".snapshot")).toList()) {
        Files.delete(file);
      }
    }
  }

  private static Path segment(Path log) throws IOException {
    try (Stream<Path> files = Files.list(log)) {
      return files.filter(name -> name.toString().endsWith(".log")).findFirst().orElseThrow();
    }
  }

  /** Key of an offset, version 1: group, topic, partition. */
  private static byte[] key(String group) {
    ByteBuffer key = ByteBuffer.allocate(1 << 10).putShort((short) 1);
    text(key, group);
    text(key, JOBS.topic());
    return written(key.putInt(JOBS.partition()));
  }

  /** An offset, version 3: offset, leader epoch, metadata, time. */
  private static byte[] value() {
    ByteBuffer value = ByteBuffer.allocate(1 << 10).putShort((short) 3).putLong(0).putInt(-1);
    text(value, "");
    return written(value.putLong(System.currentTimeMillis()));
  }

  private static void text(ByteBuffer to, String text) {
    byte[] bytes = text.getBytes(UTF_8);
    to.putShort((short) bytes.length).put(bytes);
  }

  private static byte[] written(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.flip().remaining()];
    buffer.get(bytes);
    return bytes;
  }

  private static boolean isOpen(Admin admin, TopicPartition partition, long producerId)
      throws Exception {
    return admin
        .describeProducers(List.of(partition))
        .partitionResult(partition)
        .get(30, TimeUnit.SECONDS)
        .activeProducers()
        .stream()
        .filter(state -> state.producerId() == producerId)
        .map(ProducerState::currentTransactionStartOffset)
        .anyMatch(java.util.OptionalLong::isPresent);
  }
}
