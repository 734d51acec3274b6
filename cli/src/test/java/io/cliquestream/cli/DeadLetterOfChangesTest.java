package io.cliquestream.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.broker.EmbeddedBroker;
import io.cliquestream.contract.DeadLetterHeaders;
import io.cliquestream.contract.EdgeChangeBatches;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

/** Edge events that nobody could use are shown and replayed from the shell. */
final class DeadLetterOfChangesTest {
  @Test
  void edgeEventsInADeadLetterCouldNotBeReplayed() throws Exception {
    try (var broker = EmbeddedBroker.start()) {
      assertThat(run(broker, "topics", "create", "--partitions", "1").exitCode()).isZero();
      var batch = new EdgeChangeBatches("social", 10);
      batch.add(false, 1, 2);
      var letter =
          new ProducerRecord<>(
              "jobs.dlq.v1", 0, "social".getBytes(UTF_8), batch.cut().toByteArray());
      Map.of(
              DeadLetterHeaders.CAUSE_CODE,
              "GRAPH_UNKNOWN",
              DeadLetterHeaders.CAUSE_CATEGORY,
              "NOT_FOUND",
              DeadLetterHeaders.CAUSE_MESSAGE,
              "nobody had published it",
              DeadLetterHeaders.ORIGINAL_TOPIC,
              "changes.v1",
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
        producer.send(letter).get();
      }

      assertThat(run(broker, "dead-letters", "show", "0-0").out())
          .contains("json cliquestream.v1.ChangeRecord", "\"graphId\" : \"social\"");
      CommandLineRun replayed = run(broker, "dead-letters", "replay", "0-0");
      assertThat(replayed.exitCode()).as(replayed.err()).isZero();
      assertThat(replayed.out()).startsWith("changes.v1-0 offset 0");
    }
  }

  private static CommandLineRun run(EmbeddedBroker broker, String... words) {
    return CommandLineRun.of(
        Stream.concat(Stream.of(words), Stream.of("--bootstrap", broker.bootstrapServers()))
            .toArray(String[]::new));
  }
}
