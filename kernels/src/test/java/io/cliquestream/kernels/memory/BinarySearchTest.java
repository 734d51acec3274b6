package io.cliquestream.kernels.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Every search finds what looking at all values does. */
final class BinarySearchTest {
  @Test
  void boundsOfRandomRangesAreThoseOfLookingAtAll() {
    for (long seed = 0; seed < 2_000; seed++) {
      String what = "seed " + seed;
      Random random = new Random(seed);
      int[] ints = random.ints(random.nextInt(20), 0, 30).sorted().toArray();
      long[] longs = Arrays.stream(ints).asLongStream().toArray();
      int from = random.nextInt(ints.length + 1);
      int end = from + random.nextInt(ints.length - from + 1);
      int bound = random.nextInt(32) - 1;
      int wanted = IntStream.range(from, end).filter(i -> ints[i] >= bound).findFirst().orElse(end);
      MemorySegment words = MemorySegment.ofArray(ints);
      MemorySegment doubleWords = MemorySegment.ofArray(longs);
      assertThat(BinarySearch.first(ints, from, end, bound)).as(what).isEqualTo(wanted);
      assertThat(BinarySearch.first(longs, from, end, bound)).as(what).isEqualTo(wanted);
      assertThat(BinarySearch.firstInt(words, from, end, bound)).as(what).isEqualTo(wanted);
      assertThat(BinarySearch.firstLong(doubleWords, from, end, bound)).as(what).isEqualTo(wanted);
      assertThat(BinarySearch.first(from, end, i -> ints[(int) i] >= bound))
          .as(what)
          .isEqualTo(wanted);
    }
  }

  @Test
  void anIndexIsInTheLastRowThatStartsAtItOrBefore() {
    MemorySegment starts = MemorySegment.ofArray(new long[] {0, 0, 3, 3, 3, 7, 9});
    int[] rows = {1, 1, 1, 4, 4, 4, 4, 5, 5};
    for (int index = 0; index < rows.length; index++) {
      assertThat(BinarySearch.rowOf(starts, 6, index)).as("%d", index).isEqualTo(rows[index]);
    }
  }

  @Test
  void idsAboveHalfOfAllComeLast() {
    long[] ids = {0, 5, Long.MAX_VALUE, Long.MIN_VALUE, -2};
    MemorySegment values = MemorySegment.ofArray(ids);
    for (int i = 0; i < ids.length; i++) {
      assertThat(BinarySearch.unsigned(values, ids.length, ids[i])).isEqualTo(i);
      assertThat(BinarySearch.unsigned(values, ids.length, ids[i] + 1)).isEqualTo(i == 2 ? 3 : -1);
    }
    assertThat(BinarySearch.unsigned(values, 0, 0)).isEqualTo(-1);
  }
}
