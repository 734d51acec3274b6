package io.cliquestream.worker.intake;

import static io.cliquestream.worker.intake.StoreHarness.await;

import io.cliquestream.contract.EdgeSource;
import io.cliquestream.contract.PayloadCompressor;
import io.cliquestream.contract.SnapshotPlan;
import io.cliquestream.contract.SnapshotWriter;
import io.cliquestream.v1.GraphRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Measures how fast a store takes in a snapshot that lies in the topic: from the call of restore to
 * the lease of the built graph, over a real broker in the same process. Arguments: pairs, runs.
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
    for (int run = 0; run < runs; run++) {
      var store = harness.store();
      long start = System.nanoTime();
      await(store.restore(0));
      try (var lease = await(store.lease("bench", StoreHarness.exact(1), Duration.ZERO))) {
        double seconds = (System.nanoTime() - start) / 1e9;
        best = Math.max(best, pairs / seconds);
        System.out.printf(
            Locale.ROOT,
            "run %d: %d pairs, %d edges in %.3f s: %.1f million edges per second%n",
            run,
            pairs,
            lease.prepared().graph().edgeCount(),
            seconds,
            pairs / seconds / 1e6);
      }
      await(store.close());
    }
    System.out.printf(Locale.ROOT, "best: %.1f million edges per second%n", best / 1e6);
    harness.stop();
  }
}
