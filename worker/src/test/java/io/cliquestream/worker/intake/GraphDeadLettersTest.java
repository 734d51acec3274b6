package io.cliquestream.worker.intake;

import static io.cliquestream.worker.intake.StoreHarness.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.contract.DeadLetterHeaders;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.config.ConfigurationSchema;
import io.cliquestream.worker.config.GraphSettings;
import io.cliquestream.worker.config.KafkaSettings;
import io.cliquestream.worker.graphs.Refusal;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A graph record that nobody can use becomes one dead letter, whoever reads it. */
@Tag("seam")
final class GraphDeadLettersTest {
  private static final int BAD_RECORDS = 30;

  @RegisterExtension private final StoreHarness harness = new StoreHarness();

  private List<Long> offsets() {
    return harness.deadLetters().stream()
        .map(letter -> letter.headers().lastHeader(DeadLetterHeaders.ORIGINAL_OFFSET).value())
        .map(value -> Long.parseLong(new String(value, UTF_8)))
        .sorted()
        .toList();
  }

  private static GraphDeadLetters.Letter letter(long offset) {
    return new GraphDeadLetters.Letter(
        new ConsumerRecord<>("graphs.v1", 0, offset, "key".getBytes(UTF_8), new byte[] {1}),
        new Refusal(FailureCode.FAILURE_CODE_RECORD_UNDECODABLE, "no record"));
  }

  /** As while a partition is prepared for its next worker. */
  @Test
  void twoWorkersThatReadAPartitionOnceReportedItsBadRecordsTwice() throws Exception {
    var owner = harness.store();
    await(owner.restore(0));
    var next = harness.store();
    await(next.restore(0));
    for (int i = 0; i < BAD_RECORDS; i++) {
      harness.send(("no key " + i).getBytes(UTF_8), new byte[] {1, 2, 3});
      if (i % 10 == 0) {
        await(Future.fromCompletionStage(owner.caughtUp(0)));
      }
    }
    await(Future.fromCompletionStage(owner.caughtUp(0)));
    await(Future.fromCompletionStage(next.caughtUp(0)));
    assertThat(offsets())
        .containsExactlyElementsOf(LongStream.range(0, BAD_RECORDS).boxed().toList());
    await(owner.close());
    await(next.close());
    var later = harness.store();
    await(later.restore(0));
    assertThat(offsets()).hasSize(BAD_RECORDS);
    await(later.close());
  }

  /** The worker was killed between the letter and the note that it is written. */
  @Test
  void aWorkerThatWasKilledBehindALetterOnceLeftItToBeWrittenAgain() throws Exception {
    harness.send("no key".getBytes(UTF_8), new byte[] {1, 2, 3});
    try (var killed =
        new KafkaProducer<>(
            Map.of(
                "bootstrap.servers",
                harness.broker.bootstrapServers(),
                "transactional.id",
                GraphDeadLetters.transactionalId("cliquestream-graph-dead-letters", 0)),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      killed.initTransactions();
      killed.beginTransaction();
      var _ = killed.send(new ProducerRecord<>("jobs.dlq.v1", new byte[] {1, 2, 3})).get();
      var store = harness.store();
      await(store.restore(0));
      assertThat(offsets()).containsExactly(0L);
      await(store.close());
      killed.close(java.time.Duration.ZERO);
    }
  }

  @Test
  void lettersBehindARecordThatWaitsAreNotWrittenAgain() {
    var configuration =
        ConfigurationSchema.of(KafkaSettings.class, GraphSettings.class)
            .load(null, Map.of(), Map.of("kafka.bootstrap", harness.broker.bootstrapServers()));
    var letters =
        new GraphDeadLetters(
            configuration.get(KafkaSettings.class), configuration.get(GraphSettings.class));
    assertThat(letters.writtenBelow(0)).isZero();
    assertThat(letters.write(0, List.of(letter(10), letter(12)), 5)).isEqualTo(2);
    assertThat(letters.writtenBelow(0)).isEqualTo(5);
    assertThat(letters.write(0, List.of(letter(10), letter(7), letter(4)), 11)).isEqualTo(1);
    // Another reader that is not as far takes nothing back.
    assertThat(letters.write(0, List.of(letter(3), letter(12)), 2)).isZero();
    assertThat(letters.write(0, List.of(letter(11)), 2)).isEqualTo(1);
    assertThat(letters.write(0, List.of(letter(11), letter(12), letter(13)), 14)).isEqualTo(1);
    assertThat(offsets()).containsExactly(7L, 10L, 11L, 12L, 13L);
  }

  @Test
  void aNoteHoldsWhatFits() {
    var beyond = new TreeSet<Long>();
    for (long offset = 1; offset <= 5_000; offset++) {
      beyond.add(Long.MAX_VALUE - 10_000 + 2 * offset - 1);
    }
    OffsetAndMetadata committed =
        new GraphDeadLetters.Note(Long.MAX_VALUE - 10_000, beyond).commit();
    assertThat(committed.metadata()).hasSizeLessThanOrEqualTo(2_000);
    GraphDeadLetters.Note read = GraphDeadLetters.Note.of(committed);
    assertThat(read.below()).isEqualTo(Long.MAX_VALUE - 10_000);
    assertThat(beyond.headSet(read.beyond().last(), true)).isEqualTo(read.beyond());
    assertThat(read.beyond()).hasSizeGreaterThan(500);
    for (String foreign : List.of("", "x y", ",,", "zzzzzzzzzzzzzzzzzzzz", "1y2p0ij32e8e7,1")) {
      assertThat(GraphDeadLetters.Note.of(new OffsetAndMetadata(7, foreign)).below()).isEqualTo(7);
    }
  }
}
