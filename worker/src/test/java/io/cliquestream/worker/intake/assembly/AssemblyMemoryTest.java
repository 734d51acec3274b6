package io.cliquestream.worker.intake.assembly;

import static io.cliquestream.worker.intake.assembly.GraphTopicRecords.complete;
import static io.cliquestream.worker.intake.assembly.GraphTopicRecords.polled;
import static io.cliquestream.worker.intake.assembly.GraphTopicRecords.snapshot;
import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.GraphRecord;
import io.cliquestream.worker.graphs.catalog.VersionStatus;
import io.cliquestream.worker.memory.HostMemory;
import io.cliquestream.worker.quota.Quotas;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What versions take of the assembly memory while they come in, and who gives way to whom. */
final class AssemblyMemoryTest {
  private static final long MEBIBYTE = 1L << 20;

  private final RecordedVersions versions = new RecordedVersions();

  @Test
  void aChunkWaitsForMemoryThenItsVersionIsRefusedAndOthersGoOn() {
    var small = new AssemblyBudget(MEBIBYTE, 2 << 10, new HostMemory(MEBIBYTE));
    var tight = new PartitionAssembler(0, 1, small, Quotas.none(), versions);
    List<GraphRecord> first = snapshot("a", 1, complete(5));
    List<GraphRecord> second = snapshot("b", 1, complete(5));
    tight.accept(polled(0, first.get(0)), false);
    tight.accept(polled(1, first.get(1)), false);
    assertThat(tight.accept(polled(2, second.get(0)), false))
        .isEqualTo(PartitionAssembler.Step.TAKEN);
    assertThat(tight.accept(polled(3, second.get(1)), false))
        .isEqualTo(PartitionAssembler.Step.NO_MEMORY);
    assertThat(versions.status("b", 1)).isEqualTo(VersionStatus.OPEN);
    assertThat(tight.accept(polled(3, second.get(1)), true))
        .isEqualTo(PartitionAssembler.Step.TAKEN);
    assertThat(versions.reasons).containsEntry("b/1", FailureCode.FAILURE_CODE_GRAPH_TOO_LARGE);
    first.subList(2, first.size()).forEach(r -> tight.accept(polled(4, r), false));
    assertThat(versions.status("a", 1)).isEqualTo(VersionStatus.READY);
    assertThat(small.used()).isZero();
  }

  @Test
  void announcementsAloneTakeNothingFromOthers() {
    var small = new AssemblyBudget(MEBIBYTE, 8 << 10, new HostMemory(MEBIBYTE));
    var tight = new PartitionAssembler(0, 1, small, Quotas.none(), versions);
    for (String graphId : List.of("liar1", "liar2")) {
      GraphRecord header = snapshot(graphId, 1, complete(5)).getFirst();
      long edges = MEBIBYTE / 16;
      tight.accept(
          polled(
              0,
              header.toBuilder()
                  .setHeader(
                      header.getHeader().toBuilder()
                          .setEdgeCount(edges)
                          .setPayloadBytes(8 * edges)
                          .setChunkCount(1))
                  .build()),
          false);
      assertThat(versions.status(graphId, 1)).isEqualTo(VersionStatus.OPEN);
    }
    assertThat(small.used()).isZero();
    snapshot("honest", 1, complete(12))
        .forEach(
            record ->
                assertThat(tight.accept(polled(1, record), false))
                    .isEqualTo(PartitionAssembler.Step.TAKEN));
    assertThat(versions.status("honest", 1)).isEqualTo(VersionStatus.READY);
    tight.discardAll();
  }

  @Test
  void anIdleVersionGivesWayOnlyWhileOthersWaitForItsMemory() {
    var small = new AssemblyBudget(MEBIBYTE, 2 << 10, new HostMemory(MEBIBYTE));
    var tight = new PartitionAssembler(0, 1, small, Quotas.none(), versions);
    List<GraphRecord> idle = snapshot("idle", 1, complete(12));
    List<GraphRecord> honest = snapshot("honest", 1, complete(12));
    idle.subList(0, 2).forEach(r -> tight.accept(polled(0, r), false));
    tight.expire(Long.MAX_VALUE, 0, graphId -> false);
    assertThat(versions.status("idle", 1)).isEqualTo(VersionStatus.OPEN);
    tight.accept(polled(1, honest.get(0)), false);
    assertThat(tight.accept(polled(2, honest.get(1)), false))
        .isEqualTo(PartitionAssembler.Step.NO_MEMORY);
    // A version whose next record waits here is not idle.
    tight.expire(Long.MAX_VALUE, 0, "idle"::equals);
    assertThat(versions.status("idle", 1)).isEqualTo(VersionStatus.OPEN);
    tight.expire(Long.MAX_VALUE, 0, "honest"::equals);
    assertThat(versions.reasons).containsEntry("idle/1", FailureCode.FAILURE_CODE_CHUNK_MISSING);
    honest
        .subList(1, honest.size())
        .forEach(
            record ->
                assertThat(tight.accept(polled(3, record), false))
                    .isEqualTo(PartitionAssembler.Step.TAKEN));
    assertThat(versions.status("honest", 1)).isEqualTo(VersionStatus.READY);
  }

  @Test
  void theBytesReservedAreThoseThatAnEdgeArrayHolds() {
    for (boolean wide : List.of(false, true)) {
      try (EdgeArray array = AssembledEdges.array(wide)) {
        for (int pairs = 1; pairs < 5_000_000; pairs++) {
          array.add(1, 2);
          if (Integer.bitCount(pairs) < 3 || Integer.bitCount(pairs - 1) < 3) {
            assertThat(AssembledEdges.bytesOf(pairs, wide))
                .as("%d pairs", pairs)
                .isEqualTo(array.bytes());
          }
        }
      }
      assertThat(AssembledEdges.bytesOf(Long.MAX_VALUE, wide)).isEqualTo(Long.MAX_VALUE);
    }
  }
}
