package io.cliquestream.kernels.cuda.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.RawEdges;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which way the ids of pairs go to a device, and what is set aside for it. */
final class PairIdsTest {
  private static final long BUDGET = 8L << 30;

  @ParameterizedTest
  @CsvSource({
    "0, 0, false, ON_HOST",
    "100, 0, false, AS_READ",
    "100, 1048575, false, AS_READ",
    "100, 1048576, false, MARKED",
    "100, 16777215, false, MARKED",
    "100, 16777216, false, ON_HOST",
    "100, 4294967295, false, ON_HOST",
    "1044480, 4294967295, false, MARKED",
    "1044479, 4294967295, false, ON_HOST",
    "100, 5, true, SORTED",
    "100, 4294967296, true, SORTED",
    "100, -1, true, SORTED",
    "0, 0, true, ON_HOST"
  })
  void theWayFollowsFromPairsAndTheLargestId(int pairs, long lastId, boolean wide, PairIds way) {
    try (RawEdges raw = pairs(pairs, lastId, wide)) {
      assertThat(PairIds.of(raw)).isEqualTo(way);
      assertThat(DeviceInput.isFit(raw, BUDGET)).isEqualTo(way != PairIds.ON_HOST);
      assertThat(DeviceInput.isFit(raw, 1)).isFalse();
    }
  }

  @ParameterizedTest
  @CsvSource({"1044480, 4294967295, false", "300000, -1, true", "300000, 7, true"})
  void marksAndSortedIdsFitWhatIsSetAside(int pairs, long lastId, boolean wide) {
    try (RawEdges raw = pairs(pairs, lastId, wide)) {
      var input = new DeviceInput.Pairs(raw);
      long marks = wide ? 7L * Long.BYTES * pairs : (1L << 30) + Long.BYTES * (long) pairs;
      assertThat(input.preparationBytes(BUDGET))
          .isGreaterThanOrEqualTo(marks)
          .isGreaterThanOrEqualTo(DeviceGraphMemory.preparation(raw.mostVertices(), pairs));
      assertThat(DeviceInput.isFit(raw, input.preparationBytes(BUDGET))).isTrue();
      assertThat(DeviceInput.isFit(raw, input.preparationBytes(BUDGET) - 1)).isFalse();
      assertThat(input.vertices()).isEqualTo(raw.mostVertices());
    }
  }

  private static RawEdges pairs(int count, long lastId, boolean wide) {
    EdgeArray edges = wide ? EdgeArray.wide() : EdgeArray.narrow();
    for (int i = 0; i < count; i++) {
      edges.add(0, lastId);
    }
    return new RawEdges(edges);
  }
}
