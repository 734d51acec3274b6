package io.cliquestream.worker.intake;

import static io.cliquestream.worker.intake.StoreHarness.await;
import static io.cliquestream.worker.intake.StoreHarness.edges;
import static io.cliquestream.worker.intake.StoreHarness.exact;
import static io.cliquestream.worker.intake.assembly.GraphTopicRecords.complete;
import static io.cliquestream.worker.intake.assembly.GraphTopicRecords.snapshot;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.contract.DeadLetterHeaders;
import io.cliquestream.contract.GraphRecordKey;
import io.cliquestream.v1.GraphRecord;
import io.cliquestream.worker.ChildProcess;
import io.cliquestream.worker.access.RecordPrincipals;
import io.cliquestream.worker.config.ConfigurationSchema;
import io.cliquestream.worker.config.GraphSettings;
import io.cliquestream.worker.config.KafkaSettings;
import io.cliquestream.worker.graphs.GraphLease;
import io.cliquestream.worker.memory.HostMemory;
import io.cliquestream.worker.metrics.WorkerMetrics;
import io.cliquestream.worker.quota.Quotas;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** 300 MiB of zeros as one compressed record, read by a process with a heap of 256 MiB. */
@Tag("seam")
final class DecompressionBombTest {
  private static final int BOMB_BYTES = 300 << 20;

  @RegisterExtension private final StoreHarness harness = new StoreHarness();

  /** Main of a process that restores a partition and says what it finds. Argument: the broker. */
  static final class SmallProcess {
    static final String FOUND = "FOUND ";

    private SmallProcess() {}

    public static void main(String[] arguments) throws Exception {
      Vertx vertx = Vertx.vertx();
      KafkaGraphStore store = store(vertx, arguments[0]);
      await(store.restore(0));
      StringBuilder found = new StringBuilder(FOUND);
      for (String graphId : List.of("before", "neighbour", "behind", "around", "after")) {
        found.append(edges(store, graphId, exact(1)).size()).append(' ');
      }
      // As a worker reads that takes a part of another's job.
      KafkaGraphStore other = store(vertx, arguments[0]);
      try (GraphLease lease = await(other.lease("around", store.records("around", 1)))) {
        found.append(edges(lease.prepared().graph()).size()).append(' ');
      }
      System.out.println(found.append(store.health().broken().isEmpty()));
      await(other.close());
      await(store.close());
      await(vertx.close());
    }

    private static KafkaGraphStore store(Vertx vertx, String bootstrap) throws Exception {
      var configuration =
          ConfigurationSchema.of(KafkaSettings.class, GraphSettings.class)
              .load(null, Map.of(), Map.of("kafka.bootstrap", bootstrap));
      var store =
          new KafkaGraphStore(
              vertx,
              configuration.get(KafkaSettings.class),
              configuration.get(GraphSettings.class),
              Quotas.none(),
              RecordPrincipals.NONE,
              false,
              new HostMemory(1L << 30),
              new WorkerMetrics(new SimpleMeterRegistry()));
      await(store.start());
      return store;
    }
  }

  @Test
  void aBombOnceKilledIntakeAndFailedPartsOfJobsAndIsPassedOver() throws Exception {
    harness.send(snapshot("before", 1, complete(8)));
    try (var producer = compressing()) {
      // One batch: a whole graph, then the bomb, then records that go with it.
      var sent = new java.util.ArrayList<Future<RecordMetadata>>();
      for (GraphRecord record : snapshot("neighbour", 1, complete(7))) {
        sent.add(send(producer, record));
      }
      producer.flush();
      sent.add(
          producer.send(
              new ProducerRecord<>("graphs.v1", 0, "bomb".getBytes(UTF_8), new byte[BOMB_BYTES])));
      producer.flush();
      for (GraphRecord record : snapshot("behind", 1, complete(6))) {
        sent.add(send(producer, record));
      }
      producer.flush();
      List<GraphRecord> around = snapshot("around", 1, complete(9));
      sent.add(send(producer, around.getFirst()));
      producer.flush();
      sent.add(
          producer.send(
              new ProducerRecord<>("graphs.v1", 0, "bomb".getBytes(UTF_8), new byte[BOMB_BYTES])));
      producer.flush();
      for (GraphRecord record : around.subList(1, around.size())) {
        sent.add(send(producer, record));
      }
      for (Future<RecordMetadata> each : sent) {
        var _ = each.get();
      }
    }
    harness.send(snapshot("after", 1, complete(5)));
    try (var small =
        ChildProcess.start(
            SmallProcess.class, List.of("-Xmx256m"), List.of(harness.broker.bootstrapServers()))) {
      assertThat(small.awaitLine(SmallProcess.FOUND)).isEqualTo("28 21 15 36 10 36 true");
    }
    assertThat(harness.deadLetters())
        .anySatisfy(
            letter ->
                assertThat(
                        new String(
                            letter.headers().lastHeader(DeadLetterHeaders.CAUSE_CODE).value(),
                            UTF_8))
                    .isEqualTo("DECOMPRESSION_BOUND_EXCEEDED"));
  }

  private static Future<RecordMetadata> send(
      KafkaProducer<byte[], byte[]> producer, GraphRecord record) {
    return producer.send(
        new ProducerRecord<>(
            "graphs.v1", 0, GraphRecordKey.of(record).orElseThrow().bytes(), record.toByteArray()));
  }

  private KafkaProducer<byte[], byte[]> compressing() {
    return new KafkaProducer<>(
        Map.of(
            "bootstrap.servers",
            harness.broker.bootstrapServers(),
            "compression.type",
            "zstd",
            "max.request.size",
            BOMB_BYTES + (1 << 20),
            "buffer.memory",
            2L * BOMB_BYTES),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }
}
