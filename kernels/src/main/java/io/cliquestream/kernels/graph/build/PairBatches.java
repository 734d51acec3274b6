package io.cliquestream.kernels.graph.build;

import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.graph.PairSource;

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

  static void forEach(PairSource edges, Parallelism parallelism, BatchTask task) {
    parallelism.forRanges(
        edges.size(),
        RANGE_PAIRS,
        (from, to) -> {
          long[] ids = new long[2 * BATCH_PAIRS];
          long at = from;
          while (at < to) {
            parallelism.stop().checkStopped();
            int pairs = (int) Math.min(edges.copyPairs(at, ids), to - at);
            task.run(ids, 2 * pairs);
            at += pairs;
          }
        });
  }
}
