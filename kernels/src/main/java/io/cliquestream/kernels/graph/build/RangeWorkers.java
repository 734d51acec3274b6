package io.cliquestream.kernels.graph.build;

import io.cliquestream.kernels.control.Parallelism;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;

/**
 * Runs tasks that keep something from one range to the next, as many as threads work at once. One
 * thread at a time uses each.
 *
 * @param <T> the tasks
 */
final class RangeWorkers<T extends Parallelism.RangeTask> {
  private final Queue<T> idle = new ConcurrentLinkedQueue<>();
  private final Supplier<T> more;

  /**
   * Without a task yet.
   *
   * @param more makes one; safe for use by all threads at once
   */
  RangeWorkers(Supplier<T> more) {
    this.more = more;
  }

  /**
   * Runs them over 0 … items-1, as {@link Parallelism#forRanges} does.
   *
   * @return the tasks there were, none of which runs any more
   */
  Queue<T> forRanges(Parallelism parallelism, long items, long grain) {
    parallelism.forRanges(
        items,
        grain,
        (from, to) -> {
          T waiting = idle.poll();
          T task = waiting == null ? more.get() : waiting;
          task.run(from, to);
          idle.add(task);
        });
    return idle;
  }
}
