package io.cliquestream.loadgen.generate;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class OffHeapSortTest {
  @Test
  void rangesLongerThanTheHeapArrayAreSortedLikeShortOnes() {
    for (int seed = 0; seed < 300; seed++) {
      var random = new SplittableRandom(seed);
      int length = random.nextInt(3_000);
      int bits = 1 + random.nextInt(64);
      long[] words = random.longs(length).map(word -> word >>> (64 - bits)).toArray();
      long[] expected =
          Arrays.stream(words)
              .boxed()
              .sorted(Long::compareUnsigned)
              .mapToLong(Long::longValue)
              .distinct()
              .toArray();
      try (var arena = Arena.ofConfined()) {
        // A word on either side shows that the sort keeps within its range.
        var segment = arena.allocate(JAVA_LONG, length + 2L);
        segment.setAtIndex(JAVA_LONG, 0, 77);
        segment.setAtIndex(JAVA_LONG, length + 1L, 78);
        for (int i = 0; i < length; i++) {
          segment.setAtIndex(JAVA_LONG, i + 1L, words[i]);
        }
        long kept = new OffHeapSort(1 + random.nextInt(200)).sortDistinct(segment, 1, length + 1L);
        long[] found = new long[(int) kept];
        for (int i = 0; i < kept; i++) {
          found[i] = segment.getAtIndex(JAVA_LONG, i + 1L);
        }
        assertThat(found).as("seed %d", seed).isEqualTo(expected);
        assertThat(segment.getAtIndex(JAVA_LONG, 0)).isEqualTo(77);
        assertThat(segment.getAtIndex(JAVA_LONG, length + 1L)).isEqualTo(78);
      }
    }
  }
}
