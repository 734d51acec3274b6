package io.cliquestream.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.broker.EmbeddedBroker;
import io.cliquestream.contract.DeadLetterHeaders;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Letters whose value was left out: for want of room, or because it may hold a secret. */
final class DeadLetterWithoutValueTest {
  private static EmbeddedBroker broker;

  @BeforeAll
  static void start() {
    broker = EmbeddedBroker.start();
    assertThat(run("topics", "create", "--partitions", "1").exitCode()).isZero();
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  @ParameterizedTest
  @CsvSource({
    "jobs.v1, RECORD_INCOMPLETE, it names no graph (its 1048000 bytes do not fit here)",
    "control.v1, NOT_PERMITTED, job mine is cancelled with a secret that this one is not",
    "graphs.v1, SNAPSHOT_INTERLEAVED, another came (its 1048000 bytes do not fit here)"
  })
  void aLetterWithoutItsValueWasReplayedAsARecordWithoutOne(
      String topic, String code, String message) throws Exception {
    String position = "0-" + sendLetter(topic, code, message);
    long before = end(topic);

    CommandLineRun refused = run("dead-letters", "replay", position, "--again");

    assertThat(refused.exitCode()).as(refused.out()).isEqualTo(3);
    assertThat(refused.err()).contains("OPTION_INVALID");
    assertThat(end(topic)).as("records of " + topic).isEqualTo(before);
    assertThat(run("dead-letters", "discard", position).exitCode()).isZero();
  }

  /** A tombstone has no value to be left out. */
  @Test
  void aRefusedTombstoneIsReplayed() throws Exception {
    String position =
        "0-" + sendLetter("graphs.v1", "NOT_PERMITTED", "feed may not retire graph social");
    long before = end("graphs.v1");
    CommandLineRun replayed = run("dead-letters", "replay", position, "--note", "it may");
    assertThat(replayed.exitCode()).as(replayed.err()).isZero();
    assertThat(end("graphs.v1")).isEqualTo(before + 1);
  }

  private static long sendLetter(String topic, String code, String message) throws Exception {
    var letter =
        new ProducerRecord<>("jobs.dlq.v1", 0, ("of " + topic).getBytes(UTF_8), (byte[]) null);
    Map.of(
            DeadLetterHeaders.CAUSE_CODE,
            code,
            DeadLetterHeaders.CAUSE_MESSAGE,
            message,
            DeadLetterHeaders.ORIGINAL_TOPIC,
            topic,
            DeadLetterHeaders.ORIGINAL_PARTITION,
            "0",
            DeadLetterHeaders.ORIGINAL_OFFSET,
            "7")
        .forEach((name, value) -> letter.headers().add(name, value.getBytes(UTF_8)));
    try (var producer =
        new KafkaProducer<>(
            Map.<String, Object>of("bootstrap.servers", broker.bootstrapServers()),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      return producer.send(letter).get().offset();
    }
  }

  private static long end(String topic) throws Exception {
    var partition = new TopicPartition(topic, 0);
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      return admin
          .listOffsets(Map.of(partition, OffsetSpec.latest()))
          .partitionResult(partition)
          .get()
          .offset();
    }
  }

  private static CommandLineRun run(String... arguments) {
    return CommandLineRun.of(
        Stream.concat(Stream.of(arguments), Stream.of("--bootstrap", broker.bootstrapServers()))
            .toArray(String[]::new));
  }
}
