package io.cliquestream.worker.intake;

import static io.cliquestream.worker.intake.StoreHarness.await;
import static io.cliquestream.worker.intake.StoreHarness.edges;
import static io.cliquestream.worker.intake.StoreHarness.exact;
import static io.cliquestream.worker.intake.StoreHarness.refusalException;
import static io.cliquestream.worker.intake.StoreHarness.simple;
import static io.cliquestream.worker.intake.assembly.GraphTopicRecords.complete;
import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.contract.DeltaPlan;
import io.cliquestream.contract.DeltaWriter;
import io.cliquestream.contract.EdgeSource;
import io.cliquestream.contract.GraphRecordKey;
import io.cliquestream.contract.PayloadCompressor;
import io.cliquestream.contract.SnapshotPlan;
import io.cliquestream.contract.SnapshotWriter;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.GraphRecord;
import io.cliquestream.worker.failure.WorkerException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What one tenant's graphs may take, on a real broker. */
final class TenantQuotaTest {
  @RegisterExtension private final StoreHarness harness = new StoreHarness();
  private KafkaGraphStore store;

  @AfterEach
  void close() throws Exception {
    await(store.close());
  }

  private void store(String... settings) throws Exception {
    store = harness.store(settings);
    await(store.restore(0));
  }

  private static List<GraphRecord> snapshot(
      String tenant, String graphId, long version, long... ends) {
    var records = new ArrayList<GraphRecord>();
    SnapshotWriter.write(
        SnapshotPlan.pairs(graphId, version, 1_000).withChunkBytes(64).withTenant(tenant),
        PayloadCompressor.NONE,
        EdgeSource.of(ends),
        records::add);
    return records;
  }

  private void assertRefused(String graphId, long version, String setting) throws Exception {
    WorkerException refusal = refusalException(store, graphId, exact(version));
    assertThat(refusal.code()).isEqualTo(FailureCode.FAILURE_CODE_VERSION_REJECTED);
    assertThat(refusal).hasMessageContaining("QUOTA_EXCEEDED").hasMessageContaining(setting);
  }

  @Test
  void oneTenantTookEverySlotForVersions() throws Exception {
    store("quotas.versions", "2", "graphs.versions-per-graph", "2");
    harness.send(snapshot("a", "a-1", 1, complete(4)));
    harness.send(snapshot("a", "a-2", 1, complete(4)));
    harness.send(snapshot("a", "a-3", 1, complete(4)));
    assertRefused("a-3", 1, "quotas.versions");
    // Others have quotas of their own, and so has who names no tenant.
    harness.send(snapshot("b", "b-1", 1, complete(4)));
    harness.send(snapshot("", "nobodys", 1, complete(4)));
    assertThat(edges(store, "b-1", exact(1))).isEqualTo(simple(complete(4)));
    assertThat(edges(store, "nobodys", exact(1))).isEqualTo(simple(complete(4)));
    // A retired version makes room.
    for (GraphRecord record : snapshot("a", "a-2", 1, complete(4))) {
      harness.send(GraphRecordKey.of(record).orElseThrow().bytes(), null);
    }
    harness.send(snapshot("a", "a-4", 1, complete(5)));
    assertThat(edges(store, "a-4", exact(1))).isEqualTo(simple(complete(5)));
  }

  @Test
  void aVersionThatPushesAnOlderOneOutTakesNoFurtherSlot() throws Exception {
    store("quotas.versions", "2", "graphs.versions-per-graph", "2");
    for (int version = 1; version <= 5; version++) {
      harness.send(snapshot("a", "a", version, complete(3 + version)));
      assertThat(edges(store, "a", exact(version))).isEqualTo(simple(complete(3 + version)));
    }
  }

  @Test
  void whatOneWorkerTookInIsTakenInByItsSuccessorWithASmallerQuota() throws Exception {
    store("quotas.versions", "3");
    for (int graph = 0; graph < 3; graph++) {
      harness.send(snapshot("a", "a-" + graph, 1, complete(4)));
      assertThat(edges(store, "a-" + graph, exact(1))).isEqualTo(simple(complete(4)));
    }
    await(store.close());
    store("quotas.versions", "1");
    for (int graph = 0; graph < 3; graph++) {
      assertThat(edges(store, "a-" + graph, exact(1))).isEqualTo(simple(complete(4)));
    }
    harness.send(snapshot("a", "a-3", 1, complete(4)));
    assertRefused("a-3", 1, "quotas.versions");
  }

  @Test
  void aVersionThatTakesMoreMemoryThanItsTenantMayIsRefusedAtItsHeader() throws Exception {
    store("quotas.assembly-bytes", "4KiB");
    harness.send(snapshot("a", "large", 1, complete(100)).subList(0, 1));
    assertRefused("large", 1, "quotas.assembly-bytes");
    harness.send(snapshot("a", "small", 1, complete(10)));
    assertThat(edges(store, "small", exact(1))).isEqualTo(simple(complete(10)));

    var records = new ArrayList<GraphRecord>();
    DeltaWriter.write(
        new DeltaPlan("small", 1, 2, 4, 64).withTenant("a"),
        EdgeSource.of(complete(100)),
        EdgeSource.of(),
        records::add);
    harness.send(records);
    assertRefused("small", 2, "quotas.assembly-bytes");
  }

  @Test
  void twoVersionsOfOneTenantWaitForEachOther() throws Exception {
    // Each takes a first block of 256 pairs: 2 KiB.
    store("quotas.assembly-bytes", "3KiB");
    List<GraphRecord> first = snapshot("a", "first", 1, complete(8));
    List<GraphRecord> second = snapshot("a", "second", 1, complete(9));
    harness.send(first.subList(0, 2));
    harness.send(second);
    harness.send(snapshot("b", "of-another", 1, complete(7)));
    assertThat(edges(store, "of-another", exact(1))).isEqualTo(simple(complete(7)));
    harness.send(first.subList(2, first.size()));
    assertThat(edges(store, "first", exact(1))).isEqualTo(simple(complete(8)));
    assertThat(edges(store, "second", exact(1))).isEqualTo(simple(complete(9)));
  }

  @Test
  void aTenantWithAnEndlessNameIsRefused() throws Exception {
    store();
    GraphRecord header = snapshot("", "named", 1, complete(4)).getFirst();
    var named =
        header.toBuilder()
            .setHeader(header.getHeader().toBuilder().setTenant("x".repeat(65)))
            .build();
    harness.send(List.of(named));
    assertThat(refusalException(store, "named", exact(1))).hasMessageContaining("OPTION_INVALID");
  }
}
