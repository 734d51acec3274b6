package io.cliquestream.worker.intake;

import static io.cliquestream.worker.intake.StoreHarness.await;
import static io.cliquestream.worker.intake.StoreHarness.edges;
import static io.cliquestream.worker.intake.StoreHarness.exact;
import static io.cliquestream.worker.intake.StoreHarness.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.contract.EdgeSource;
import io.cliquestream.contract.PayloadCompressor;
import io.cliquestream.contract.SnapshotPlan;
import io.cliquestream.contract.SnapshotWriter;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.GraphRecord;
import io.cliquestream.worker.metrics.Metric;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Writers that announce, or begin, and never end, beside writers that do. */
@Tag("seam")
final class AssemblyFairnessTest {
  /** 16 MiB of edges while they are put together. */
  private static final int EDGES = 1_500_000;

  @RegisterExtension private final StoreHarness harness = new StoreHarness();

  @Test
  void twoHeadersThatAnnounceAGibibyteEachOnceBlockedIngestionForTenMinutes() throws Exception {
    var store = harness.store("graphs.assembly-idle", "1h", "graphs.assembly-yield", "1h");
    await(store.restore(0));
    for (String graphId : List.of("liar1", "liar2")) {
      GraphRecord header = records(graphId, 1).getFirst();
      long edges = (1L << 27) - (1L << 20);
      harness.send(
          List.of(
              header.toBuilder()
                  .setHeader(
                      header.getHeader().toBuilder()
                          .setEdgeCount(edges)
                          .setPayloadBytes(8 * edges)
                          .setChunkCount(1024))
                  .build()));
    }
    harness.send(records("honest", EDGES));
    requirePath(store, "honest");
    assertThat(refusal(store, "liar1", exact(1)))
        .isEqualTo(FailureCode.FAILURE_CODE_VERSION_UNKNOWN);
    await(store.close());
  }

  @Test
  void halfSnapshotsWhoseWritersStoppedGiveTheirMemoryToOneThatGoesOn() throws Exception {
    var store =
        harness.store(
            "graphs.assembly-bytes",
            "32MiB",
            "graphs.assembly-total-bytes",
            "32MiB",
            "graphs.assembly-idle",
            "1h",
            "graphs.assembly-wait",
            "1h",
            "graphs.assembly-yield",
            "200ms");
    await(store.restore(0));
    for (String graphId : List.of("stopped1", "stopped2")) {
      List<GraphRecord> records = records(graphId, EDGES);
      harness.send(records.subList(0, records.size() - 2));
    }
    harness.send(records("honest", EDGES));
    requirePath(store, "honest");
    assertThat(harness.registry.get(Metric.REJECTIONS.text()).counter().count()).isPositive();
    await(store.close());
  }

  @Test
  void anHonestHalfWhoseRestStoodBehindAFullLaneWasGivenUpAsIdle() throws Exception {
    var store =
        harness.store(
            "graphs.assembly-bytes",
            "32MiB",
            "graphs.assembly-total-bytes",
            "32MiB",
            "graphs.assembly-idle",
            "1h",
            "graphs.assembly-wait",
            "4s",
            "graphs.assembly-yield",
            "2s",
            "graphs.waiting-bytes",
            "1MiB");
    await(store.restore(0));
    List<GraphRecord> honest = records("honest", EDGES);
    harness.send(honest.subList(0, honest.size() - 2));
    // Finds no memory beside it and fills the lane of those that wait; the honest rest is behind
    // it.
    harness.send(records("other", EDGES));
    harness.send(honest.subList(honest.size() - 2, honest.size()));
    requirePath(store, "honest");
    await(store.close());
  }

  private static void requirePath(KafkaGraphStore store, String graphId) throws Exception {
    assertThat(edges(store, graphId, exact(1))).hasSize(EDGES);
  }

  private static List<GraphRecord> records(String graphId, int edges) {
    long[] ends = new long[2 * edges];
    for (int i = 0; i < edges; i++) {
      ends[2 * i] = i;
      ends[2 * i + 1] = i + 1L;
    }
    var records = new ArrayList<GraphRecord>();
    SnapshotWriter.write(
        SnapshotPlan.pairs(graphId, 1, edges + 1L),
        PayloadCompressor.NONE,
        EdgeSource.of(ends),
        records::add);
    return records;
  }
}
