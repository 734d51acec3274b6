package io.cliquestream.kernels.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The ways into an edge array. */
final class EdgeArrayTest {
  private static final int SEVERAL_BLOCKS = 2_500_000;

  @Test
  void everyWayInKeepsThePairs() {
    try (EdgeArray narrow = EdgeArray.narrow();
        EdgeArray wide = EdgeArray.wide();
        EdgeArray filled =
            EdgeArray.filled(
                false,
                SEVERAL_BLOCKS,
                new Parallelism(3),
                (first, block) -> {
                  for (long i = 0; i < block.byteSize() / 8; i++) {
                    block.setAtIndex(ValueLayout.JAVA_INT, 2 * i, (int) (first + i));
                    block.setAtIndex(ValueLayout.JAVA_INT, 2 * i + 1, (int) (3 * (first + i)));
                  }
                })) {
      for (long i = 0; i < SEVERAL_BLOCKS; i++) {
        narrow.add(i, 3 * i);
      }
      wide.append(narrow);
      assertSeries(narrow);
      assertSeries(wide);
      assertSeries(filled);
      filled.add(SEVERAL_BLOCKS, 3L * SEVERAL_BLOCKS);
      assertThat(filled.from(SEVERAL_BLOCKS)).isEqualTo(SEVERAL_BLOCKS);
      assertThat(filled.to(SEVERAL_BLOCKS - 1)).isEqualTo(3L * SEVERAL_BLOCKS - 3);
    }
  }

  private static void assertSeries(EdgeArray edges) {
    assertThat(edges.size()).isEqualTo(SEVERAL_BLOCKS);
    for (long i = 0; i < SEVERAL_BLOCKS; i++) {
      if (edges.from(i) != i || edges.to(i) != 3 * i) {
        assertThat(edges.from(i) + " " + edges.to(i)).isEqualTo(i + " " + 3 * i);
      }
    }
  }

  @Test
  void rawLittleEndianPairsAreAppendedAtAnyAlignment() {
    ByteBuffer bytes = ByteBuffer.allocate(33).order(ByteOrder.LITTLE_ENDIAN);
    bytes.put((byte) 9).putLong(-1).putLong(5).putLong(1L << 40).putLong(7);
    MemorySegment raw = MemorySegment.ofArray(bytes.array()).asSlice(1);
    try (EdgeArray wide = EdgeArray.wide();
        EdgeArray narrow = EdgeArray.narrow()) {
      wide.appendPairs(raw, 8);
      wide.appendPairs(raw.asSlice(0, 16), 4);
      assertThat(List.of(wide.from(0), wide.to(0), wide.from(1), wide.to(1)))
          .containsExactly(-1L, 5L, 1L << 40, 7L);
      assertThat(List.of(wide.from(2), wide.to(2), wide.from(3), wide.to(3)))
          .containsExactly(0xFFFF_FFFFL, 0xFFFF_FFFFL, 5L, 0L);
      narrow.appendPairs(raw.asSlice(16, 16), 4);
      assertThat(narrow.to(0)).isEqualTo(256);
      assertThatThrownBy(() -> narrow.appendPairs(raw, 8))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> narrow.appendPairs(raw.asSlice(0, 12), 4))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> narrow.add(1L << 32, 0))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void joiningKeepsEveryPairAndWidens() {
    EdgeArray first = EdgeArray.narrow();
    EdgeArray second = EdgeArray.wide();
    EdgeArray third = EdgeArray.wide();
    for (long i = 0; i < 1_100_000; i++) {
      first.add(i, 1);
      second.add(i, 1L << 33);
    }
    try (EdgeArray joined = EdgeArray.join(List.of(first, second, third))) {
      assertThat(joined.isWide()).isTrue();
      assertThat(joined.size()).isEqualTo(2_200_000);
      long ones = 0;
      long sum = 0;
      for (long i = 0; i < joined.size(); i++) {
        ones += joined.to(i) == 1 ? 1 : 0;
        sum += joined.from(i);
      }
      assertThat(ones).isEqualTo(1_100_000);
      assertThat(sum).isEqualTo(1_100_000L * 1_099_999);
    }
  }

  @Test
  void idsAreHeldBelowABound() {
    try (EdgeArray edges = EdgeArray.of(1, 2, -2, 5)) {
      edges.requireIdsBelow(-1, Parallelism.SEQUENTIAL);
      edges.requireIdsBelow(0, Parallelism.SEQUENTIAL);
      assertThatThrownBy(() -> edges.requireIdsBelow(-2, Parallelism.SEQUENTIAL))
          .isInstanceOfSatisfying(
              ComputeException.class,
              e -> assertThat(e.code()).isEqualTo(FailureCode.VERTEX_ID_BEYOND_BOUND));
    }
  }

  @Test
  void aFailingFillerFailsTheArray() {
    assertThatThrownBy(
            () ->
                EdgeArray.filled(
                    true,
                    SEVERAL_BLOCKS,
                    new Parallelism(4),
                    (first, block) -> {
                      if (first > 0) {
                        throw new IllegalStateException("block at " + first);
                      }
                    }))
        .isInstanceOf(IllegalStateException.class);
  }
}
