package io.cliquestream.worker.intake;

import static io.cliquestream.worker.intake.StoreHarness.atLeast;
import static io.cliquestream.worker.intake.StoreHarness.await;
import static io.cliquestream.worker.intake.StoreHarness.exact;
import static io.cliquestream.worker.intake.StoreHarness.refusalException;
import static io.cliquestream.worker.intake.StreamVersions.FIRST;
import static io.cliquestream.worker.intake.StreamVersions.GRAPH;
import static io.cliquestream.worker.intake.StreamVersions.SECOND;
import static io.cliquestream.worker.intake.StreamVersions.at;
import static io.cliquestream.worker.intake.StreamVersions.changes;
import static io.cliquestream.worker.intake.StreamVersions.delta;
import static io.cliquestream.worker.intake.StreamVersions.sendTwo;
import static io.cliquestream.worker.intake.StreamVersions.snapshot;
import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.contract.EdgeSource;
import io.cliquestream.contract.PayloadCompressor;
import io.cliquestream.contract.SnapshotPlan;
import io.cliquestream.contract.SnapshotWriter;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.GraphRecord;
import io.cliquestream.v1.StreamPosition;
import io.cliquestream.worker.graphs.GraphLease;
import io.cliquestream.worker.graphs.VersionRecords;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A stream's checkpoint, which is of an earlier place than the version before it, and the delta
 * upon it. Versions 1 to 3 are the stream's; 4 is a checkpoint of version 2, and 5 is version 3
 * once more.
 */
@Tag("seam")
final class StreamCheckpointTest {
  private static final EdgeSource NONE = EdgeSource.of();

  /** The changes after version 2. */
  private static final EdgeSource CAME = EdgeSource.of(5, 6);

  private static final EdgeSource WENT = EdgeSource.of(9, 1);

  @RegisterExtension final StoreHarness harness = new StoreHarness();

  @Test
  void whoWroteItTakesTheVersionUponItInAsTheOneBeforeIt() throws Exception {
    KafkaGraphStore store = StreamVersions.store(harness);
    sendThree();
    await(store.restore(0));
    List<GraphRecord> checkpoint = checkpoint(4, SECOND, at(2));
    store.writes(checkpoint.getFirst().getHeader());
    harness.send(checkpoint);
    harness.send(delta(4, 5, CAME, WENT, at(3)));
    await(store.lease(GRAPH, atLeast(5), Duration.ofSeconds(20))).close();
    assertThat(changes(store, 3, 5)).hasValue(0);
    assertThat(StoreHarness.edges(store, GRAPH, exact(5)))
        .isEqualTo(StoreHarness.edges(store, GRAPH, exact(3)));
    assertThat(store.deltas(GRAPH, 3, 5).orElseThrow().getFirst().edges()).isZero();
    requireHidden(store);
    assertThat(store.records(GRAPH, 5))
        .as("what it is read again from")
        .extracting(VersionRecords::version)
        .containsExactly(4L, 5L);
    assertThat(store.firstOffset(GRAPH, 5))
        .as("what has to stay in the topic for it")
        .isEqualTo(store.records(GRAPH, 5).getFirst().first());
  }

  @Test
  void whoStartsWithItBuildsItAndTheVersionUponIt() throws Exception {
    KafkaGraphStore store = StreamVersions.store(harness);
    harness.send(checkpoint(4, SECOND, at(2)));
    harness.send(delta(4, 5, CAME, WENT, at(3)));
    await(store.restore(0));
    assertThat(StoreHarness.edges(store, GRAPH, exact(5)))
        .isEqualTo(StoreHarness.simple(1, 2, 2, 3, 3, 1, 3, 4, 4, 5, 5, 6));
    requireHidden(store);
    assertThat(store.streamedGraph(GRAPH).newest()).isEqualTo(5);
    assertThat(store.streamedGraph(GRAPH).position()).hasValue(at(3));
    harness.send(delta(5, 6, EdgeSource.of(7, 8), NONE, at(4)));
    assertThat(StoreHarness.edges(store, GRAPH, atLeast(6))).hasSize(7);
  }

  /** By its number it is above the version before it, and what it lists lies behind that. */
  @Test
  void aCheckpointWasNeverTheNewestVersion() throws Exception {
    KafkaGraphStore store = StreamVersions.store(harness);
    sendThree();
    harness.send(checkpoint(4, SECOND, at(2)));
    await(store.restore(0));
    try (GraphLease lease = await(store.lease(GRAPH, atLeast(1), Duration.ofSeconds(20)))) {
      assertThat(lease.version()).isEqualTo(3);
    }
    assertThat(store.streamedGraph(GRAPH).newest()).isEqualTo(3);
    // Without the delta upon it the stream goes on from the version before it.
    harness.send(delta(3, 6, EdgeSource.of(7, 8), NONE, at(4)));
    assertThat(StoreHarness.edges(store, GRAPH, atLeast(6))).hasSize(7);
    requireHidden(store);
  }

  /** Where the topic begins with it nothing else said yet that the graph is a stream's. */
  @Test
  void aSnapshotOfOthersBehindACheckpointTookItsPlace() throws Exception {
    KafkaGraphStore store = StreamVersions.store(harness);
    harness.send(checkpoint(4, SECOND, at(2)));
    harness.send(
        SnapshotWriter.collect(
            SnapshotPlan.rows(GRAPH, 9, 10), PayloadCompressor.NONE, FIRST, 1 << 20));
    harness.send(delta(4, 5, CAME, WENT, at(3)));
    await(store.restore(0));
    assertThat(StoreHarness.edges(store, GRAPH, exact(5)))
        .isEqualTo(StoreHarness.simple(1, 2, 2, 3, 3, 1, 3, 4, 4, 5, 5, 6));
    assertThat(store.streamedGraph(GRAPH).newest()).isEqualTo(5);
  }

  /** What another one wrote is what the topic says, whatever version it says it is of. */
  @Test
  void aCheckpointOfOthersIsReadAndNotTakenForTheVersionThatIsHere() throws Exception {
    KafkaGraphStore store = StreamVersions.store(harness);
    sendThree();
    await(store.restore(0));
    store.writes(checkpoint(4, SECOND, at(2)).getFirst().getHeader());
    harness.send(checkpoint(4, FIRST, at(2)));
    harness.send(delta(4, 5, CAME, WENT, at(3)));
    await(store.lease(GRAPH, atLeast(5), Duration.ofSeconds(20))).close();
    assertThat(changes(store, 3, 5)).isEmpty();
    assertThat(StoreHarness.edges(store, GRAPH, exact(5))).hasSize(5);
    requireHidden(store);
  }

  @Test
  void aVersionUponACheckpointIsReadAgainFromTheTopic() throws Exception {
    KafkaGraphStore store = StreamVersions.store(harness);
    sendThree();
    await(store.restore(0));
    List<GraphRecord> checkpoint = checkpoint(4, SECOND, at(2));
    store.writes(checkpoint.getFirst().getHeader());
    harness.send(checkpoint);
    harness.send(delta(4, 5, CAME, WENT, at(3)));
    await(store.lease(GRAPH, atLeast(5), Duration.ofSeconds(20))).close();
    try (GraphLease read = await(store.lease(GRAPH, store.records(GRAPH, 5)))) {
      assertThat(StoreHarness.edges(read.prepared().graph()))
          .isEqualTo(StoreHarness.edges(store, GRAPH, exact(3)));
    }
  }

  private void sendThree() throws Exception {
    sendTwo(harness);
    harness.send(delta(2, 3, CAME, WENT, at(3)));
  }

  private static void requireHidden(KafkaGraphStore store) throws Exception {
    assertThat(refusalException(store, GRAPH, exact(4)).code())
        .isEqualTo(FailureCode.FAILURE_CODE_VERSION_UNKNOWN);
  }

  private static List<GraphRecord> checkpoint(long version, EdgeSource edges, StreamPosition at) {
    return snapshot(version, edges, at.toBuilder().setCheckpoint(true).build());
  }
}
