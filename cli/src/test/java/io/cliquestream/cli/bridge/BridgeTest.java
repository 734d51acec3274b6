package io.cliquestream.cli.bridge;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.broker.EmbeddedBroker;
import io.cliquestream.cli.CommandLineRun;
import io.cliquestream.cli.ServeProcess;
import io.cliquestream.contract.DeadLetterHeaders;
import io.cliquestream.contract.EdgeChanges;
import io.cliquestream.v1.ChangeRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Events of a topic of others, with a real broker, and the bridge killed in between. */
@Tag("seam")
final class BridgeTest {
  private static final int EVENTS = 6_000;

  private static EmbeddedBroker broker;
  private static KafkaProducer<String, String> producer;

  @BeforeAll
  static void start() throws Exception {
    broker = EmbeddedBroker.start();
    assertThat(run("topics", "create", "--partitions", "1").exitCode()).isZero();
    producer =
        new KafkaProducer<>(
            Map.<String, Object>of("bootstrap.servers", broker.bootstrapServers()),
            new StringSerializer(),
            new StringSerializer());
    try (var admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      admin
          .createTopics(
              List.of(new NewTopic("payments", 1, (short) 1), new NewTopic("few", 2, (short) 1)))
          .all()
          .get(60, TimeUnit.SECONDS);
    }
  }

  @AfterAll
  static void stop() {
    producer.close();
    broker.close();
  }

  @Test
  void everyEventHasItsOneEffectHoweverOftenTheBridgeIsKilled() throws Exception {
    List<String> expected = new ArrayList<>();
    List<String> refused = new ArrayList<>();
    int sent = 0;
    for (int kill = 0; kill < 3; kill++) {
      try (var bridge = ServeProcess.of(Map.of(), words())) {
        // Once a version of the killed one's work is committed, and more comes.
        long before = read("changes.v1").size();
        while (sent < EVENTS * (kill + 1) / 3) {
          send(sent, sent + 100, expected, refused);
          sent += 100;
        }
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (read("changes.v1").size() == before && System.nanoTime() - deadline < 0) {
          send(sent, sent + 1, expected, refused);
          sent++;
        }
        bridge.kill();
      }
    }
    CommandLineRun last = CommandLineRun.of(words("--until-end"));
    assertThat(last.exitCode()).as(last.err()).isZero();
    List<String> found = new ArrayList<>();
    int definitions = 0;
    for (var record : read("changes.v1")) {
      ChangeRecord value = ChangeRecord.parseFrom(record.value());
      if (!new String(record.key(), UTF_8).equals("money")) {
        continue;
      }
      if (value.hasDefinition()) {
        definitions++;
        continue;
      }
      EdgeChanges events = EdgeChanges.of(value, record.timestamp());
      for (int i = 0; i < events.count(); i++) {
        found.add(
            (events.isDeletion(i) ? "- " : "+ ")
                + events.names().get((int) events.source(i)).toStringUtf8()
                + " "
                + events.names().get((int) events.target(i)).toStringUtf8()
                + " "
                + events.timeMicros(i));
      }
    }
    assertThat(found).isEqualTo(expected);
    assertThat(definitions).isEqualTo(1);
    List<String> letters = new ArrayList<>();
    for (var record : read("jobs.dlq.v1")) {
      if (header(record, DeadLetterHeaders.ORIGINAL_TOPIC).equals("payments")) {
        letters.add(
            header(record, DeadLetterHeaders.CAUSE_CODE) + " " + new String(record.value(), UTF_8));
      }
    }
    assertThat(letters).isEqualTo(refused);
  }

  private static String[] words(String... more) {
    List<String> words =
        new ArrayList<>(
            List.of("bridge", "--topic", "payments", "--source", "payer.id", "--target", "payee"));
    words.addAll(List.of("--operation", "op", "--time", "at", "--graph-id", "money", "--create"));
    words.addAll(List.of("--bootstrap", broker.bootstrapServers()));
    words.addAll(List.of(more));
    return words.toArray(String[]::new);
  }

  private static void send(int from, int to, List<String> expected, List<String> refused) {
    for (int i = from; i < to; i++) {
      String value;
      if (i % 97 == 0) {
        value = "broken " + i;
        refused.add("RECORD_UNDECODABLE " + value);
      } else if (i % 89 == 0) {
        value = "{\"payer\":{},\"payee\":\"x\",\"op\":\"insert\",\"at\":" + i + "}";
        refused.add("RECORD_INCOMPLETE " + value);
      } else {
        boolean deletes = i % 5 == 0;
        value =
            "{\"payer\":{\"id\":\"p%d\"},\"payee\":\"q %d\",\"op\":\"%s\",\"at\":%d}"
                .formatted(i % 40, i, deletes ? "delete" : "insert", i);
        expected.add((deletes ? "- p" : "+ p") + i % 40 + " q " + i + " " + i * 1_000L);
      }
      var _ = producer.send(new ProducerRecord<>("payments", 0, null, value));
    }
    producer.flush();
  }

  @Test
  void whatIsWrongIsSaidBeforeAnythingIsRead() {
    CommandLineRun topic =
        run("bridge", "--topic", "paymnts", "--source", "a", "--target", "b", "--graph-id", "g");
    assertThat(topic.exitCode()).isEqualTo(3);
    assertThat(topic.err()).contains("there is no topic paymnts", "payments");
    CommandLineRun graph = run("bridge", "--topic", "few", "--source", "a", "--target", "b");
    assertThat(graph.exitCode()).isEqualTo(2);
    assertThat(graph.err()).contains("--graph-id");
    assertThat(
            run("bridge", "--topic", "few", "--source", "a", "--target", "b", "--graph-id", "a b")
                .err())
        .contains("'a b'");
  }

  @Test
  void aTopicWithoutEventsEndsAtItsEnd() {
    CommandLineRun done =
        run(
            "bridge",
            "--topic",
            "few",
            "--source",
            "a",
            "--target",
            "b",
            "--graph-field",
            "g",
            "--until-end");
    assertThat(done.exitCode()).as(done.err()).isZero();
    assertThat(done.err()).contains("0 inserted, 0 deleted, 0 dead letters");
  }

  private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
    return new String(record.headers().lastHeader(name).value(), UTF_8);
  }

  private static List<ConsumerRecord<byte[], byte[]>> read(String topic) {
    var records = new ArrayList<ConsumerRecord<byte[], byte[]>>();
    try (var consumer =
        new KafkaConsumer<>(
            Map.<String, Object>of(
                "bootstrap.servers",
                broker.bootstrapServers(),
                "isolation.level",
                "read_committed"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      var partition = new TopicPartition(topic, 0);
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      long end = consumer.endOffsets(List.of(partition)).get(partition);
      while (consumer.position(partition) < end) {
        consumer.poll(Duration.ofMillis(100)).forEach(records::add);
      }
    }
    return records;
  }

  private static CommandLineRun run(String... words) {
    List<String> line = new ArrayList<>(List.of(words));
    line.addAll(List.of("--bootstrap", broker.bootstrapServers()));
    return CommandLineRun.of(line.toArray(String[]::new));
  }
}
