package io.cliquestream.kernels.cuda.grid;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Which part is brought to a device when, known before the first one is.
 *
 * <p>Tasks (i, j, 0 … n-1) follow one another, so that part (i, j) is turned by target once for
 * all; each number goes back and forth, so that one of three changes at a time. The part that has
 * to go is the one that is needed again last, which is optimal (Belady 1966), of those that neither
 * the present task nor the next one needs: then bringing runs beside the task. Where the present
 * task's alone could go, bringing waits for its end.
 *
 * @param first what the first task needs
 * @param steps all tasks in order
 * @param brought how often each part is
 */
record GridSchedule(List<Load> first, List<Step> steps, List<Integer> brought) {
  /** A part that is brought to a place on the device. */
  record Load(int part, int slot) {}

  /**
   * A task, and what is brought for the next one.
   *
   * @param turned where part (i, j) lies, if this task is the first of its n; else -1
   * @param ik where part (i, k) lies
   * @param jk where part (j, k) lies
   * @param beside brought while the task runs
   * @param after brought once it has ended
   */
  record Step(
      int i, int j, int k, int turned, int ik, int jk, List<Load> beside, List<Load> after) {}

  GridSchedule {
    first = List.copyOf(first);
    steps = List.copyOf(steps);
    brought = List.copyOf(brought);
  }

  /** Bytes that are brought, if part p takes {@code bytes[p]}. */
  long bytes(long[] bytes) {
    return IntStream.range(0, bytes.length)
        .mapToLong(part -> brought.get(part) * bytes[part])
        .sum();
  }

  /**
   * The schedule that brings fewest of such bytes, of those with i or j outermost.
   *
   * @param classes n
   * @param slots parts that the device holds at a time, min(3, n²) or more
   * @param bytes of each part, at i · n + j
   */
  static GridSchedule best(int classes, int slots, long[] bytes) {
    GridSchedule bySource = of(classes, slots, false);
    GridSchedule byTarget = of(classes, slots, true);
    return byTarget.bytes(bytes) < bySource.bytes(bytes) ? byTarget : bySource;
  }

  static GridSchedule of(int classes, int slots, boolean byTarget) {
    if (slots < Math.min(GridPolicy.LEAST_SLOTS, classes * classes)) {
      throw new IllegalArgumentException(slots + " parts of " + classes + " classes of ranks");
    }
    return new Maker(classes, slots, byTarget).make();
  }

  private static final class Maker {
    private final int n;
    private final int[][] tasks;
    private final List<Deque<Integer>> uses = new ArrayList<>();
    private final int[] slotOf;
    private final int[] partIn;
    private final Integer[] brought;

    Maker(int n, int slots, boolean byTarget) {
      this.n = n;
      this.tasks = new int[n * n * n][];
      this.slotOf = new int[n * n];
      this.partIn = new int[slots];
      this.brought = new Integer[n * n];
      Arrays.fill(slotOf, -1);
      Arrays.fill(partIn, -1);
      Arrays.fill(brought, 0);
      for (int number = 0; number < tasks.length; number++) {
        int outer = number / (n * n);
        int row = number / n % n;
        int inner = outer % 2 == 0 ? row : n - 1 - row;
        int k = (outer * n + row) % 2 == 0 ? number % n : n - 1 - number % n;
        tasks[number] = byTarget ? new int[] {inner, outer, k} : new int[] {outer, inner, k};
      }
      for (int part = 0; part < n * n; part++) {
        uses.add(new ArrayDeque<>());
      }
      for (int task = 0; task < tasks.length; task++) {
        for (int part : needed(task)) {
          uses.get(part).add(task);
        }
      }
    }

    /** Parts of a task, each once; none past the last one. */
    private int[] needed(int task) {
      if (task >= tasks.length) {
        return new int[0];
      }
      int[] numbers = tasks[task];
      IntStream parts = IntStream.of(numbers[0] * n + numbers[2], numbers[1] * n + numbers[2]);
      return (task % n == 0
              ? IntStream.concat(parts, IntStream.of(numbers[0] * n + numbers[1]))
              : parts)
          .sorted()
          .distinct()
          .toArray();
    }

    GridSchedule make() {
      List<Load> first = new ArrayList<>();
      bring(0, new int[0], first, first);
      List<Step> steps = new ArrayList<>(tasks.length);
      for (int task = 0; task < tasks.length; task++) {
        int[] numbers = tasks[task];
        int turned = task % n == 0 ? slotOf[numbers[0] * n + numbers[1]] : -1;
        int ik = slotOf[numbers[0] * n + numbers[2]];
        int jk = slotOf[numbers[1] * n + numbers[2]];
        int[] now = needed(task);
        for (int part : now) {
          uses.get(part).remove();
        }
        List<Load> beside = new ArrayList<>();
        List<Load> after = new ArrayList<>();
        bring(task + 1, now, beside, after);
        steps.add(
            new Step(
                numbers[0],
                numbers[1],
                numbers[2],
                turned,
                ik,
                jk,
                List.copyOf(beside),
                List.copyOf(after)));
      }
      return new GridSchedule(first, steps, List.of(brought));
    }

    private void bring(int task, int[] now, List<Load> beside, List<Load> after) {
      int[] next = needed(task);
      for (int part : next) {
        if (slotOf[part] >= 0) {
          continue;
        }
        int slot = slotFor(now, next);
        int gone = partIn[slot];
        (gone >= 0 && contains(now, gone) ? after : beside).add(new Load(part, slot));
        if (gone >= 0) {
          slotOf[gone] = -1;
        }
        partIn[slot] = part;
        slotOf[part] = slot;
        brought[part]++;
      }
    }

    /**
     * An empty one, else one that is not needed now, else one that is; of these the last needed.
     */
    private int slotFor(int[] now, int[] next) {
      int best = -1;
      long most = -1;
      for (int slot = 0; slot < partIn.length; slot++) {
        int held = partIn[slot];
        if (held >= 0 && contains(next, held)) {
          continue;
        }
        int preference = held < 0 ? 2 : contains(now, held) ? 0 : 1;
        long use = held < 0 || uses.get(held).isEmpty() ? tasks.length : uses.get(held).element();
        long worth = preference * (tasks.length + 1L) + use;
        if (worth > most) {
          most = worth;
          best = slot;
        }
      }
      return best;
    }

    private static boolean contains(int[] parts, int part) {
      for (int one : parts) {
        if (one == part) {
          return true;
        }
      }
      return false;
    }
  }
}
