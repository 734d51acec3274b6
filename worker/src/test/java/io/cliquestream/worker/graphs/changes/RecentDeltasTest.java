package io.cliquestream.worker.graphs.changes;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.worker.graphs.rows.VersionDelta;
import org.junit.jupiter.api.Test;

/** The way from one version to another. */
final class RecentDeltasTest {
  private static void put(RecentDeltas deltas, int partition, long base, long version, int edges) {
    try (EdgeArray inserted = EdgeArray.wide();
        EdgeArray deleted = EdgeArray.wide()) {
      for (int i = 0; i < edges; i++) {
        inserted.add(-1, i);
      }
      deleted.add(version, base);
      deltas.put(partition, "graph", base, version, inserted, deleted);
    }
  }

  @Test
  void deltasAreFoundInTheirOrderAndNoneIsMissing() {
    var deltas = new RecentDeltas(1 << 20);
    put(deltas, 0, 3, 5, 5_000);
    put(deltas, 0, 5, 6, 1);
    put(deltas, 0, 3, 7, 1);
    assertThat(deltas.between("graph", 3, 6, 9).orElseThrow())
        .extracting(VersionDelta::version)
        .containsExactly(5L, 6L);
    assertThat(deltas.between("graph", 3, 5, 9).orElseThrow().getFirst().inserted())
        .hasSize(10_000)
        .endsWith(-1, 4_999);
    assertThat(deltas.between("graph", 3, 6, 1)).isEmpty();
    assertThat(deltas.between("graph", 5, 7, 9)).isEmpty();
    assertThat(deltas.between("graph", 2, 6, 9)).isEmpty();
    assertThat(deltas.between("graph", 6, 6, 9).orElseThrow()).isEmpty();
    assertThat(deltas.between("other", 3, 6, 9)).isEmpty();
    deltas.drop("graph", 5);
    assertThat(deltas.between("graph", 3, 6, 9)).isEmpty();
    deltas.dropPartition(1);
    assertThat(deltas.between("graph", 3, 7, 9)).isPresent();
    deltas.dropPartition(0);
    assertThat(deltas.bytes()).isZero();
  }

  @Test
  void theOldestGoFirstAndWhatIsTooLargeIsNotKept() {
    var deltas = new RecentDeltas(4_096);
    put(deltas, 0, 1, 2, 40);
    put(deltas, 0, 2, 3, 40);
    put(deltas, 0, 3, 4, 40);
    put(deltas, 0, 4, 5, 40);
    put(deltas, 0, 5, 6, 40);
    assertThat(deltas.between("graph", 1, 2, 9)).isEmpty();
    assertThat(deltas.between("graph", 4, 6, 9)).isPresent();
    assertThat(deltas.bytes()).isLessThanOrEqualTo(4_096);
    put(deltas, 0, 6, 7, 1_000);
    assertThat(deltas.between("graph", 6, 7, 9)).isEmpty();
    assertThat(deltas.between("graph", 4, 6, 9)).isPresent();
    var none = new RecentDeltas(0);
    put(none, 0, 1, 2, 0);
    assertThat(none.bytes()).isZero();
  }
}
