package io.cliquestream.kernels.cuda.grid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a device would have in its places, step by step, for every small schedule. */
final class GridScheduleTest {
  private static final int MOST = 6;

  private static int least(int classes) {
    return Math.min(3, classes * classes);
  }

  private static long[] equalParts(int classes) {
    long[] bytes = new long[classes * classes];
    Arrays.fill(bytes, 1);
    return bytes;
  }

  /** Follows a schedule; returns how many parts were brought. */
  private static int follow(int n, int slots, GridSchedule schedule) {
    int[] held = new int[slots];
    Arrays.fill(held, -1);
    int brought = bring(held, schedule.first(), Set.of());
    Set<List<Integer>> tasks = new HashSet<>();
    int turned = -1;
    for (GridSchedule.Step step : schedule.steps()) {
      assertThat(tasks.add(List.of(step.i(), step.j(), step.k()))).isTrue();
      assertThat(held[step.ik()]).isEqualTo(step.i() * n + step.k());
      assertThat(held[step.jk()]).isEqualTo(step.j() * n + step.k());
      Set<Integer> used = new HashSet<>(Set.of(step.ik()));
      used.add(step.jk());
      if (step.turned() >= 0) {
        turned = held[step.turned()];
        used.add(step.turned());
      }
      assertThat(turned).as("the part by target").isEqualTo(step.i() * n + step.j());
      brought += bring(held, step.beside(), used);
      brought += bring(held, step.after(), Set.of());
    }
    assertThat(tasks).hasSize(n * n * n);
    assertThat(schedule.brought().stream().mapToInt(Integer::intValue).sum()).isEqualTo(brought);
    return brought;
  }

  /** What runs beside a task must not overwrite what it reads. */
  private static int bring(int[] held, List<GridSchedule.Load> loads, Set<Integer> used) {
    for (GridSchedule.Load load : loads) {
      assertThat(used).doesNotContain(load.slot());
      assertThat(Arrays.stream(held).noneMatch(part -> part == load.part())).isTrue();
      held[load.slot()] = load.part();
    }
    return loads.size();
  }

  @Test
  void everyTaskFindsItsPartsAndNoneIsOverwrittenWhileItIsRead() {
    for (int n = 1; n <= MOST; n++) {
      for (int slots = least(n); slots <= n * n; slots++) {
        int bySource = follow(n, slots, GridSchedule.of(n, slots, false));
        int byTarget = follow(n, slots, GridSchedule.of(n, slots, true));
        assertThat(GridSchedule.best(n, slots, equalParts(n)).bytes(equalParts(n)))
            .isEqualTo(Math.min(bySource, byTarget));
      }
    }
  }

  @Test
  void everyPartIsBroughtOnceWhereAllHaveRoom() {
    for (int n = 1; n <= MOST; n++) {
      assertThat(follow(n, n * n, GridSchedule.of(n, n * n, false))).isEqualTo(n * n);
    }
  }

  @Test
  void threePlacesBringTwoPartsATaskAtMostAndMorePlacesBringFewer() {
    for (int n = 2; n <= MOST; n++) {
      int three = follow(n, 3, GridSchedule.of(n, 3, false));
      // Where (i, j) changes, the part that is turned comes on top.
      assertThat(three).isLessThanOrEqualTo(2 * n * n * n + n * n);
      int row = follow(n, Math.max(3, n + 2), GridSchedule.of(n, Math.max(3, n + 2), false));
      assertThat(row).isLessThanOrEqualTo(three);
      if (n >= 3) {
        assertThat(row).isLessThan(three);
        assertThat(follow(n, 2 * n, GridSchedule.of(n, 2 * n, false))).isLessThan(row);
      }
    }
  }

  @Test
  void lessThanThreePlacesAreRefused() {
    assertThatThrownBy(() -> GridSchedule.of(2, 2, false))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(follow(1, 1, GridSchedule.of(1, 1, false))).isEqualTo(1);
  }

  @Test
  void theBetterOfTwoOrdersIsTakenByBytes() {
    long[] bytes = equalParts(4);
    bytes[1] = 1_000; // part (0, 1) is dear
    assertThat(GridSchedule.best(4, 5, bytes).bytes(bytes))
        .isEqualTo(
            Math.min(
                GridSchedule.of(4, 5, false).bytes(bytes),
                GridSchedule.of(4, 5, true).bytes(bytes)));
  }
}
