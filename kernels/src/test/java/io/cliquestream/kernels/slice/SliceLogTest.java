package io.cliquestream.kernels.slice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cliquestream.kernels.answer.JobOutcome.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class SliceLogTest {
  private static final double ROUNDING = 1e-9;

  /** Slices one after the other, with gaps, that do 1 in all. */
  private static List<Slice> attempt(Random random, int count) {
    List<Slice> slices = new ArrayList<>();
    double[] work = random.doubles(count, 0.1, 1).toArray();
    double all = 0;
    for (double each : work) {
      all += each;
    }
    long now = random.nextLong(1L << 50);
    for (double each : work) {
      long start = now + random.nextLong(3) * random.nextLong(1_000);
      now = start + 1 + random.nextLong(1_000_000);
      slices.add(new Slice(start, now, each / all, 1));
    }
    return slices;
  }

  private static double shares(List<Slice> slices) {
    return slices.stream().mapToDouble(Slice::share).sum();
  }

  private static int launches(List<Slice> slices) {
    return slices.stream().mapToInt(Slice::launches).sum();
  }

  @Test
  void anyNumberOfSlicesIsKeptInSixtyFourThatCoverTheAttemptAndAddUp() {
    for (int seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      List<Slice> all = attempt(random, 1 + random.nextInt(1 << (1 + random.nextInt(13))));
      SliceLog log = new SliceLog();
      all.forEach(log::add);
      List<Slice> kept = log.slices();

      assertThat(kept).as("seed %d", seed).hasSizeBetween(1, SliceLog.MOST);
      assertThat(kept.getFirst().startNanos()).isEqualTo(all.getFirst().startNanos());
      assertThat(kept.getLast().endNanos()).isEqualTo(all.getLast().endNanos());
      assertThat(shares(kept)).as("seed %d", seed).isCloseTo(1, within(ROUNDING));
      assertThat(launches(kept)).isEqualTo(all.size());
      int first = 0;
      for (Slice slice : kept) {
        // Each is what it says it is: the slices after those before it, no more and no less.
        List<Slice> merged = all.subList(first, first + slice.launches());
        assertThat(slice.startNanos()).isEqualTo(merged.getFirst().startNanos());
        assertThat(slice.endNanos()).isEqualTo(merged.getLast().endNanos());
        assertThat(slice.share()).isCloseTo(shares(merged), within(ROUNDING));
        first += slice.launches();
      }
    }
  }

  @Test
  void nothingIsMergedWithoutNeedAndThenAllAlike() {
    List<Slice> all = attempt(new Random(7), 1_000);
    SliceLog log = new SliceLog();
    all.subList(0, SliceLog.MOST).forEach(log::add);
    assertThat(log.slices()).isEqualTo(all.subList(0, SliceLog.MOST));

    all.subList(SliceLog.MOST, all.size()).forEach(log::add);
    List<Slice> kept = log.slices();
    assertThat(kept).hasSize(63);
    assertThat(kept.subList(0, 62)).extracting(Slice::launches).containsOnly(16);
    assertThat(kept.getLast().launches()).isEqualTo(1_000 - 62 * 16);
  }

  @Test
  void slicesOfSeveralDevicesAreOneBoundedListInOrder() {
    Random random = new Random(3);
    List<List<Slice>> devices = new ArrayList<>();
    for (int device = 0; device < 3; device++) {
      SliceLog log = new SliceLog();
      attempt(random, 500).forEach(log::add);
      devices.add(log.slices());
    }
    List<Slice> merged = SliceLog.merged(devices);

    assertThat(merged).hasSizeLessThanOrEqualTo(SliceLog.MOST);
    assertThat(merged).extracting(Slice::startNanos).isSorted();
    assertThat(shares(merged)).isCloseTo(3, within(ROUNDING));
    assertThat(launches(merged)).isEqualTo(1_500);
    assertThat(merged.stream().mapToLong(Slice::endNanos).max())
        .isEqualTo(devices.stream().flatMap(List::stream).mapToLong(Slice::endNanos).max());
    assertThat(SliceLog.merged(List.of(devices.getFirst()))).isEqualTo(devices.getFirst());
    assertThat(SliceLog.merged(List.of(List.of(), List.of()))).isEmpty();
  }
}
