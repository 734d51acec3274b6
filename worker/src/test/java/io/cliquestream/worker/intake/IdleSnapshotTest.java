package io.cliquestream.worker.intake;

import static io.cliquestream.worker.intake.StoreHarness.atLeast;
import static io.cliquestream.worker.intake.StoreHarness.await;
import static io.cliquestream.worker.intake.StoreHarness.edges;
import static io.cliquestream.worker.intake.StoreHarness.exact;
import static io.cliquestream.worker.intake.StoreHarness.refusalException;
import static io.cliquestream.worker.intake.StoreHarness.simple;
import static io.cliquestream.worker.intake.assembly.GraphTopicRecords.complete;
import static io.cliquestream.worker.intake.assembly.GraphTopicRecords.snapshot;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.GraphRecord;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.graphs.GraphLease;
import io.cliquestream.worker.metrics.Metric;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Snapshots whose writer stops half-way, and partitions that leave and return. */
@Tag("seam")
final class IdleSnapshotTest {
  private static final Duration WAIT = Duration.ofSeconds(60);

  @RegisterExtension private final StoreHarness harness = new StoreHarness();

  @Test
  void aHalfReceivedSnapshotIsGivenUpAfterItsBoundAndItsMemoryIsFree() throws Exception {
    var store = harness.store("graphs.assembly-idle", "300ms");
    await(store.restore(0));
    List<GraphRecord> records = snapshot("half", 1, complete(20));
    harness.send(records.subList(0, records.size() / 2));
    // Waits for as long as the version is coming in: ends when it is given up.
    assertThatThrownBy(() -> await(store.lease("half", exact(1), WAIT)).close())
        .cause()
        .asInstanceOf(InstanceOfAssertFactories.type(WorkerException.class))
        .satisfies(
            e -> assertThat(e.code()).isEqualTo(FailureCode.FAILURE_CODE_VERSION_REJECTED),
            e -> assertThat(e).hasMessageContaining("CHUNK_MISSING"));
    assertThat(harness.registry.get(Metric.ASSEMBLY.text()).gauge().value()).isZero();

    // Its writer wakes up: too late for this version, which never becomes a wrong count.
    harness.send(records.subList(records.size() / 2, records.size()));
    harness.send(snapshot("half", 2, complete(6)));
    assertThat(edges(store, "half", exact(2))).isEqualTo(simple(complete(6)));
    assertThat(refusalException(store, "half", exact(1)).code())
        .isEqualTo(FailureCode.FAILURE_CODE_VERSION_REJECTED);
    await(store.close());
  }

  @Test
  void aSlowWriterWithinTheBoundGetsItsVersion() throws Exception {
    var store = harness.store("graphs.assembly-idle", "1h");
    await(store.restore(0));
    List<GraphRecord> records = snapshot("slow", 1, complete(20));
    harness.send(records.subList(0, records.size() / 2));
    Future<GraphLease> waiting = store.lease("slow", atLeast(1), WAIT);
    // Another graph's version passes it by, with ticks of the expiry in between.
    harness.send(snapshot("other", 1, complete(5)));
    assertThat(edges(store, "other", exact(1))).isEqualTo(simple(complete(5)));
    assertThat(waiting.isComplete()).isFalse();
    assertThat(harness.registry.get(Metric.ASSEMBLY.text()).gauge().value()).isPositive();
    harness.send(records.subList(records.size() / 2, records.size()));
    try (GraphLease lease = await(waiting)) {
      assertThat(edges(lease.prepared().graph())).isEqualTo(simple(complete(20)));
    }
    // Answered only when everything before it has been taken in to its end.
    assertThat(refusalException(store, "nobody", exact(1)).code())
        .isEqualTo(FailureCode.FAILURE_CODE_GRAPH_UNKNOWN);
    assertThat(harness.registry.get(Metric.ASSEMBLY.text()).gauge().value()).isZero();
    await(store.close());
  }

  @Test
  void thePartitionsLagIsMeasuredWhileItIsHereAndOnceWhenItReturns() throws Exception {
    var store = harness.store();
    for (int round = 0; round < 3; round++) {
      assertThat(harness.registry.find(Metric.INGEST_LAG.text()).gauges()).isEmpty();
      await(store.restore(0));
      assertThat(harness.registry.find(Metric.INGEST_LAG.text()).tag("partition", "0").gauges())
          .hasSize(1);
      await(store.release(0));
    }
    assertThat(harness.registry.find(Metric.INGEST_LAG.text()).gauges()).isEmpty();
    await(store.close());
  }
}
