package io.cliquestream.kernels.graph.build;

import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.graph.PairSource;
import java.util.List;
import java.util.function.Supplier;

/** Walks through pairs in parallel, in batches that fit a core's cache. */
final class PairBatches {
  private static final int BATCH_PAIRS = 1 << 11;
  private static final long RANGE_PAIRS = 1 << 16;

  private PairBatches() {}

  /** Work on one batch. */
  @FunctionalInterface
  interface BatchTask {
    /**
     * Works on the first {@code count} ids, two per pair.
     *
     * @param ids the task may overwrite them
     */
    void run(long[] ids, int count);
  }

  /** Has one task work on all batches, on several at once. */
  static void forEach(PairSource edges, Parallelism parallelism, BatchTask task) {
    var _ = forEach(edges, parallelism, () -> task);
  }

  /**
   * Has as many tasks as threads work on all batches, each on one at a time.
   *
   * @return the tasks there were
   */
  static <T extends BatchTask> List<T> forEach(
      PairSource edges, Parallelism parallelism, Supplier<T> more) {
    return new RangeWorkers<>(() -> new Walk<>(edges, parallelism, more.get()))
        .forRanges(parallelism, edges.size(), RANGE_PAIRS).stream().map(Walk::task).toList();
  }

  /** Walks through ranges of pairs. */
  private record Walk<T extends BatchTask>(
      PairSource edges, Parallelism parallelism, T task, long[] ids)
      implements Parallelism.RangeTask {
    Walk(PairSource edges, Parallelism parallelism, T task) {
      this(edges, parallelism, task, new long[2 * BATCH_PAIRS]);
    }

    @Override
    public void run(long from, long to) {
      long at = from;
      while (at < to) {
        parallelism.stop().checkStopped();
        int pairs = (int) Math.min(edges.copyPairs(at, ids), to - at);
        task.run(ids, 2 * pairs);
        at += pairs;
      }
    }
  }
}
