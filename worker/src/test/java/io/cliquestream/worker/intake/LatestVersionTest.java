package io.cliquestream.worker.intake;

import static io.cliquestream.worker.intake.StoreHarness.atLeast;
import static io.cliquestream.worker.intake.StoreHarness.await;
import static io.cliquestream.worker.intake.assembly.GraphTopicRecords.complete;
import static io.cliquestream.worker.intake.assembly.GraphTopicRecords.delta;
import static io.cliquestream.worker.intake.assembly.GraphTopicRecords.snapshot;
import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.v1.GraphRecord;
import io.cliquestream.worker.graphs.GraphLease;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Jobs on whatever version is the latest, of a graph that changes faster than they get one. */
@Tag("seam")
final class LatestVersionTest {
  private static final int VERSIONS = 300;
  private static final int READERS = 4;

  @RegisterExtension private final StoreHarness harness = new StoreHarness();

  @Test
  void theLatestVersionWasRetiredTwiceBeforeItWasInMemory() throws Exception {
    KafkaGraphStore store = harness.store("graphs.versions-per-graph", "1");
    await(store.restore(0));
    harness.send(snapshot("fast", 1, complete(60)));
    var sending = new AtomicBoolean(true);
    try (var threads = Executors.newFixedThreadPool(READERS)) {
      List<Future<Integer>> readers = new ArrayList<>();
      for (int reader = 0; reader < READERS; reader++) {
        Callable<Integer> work = () -> lease(store, sending);
        readers.add(threads.submit(work));
      }
      List<GraphRecord> records = new ArrayList<>();
      for (int version = 2; version <= VERSIONS; version++) {
        long vertex = 100L + version;
        records.addAll(delta("fast", version - 1, version, new long[] {0, vertex}, new long[0]));
      }
      harness.send(0, records);
      try (GraphLease last =
          await(store.lease("fast", atLeast(VERSIONS), Duration.ofSeconds(60)))) {
        assertThat(last.version()).isEqualTo(VERSIONS);
      }
      sending.set(false);
      for (Future<Integer> reader : readers) {
        assertThat(reader.get()).as("leases").isPositive();
      }
    }
    await(store.close());
  }

  /** Each lease is one of a version that was there; fails as a job would. */
  private static int lease(KafkaGraphStore store, AtomicBoolean goOn) throws Exception {
    int leases = 0;
    while (goOn.get()) {
      try (GraphLease lease = await(store.lease("fast", atLeast(1), Duration.ofSeconds(60)))) {
        assertThat(lease.graph().edgeCount()).isEqualTo(60 * 59 / 2 + lease.version() - 1);
        leases++;
      }
    }
    return leases;
  }
}
