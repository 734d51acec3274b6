package io.cliquestream.worker.intake;

import static io.cliquestream.worker.intake.StoreHarness.await;
import static io.cliquestream.worker.intake.StoreHarness.edges;
import static io.cliquestream.worker.intake.StoreHarness.exact;
import static io.cliquestream.worker.intake.StoreHarness.refusal;
import static io.cliquestream.worker.intake.StoreHarness.simple;
import static io.cliquestream.worker.intake.assembly.GraphTopicRecords.complete;
import static io.cliquestream.worker.intake.assembly.GraphTopicRecords.snapshot;
import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.contract.GraphRecordKey;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.GraphRecord;
import io.cliquestream.worker.graphs.VersionHold;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Partitions that are asked for again, left and asked for in any order; graphs that end. */
@Tag("seam")
final class FollowedPartitionTest {
  @RegisterExtension private final StoreHarness harness = new StoreHarness();

  @Test
  void restoringAFollowedPartitionOnceCorruptedItsGraphs() throws Exception {
    var store = harness.store();
    await(store.restore(0));
    harness.send(snapshot("whole", 1, complete(9)));
    List<GraphRecord> half = snapshot("half", 1, complete(12));
    harness.send(half.subList(0, 3));
    await(store.restore(0));
    await(store.restore(0));
    harness.send(half.subList(3, half.size()));
    assertThat(edges(store, "half", exact(1))).isEqualTo(simple(complete(12)));
    assertThat(edges(store, "whole", exact(1))).isEqualTo(simple(complete(9)));
    assertThat(harness.deadLetters()).isEmpty();
    await(store.close());
  }

  @Test
  void releasesAndRestoresInAnyOrderEndWithOneFeedAndEveryGraph() throws Exception {
    harness.send(snapshot("kept", 1, complete(9)));
    var store = harness.store();
    List<Future<Void>> all = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      all.add(store.restore(0).otherwiseEmpty());
      all.add(store.release(0));
    }
    all.add(store.restore(0));
    for (Future<Void> each : all) {
      await(each);
    }
    assertThat(store.health().isRestored()).isTrue();
    assertThat(store.health().partitions()).hasSize(1);
    assertThat(edges(store, "kept", exact(1))).isEqualTo(simple(complete(9)));
    harness.send(snapshot("kept", 2, complete(5)));
    assertThat(edges(store, "kept", exact(2))).isEqualTo(simple(complete(5)));
    assertThat(harness.deadLetters()).isEmpty();
    await(store.release(0));
    assertThat(store.health().partitions()).isEmpty();
    await(store.close());
  }

  @Test
  void retiredAndRejectedGraphsOnceKeptTheirSlotForGood() throws Exception {
    var store = harness.store("graphs.maximum-graphs", "2");
    await(store.restore(0));
    for (int i = 0; i < 5; i++) {
      List<GraphRecord> records = snapshot("retired" + i, 1, complete(5));
      harness.send(records);
      retire(records);
      List<GraphRecord> broken = new ArrayList<>(snapshot("rejected" + i, 1, complete(12)));
      broken.remove(2);
      harness.send(broken);
    }
    assertThat(refusal(store, "rejected4", exact(1)))
        .isEqualTo(FailureCode.FAILURE_CODE_VERSION_REJECTED);
    harness.send(snapshot("a", 1, complete(4)));
    harness.send(snapshot("b", 1, complete(6)));
    assertThat(edges(store, "a", exact(1))).isEqualTo(simple(complete(4)));
    assertThat(edges(store, "b", exact(1))).isEqualTo(simple(complete(6)));
    harness.send(snapshot("c", 1, complete(4)));
    assertThat(refusal(store, "c", exact(1))).isEqualTo(FailureCode.FAILURE_CODE_GRAPH_TOO_LARGE);
    retire(snapshot("a", 1, complete(4)));
    harness.send(snapshot("c", 2, complete(7)));
    assertThat(edges(store, "c", exact(2))).isEqualTo(simple(complete(7)));
    await(store.close());
  }

  @Test
  void versionsThatSomebodyHoldsOnceWentBeyondTheNumberKept() throws Exception {
    var store = harness.store("graphs.versions-per-graph", "1");
    await(store.restore(0));
    List<VersionHold> holds = new ArrayList<>();
    store.onVersion((graphId, version) -> holds.add(store.hold(graphId, version).orElseThrow()));
    for (int version = 1; version <= 5; version++) {
      harness.send(snapshot("held", version, complete(3 + version)));
    }
    for (int version = 5; version >= 1; version--) {
      assertThat(edges(store, "held", exact(version))).isEqualTo(simple(complete(3 + version)));
    }
    holds.get(2).close();
    holds.get(2).close();
    assertThat(refusal(store, "held", exact(3)))
        .isEqualTo(FailureCode.FAILURE_CODE_VERSION_UNKNOWN);
    assertThat(edges(store, "held", exact(2))).isEqualTo(simple(complete(5)));
    assertThat(store.hold("held", 3)).isEmpty();
    await(store.close());
  }

  @Test
  void aPartitionWhoseFirstRecordsWereDeletedIsTakenInFromWhereItBegins() throws Exception {
    List<GraphRecord> gone = snapshot("gone", 1, complete(9));
    harness.send(gone);
    harness.send(snapshot("kept", 1, complete(7)));
    harness.deleteRecords(gone.size());
    var store = harness.store();
    await(store.restore(0));
    assertThat(edges(store, "kept", exact(1))).isEqualTo(simple(complete(7)));
    assertThat(refusal(store, "gone", exact(1))).isEqualTo(FailureCode.FAILURE_CODE_GRAPH_UNKNOWN);
    assertThat(harness.deadLetters()).isEmpty();
    await(store.close());
    // All of them: nothing is left to fetch, and the end is reached all the same.
    harness.deleteRecords(-1);
    var later = harness.store();
    await(later.restore(0));
    harness.send(snapshot("new", 1, complete(5)));
    assertThat(edges(later, "new", exact(1))).isEqualTo(simple(complete(5)));
    await(later.close());
  }

  private void retire(List<GraphRecord> records) throws Exception {
    for (GraphRecord record : records) {
      harness.send(GraphRecordKey.of(record).orElseThrow().bytes(), null);
    }
  }
}
