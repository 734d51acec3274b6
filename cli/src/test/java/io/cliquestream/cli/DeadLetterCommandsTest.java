package io.cliquestream.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.cliquestream.broker.EmbeddedBroker;
import io.cliquestream.contract.DeadLetterHeaders;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.TriangleCount;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Dead letters from the shell, with those that a real worker leaves. */
final class DeadLetterCommandsTest {
  @TempDir static Path folder;
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

  @Test
  void aRecordThatNoWorkerCouldUseIsShownDiscardedAndReplayed() throws Exception {
    Path file = Files.writeString(folder.resolve("triangle.txt"), "1 2\n2 3\n3 1\n");
    run("publish", "triangle", file.toString(), "--graph-version", "1");
    try (var worker = ServeProcess.start(Map.of(), "--bootstrap", broker.bootstrapServers())) {
      worker.awaitLine("taking jobs");
      // Told by the worker itself.
      send(new ProducerRecord<>("jobs.v1", 0, "key".getBytes(UTF_8), "no job".getBytes(UTF_8)));
      worker.awaitLine("RECORD_UNDECODABLE");
      // As a worker of another version could have left it: all of a job.
      var job =
          new ProducerRecord<>(
              "jobs.dlq.v1",
              0,
              "triangle".getBytes(UTF_8),
              JobRequest.newBuilder()
                  .setJobId("second-chance")
                  .setGraphId("triangle")
                  .setTriangleCount(TriangleCount.getDefaultInstance())
                  .build()
                  .toByteArray());
      Map.of(
              "ce_id",
              "second-chance",
              DeadLetterHeaders.CAUSE_CODE,
              "RECORD_INCOMPLETE",
              DeadLetterHeaders.CAUSE_CATEGORY,
              "INPUT",
              DeadLetterHeaders.CAUSE_MESSAGE,
              "an older worker did not know it",
              DeadLetterHeaders.ORIGINAL_TOPIC,
              "jobs.v1",
              DeadLetterHeaders.ORIGINAL_PARTITION,
              "0",
              DeadLetterHeaders.ORIGINAL_OFFSET,
              "7")
          .forEach((name, value) -> job.headers().add(name, value.getBytes(UTF_8)));
      send(job);

      awaitOpen(2);
      String replayable = positionOf("record_incomplete");
      String garbage = positionOf("RECORD_UNDECODABLE");
      assertThat(run("dead-letters", "list").out())
          .containsPattern(replayable + " .*open +RECORD_INCOMPLETE +jobs.v1-0 offset 7")
          .containsPattern(garbage + " .*open +RECORD_UNDECODABLE +jobs.v1-0 offset 0");
      assertThat(
              run("dead-letters", "list", "--topic", "graphs.v1", "--json")
                  .json()
                  .path("total")
                  .asInt())
          .isZero();

      CommandLineRun shown = run("dead-letters", "show", replayable);
      assertThat(shown.out())
          .contains("json cliquestream.v1.JobRequest", "\"jobId\" : \"second-chance\"")
          .contains("header  ce_id = second-chance");
      assertThat(run("dead-letters", "show", garbage).out()).contains("value   text", "no job");

      CommandLineRun replayed =
          run("dead-letters", "replay", replayable, "--note", "now it is known", "--by", "ann");
      assertThat(replayed.exitCode()).as(replayed.err()).isZero();
      assertThat(replayed.out()).startsWith("jobs.v1-0 offset ");
      assertThat(
              run(
                      "submit",
                      "triangles",
                      "--graph-id",
                      "triangle",
                      "--job-id",
                      "second-chance",
                      "--wait")
                  .out())
          .contains("triangles 1");
      CommandLineRun twice = run("dead-letters", "replay", replayable);
      assertThat(twice.exitCode()).isEqualTo(3);
      assertThat(twice.err()).contains("OPTION_INVALID", "replayed by ann");
      assertThat(run("dead-letters", "replay", replayable, "--again").exitCode()).isZero();

      assertThat(run("dead-letters", "discard", garbage, "--note", "a test").exitCode()).isZero();
      assertThat(run("dead-letters", "discard", garbage).exitCode()).isEqualTo(3);
      assertThat(run("dead-letters", "list", "--json").json().path("total").asInt()).isZero();
      JsonNode discarded =
          run("dead-letters", "list", "--state", "discarded", "--json").json().path("items");
      assertThat(discarded).hasSize(1);
      assertThat(discarded.get(0).path("decision").path("note").asText()).isEqualTo("a test");
      assertThat(
              run("dead-letters", "list", "--state", "all", "--json").json().path("total").asInt())
          .isEqualTo(2);
    }
  }

  @Test
  void whatIsNotThereIsSaid() {
    CommandLineRun unknown = run("dead-letters", "show", "0-424242");
    assertThat(unknown.exitCode()).isEqualTo(4);
    assertThat(unknown.err()).contains("RECORD_UNKNOWN", "0-424242");
    assertThat(run("dead-letters", "replay", "99-0").exitCode()).isEqualTo(4);
    CommandLineRun wrong = run("dead-letters", "discard", "first");
    assertThat(wrong.exitCode()).isEqualTo(3);
    assertThat(wrong.err()).contains("PARTITION-OFFSET");
    assertThat(run("dead-letters").exitCode()).isEqualTo(2);
  }

  private static String positionOf(String code) {
    JsonNode letters = run("dead-letters", "list", "--code", code, "--json").json();
    assertThat(letters.path("total").asInt()).isEqualTo(1);
    return letters.path("items").get(0).path("position").asText();
  }

  private static void awaitOpen(int count) throws InterruptedException {
    long deadline = System.nanoTime() + 60_000_000_000L;
    while (run("dead-letters", "list", "--json").json().path("total").asInt() < count) {
      assertThat(System.nanoTime()).isLessThan(deadline);
      Thread.sleep(100);
    }
  }

  private static void send(ProducerRecord<byte[], byte[]> record) throws Exception {
    try (var producer =
        new KafkaProducer<>(
            Map.<String, Object>of("bootstrap.servers", broker.bootstrapServers()),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      producer.send(record).get();
    }
  }

  private static CommandLineRun run(String... arguments) {
    return CommandLineRun.of(
        Stream.concat(Stream.of(arguments), Stream.of("--bootstrap", broker.bootstrapServers()))
            .toArray(String[]::new));
  }
}
