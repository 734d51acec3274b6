package io.cliquestream.worker.intake;

import static io.cliquestream.worker.intake.StoreHarness.await;
import static io.cliquestream.worker.intake.StoreHarness.exact;
import static io.cliquestream.worker.intake.StreamVersions.FIRST;
import static io.cliquestream.worker.intake.StreamVersions.GRAPH;
import static io.cliquestream.worker.intake.StreamVersions.SECOND;
import static io.cliquestream.worker.intake.StreamVersions.at;
import static io.cliquestream.worker.intake.StreamVersions.changes;
import static io.cliquestream.worker.intake.StreamVersions.sendTwo;
import static io.cliquestream.worker.intake.StreamVersions.snapshot;
import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.contract.EdgeSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a worker makes of a snapshot whose graph it has already. */
@Tag("seam")
final class StreamSnapshotSharesRowsTest {
  private static final EdgeSource OTHER = EdgeSource.of(1, 2, 2, 3, 3, 1, 3, 4, 4, 5, 9, 2);

  @RegisterExtension final StoreHarness harness = new StoreHarness();

  /** Everything behind it waited until the graph was built once more. */
  @Test
  void aStreamsSnapshotWasBuiltByThoseWhoHadItsVersion() throws Exception {
    KafkaGraphStore store = StreamVersions.store(harness);
    sendTwo(harness);
    harness.send(snapshot(3, SECOND, at(2).toBuilder().setVersionsSinceSnapshot(0).build()));
    await(store.restore(0));
    assertThat(changes(store, 2, 3)).hasValue(0);
    assertThat(StoreHarness.edges(store, GRAPH, exact(3)))
        .isEqualTo(StoreHarness.edges(store, GRAPH, exact(2)));
    assertThat(store.deltas(GRAPH, 2, 3).orElseThrow().getFirst().edges()).isZero();
    assertThat(store.records(GRAPH, 3)).as("what it is read again from").hasSize(1);
  }

  @Test
  void aSnapshotOfAnotherPlaceInTheStreamOrOfOtherEdgesIsItsOwnGraph() throws Exception {
    KafkaGraphStore store = StreamVersions.store(harness);
    sendTwo(harness);
    harness.send(snapshot(3, FIRST, at(3)));
    harness.send(snapshot(4, SECOND, at(3)));
    await(store.restore(0));
    for (long version = 3; version <= 4; version++) {
      assertThat(changes(store, version - 1, version)).as("to version " + version).isEmpty();
    }
    assertThat(StoreHarness.edges(store, GRAPH, exact(3)))
        .isEqualTo(StoreHarness.edges(store, GRAPH, exact(1)));
    assertThat(StoreHarness.edges(store, GRAPH, exact(4)))
        .isEqualTo(StoreHarness.edges(store, GRAPH, exact(2)));
  }

  @Test
  void aSnapshotThatSaysItsPlaceAndListsOtherEdgesWasTakenForTheVersionBeforeIt() throws Exception {
    KafkaGraphStore store = StreamVersions.store(harness);
    sendTwo(harness);
    // As many edges as version 2, and one of them another.
    harness.send(snapshot(3, OTHER, at(2)));
    await(store.restore(0));
    assertThat(changes(store, 2, 3)).isEmpty();
    assertThat(StoreHarness.edges(store, GRAPH, exact(3)))
        .hasSameSizeAs(StoreHarness.edges(store, GRAPH, exact(2)))
        .isNotEqualTo(StoreHarness.edges(store, GRAPH, exact(2)));
  }
}
