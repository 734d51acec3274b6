package io.cliquestream.worker.intake;

import static io.cliquestream.worker.intake.StoreHarness.await;

import io.cliquestream.contract.EdgeSource;
import io.cliquestream.contract.PayloadCompressor;
import io.cliquestream.contract.SnapshotPlan;
import io.cliquestream.contract.SnapshotWriter;
import io.cliquestream.v1.GraphRecord;
import io.cliquestream.worker.config.ConfigurationSchema;
import io.cliquestream.worker.config.GraphSettings;
import io.cliquestream.worker.config.KafkaSettings;
import io.cliquestream.worker.intake.topic.GraphConsumers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.TopicPartition;

/**
 * Measures how fast a store takes in a snapshot that lies in the topic, over a real broker in the
 * same process: from the call of restore to the lease of the built graph, and without the building.
 * In turn with it a consumer with the store's own settings polls the same records and drops them:
 * what the broker and Kafka's client take alone. Arguments: pairs, runs.
 */
final class IngestBenchmark {
  private IngestBenchmark() {}

  public static void main(String[] arguments) throws Exception {
    long pairs = arguments.length > 0 ? Long.parseLong(arguments[0]) : 4_000_000;
    int runs = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 5;
    var harness = new StoreHarness();
    EdgeSource edges =
        consumer -> {
          var random = new SplittableRandom(7);
          for (long i = 0; i < pairs; i++) {
            consumer.accept(random.nextInt(1 << 20), random.nextInt(1 << 20));
          }
        };
    var records = new ArrayList<GraphRecord>();
    SnapshotWriter.write(
        SnapshotPlan.pairs("bench", 1, 1 << 20), PayloadCompressor.NONE, edges, records::add);
    harness.send(records);
    double best = 0;
    double[] alone = new double[runs];
    double[] ingested = new double[runs];
    for (int run = 0; run < runs; run++) {
      alone[run] = poll(harness);
      var store = harness.store();
      long start = System.nanoTime();
      await(store.restore(0));
      try (var lease = await(store.lease("bench", StoreHarness.exact(1), Duration.ZERO))) {
        double seconds = (System.nanoTime() - start) / 1e9;
        best = Math.max(best, pairs / seconds);
        double built =
            harness.registry.find("cliquestream.prepare").timers().stream()
                .mapToDouble(timer -> timer.totalTime(TimeUnit.SECONDS))
                .sum();
        ingested[run] = seconds - built;
        System.out.printf(
            Locale.ROOT,
            "run %d: %d pairs, %d edges in %.3f s: %.1f million edges per second; polled alone in"
                + " %.3f s, taken in after %.3f s%n",
            run,
            pairs,
            lease.prepared().graph().edgeCount(),
            seconds,
            pairs / seconds / 1e6,
            alone[run],
            ingested[run]);
      }
      await(store.close());
    }
    System.out.printf(Locale.ROOT, "best: %.1f million edges per second%n", best / 1e6);
    double loopback = Arrays.stream(alone).sorted().toArray()[runs / 2];
    double ingest = Arrays.stream(ingested).sorted().toArray()[runs / 2];
    System.out.printf(
        Locale.ROOT,
        "medians: polled alone %.3f s, taken in %.3f s: ingest at %.0f%% of the rate of the broker%n",
        loopback,
        ingest,
        100 * loopback / ingest);
    harness.stop();
  }

  /** Seconds that polling all records takes. */
  private static double poll(StoreHarness harness) {
    var configuration =
        ConfigurationSchema.of(KafkaSettings.class, GraphSettings.class)
            .load(null, Map.of(), Map.of("kafka.bootstrap", harness.broker.bootstrapServers()));
    var consumers =
        new GraphConsumers(
            configuration.get(KafkaSettings.class), configuration.get(GraphSettings.class));
    try (var consumer = consumers.open("alone")) {
      var partition = new TopicPartition("graphs.v1", 0);
      consumer.assign(Set.of(partition));
      long start = System.nanoTime();
      consumer.seekToBeginning(Set.of(partition));
      long end = consumer.endOffsets(Set.of(partition)).get(partition);
      while (consumer.position(partition) < end) {
        var _ = consumer.poll(Duration.ofMillis(20));
      }
      return (System.nanoTime() - start) / 1e9;
    }
  }
}
