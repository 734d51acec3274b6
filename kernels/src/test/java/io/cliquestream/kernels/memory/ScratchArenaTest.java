package io.cliquestream.kernels.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Memory that jobs hand on to each other is zeroed, apart, and bounded. */
final class ScratchArenaTest {
  @Test
  void theNextJobDoesNotSeeWhatTheLastOneLeft() {
    for (int round = 0; round < 10; round++) {
      try (ScratchArena arena = ScratchArena.open(new MemoryMeter())) {
        MemorySegment segment = arena.allocate(10_000, 64);
        assertThat(segment.toArray(ValueLayout.JAVA_BYTE)).containsOnly((byte) 0);
        segment.fill((byte) -1);
      }
    }
  }

  @Test
  void segmentsOfAllSizesLieApartAndAligned() {
    Random random = new Random(7);
    for (int round = 0; round < 50; round++) {
      try (ScratchArena arena = ScratchArena.open(new MemoryMeter())) {
        List<MemorySegment> segments = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
          long alignment = 1L << random.nextInt(8);
          long bytes = random.nextInt(i % 5 == 0 ? 6 << 20 : 50_000);
          MemorySegment segment = arena.allocate(bytes, alignment);
          assertThat(segment.byteSize()).isEqualTo(bytes);
          assertThat(segment.address() % alignment).isZero();
          segments.add(segment.fill((byte) i));
        }
        for (int i = 0; i < segments.size(); i++) {
          byte written = (byte) i;
          MemorySegment segment = segments.get(i);
          assertThat(segment.mismatch(expected(segment.byteSize(), written))).isEqualTo(-1);
        }
      }
    }
  }

  private static MemorySegment expected(long bytes, byte value) {
    byte[] expected = new byte[(int) bytes];
    java.util.Arrays.fill(expected, value);
    return MemorySegment.ofArray(expected);
  }

  @Test
  void jobsAtTheSameTimeHaveMemoryOfTheirOwn() {
    List<ScratchArena> open = new ArrayList<>();
    List<MemorySegment> segments = new ArrayList<>();
    for (int i = 0; i < 2 * ScratchArena.MOST_SLABS; i++) {
      open.add(ScratchArena.open(new MemoryMeter()));
      segments.add(open.get(i).allocate(1_000, 8).fill((byte) i));
    }
    for (int i = 0; i < segments.size(); i++) {
      assertThat(segments.get(i).get(ValueLayout.JAVA_BYTE, 999)).isEqualTo((byte) i);
    }
    open.forEach(ScratchArena::close);
  }

  @Test
  void whatIsHeldIsCountedUntilItIsGivenBack() {
    ScratchArena arena = ScratchArena.open(new MemoryMeter());
    long before = LargeArena.liveBytes();
    MemorySegment _ = arena.allocate(100_000, 64);
    MemorySegment _ = arena.allocate(8 << 20, 64);
    assertThat(LargeArena.liveBytes()).isGreaterThanOrEqualTo(before + 100_000 + (8 << 20));
    arena.close();
    assertThat(LargeArena.liveBytes()).isLessThan(before + 100_000);
  }

  @Test
  void aClosedOneIsNotUsedAgain() {
    ScratchArena arena = ScratchArena.open(new MemoryMeter());
    arena.close();
    assertThatThrownBy(() -> arena.allocate(8, 8)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(arena::close).isInstanceOf(IllegalStateException.class);
  }
}
