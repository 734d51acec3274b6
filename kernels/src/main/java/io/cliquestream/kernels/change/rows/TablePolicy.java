package io.cliquestream.kernels.change.rows;

import io.cliquestream.kernels.control.Parallelism;

/**
 * Constants of making versions: what is cut into parts, and nanoseconds that decide into how many.
 */
final class TablePolicy {
  /**
   * For fewer changes no thread is woken in the middle: of 1,000 one thread made the version sooner
   * than fourteen did. Those that were called before, and wait, share it.
   */
  private static final int LEAST_SHARED = 1 << 11;

  /** Fewer changes are over before a thread is awake. */
  private static final int LEAST_CALLED = 1 << 8;

  /** From the batch to the new answer, a change. */
  private static final double CHANGE_NANOS = 400;

  /** Ranges of a stage that each thread takes, where few share little. */
  private static final int RANGES = 4;

  private static final int LEAST_GRAIN = 1 << 4;

  /** Items of a range where ids are looked up, pairs compared, or places filled. */
  static final int GRAIN = 1 << 12;

  /** Pairs of a range that are looked for in rows. */
  static final int EDGE_GRAIN = 1 << 9;

  /** Slots of a range whose lists are replaced. */
  static final int WRITE_GRAIN = 1 << 8;

  /** Rows of a range. */
  static final int ROW_GRAIN = 1 << 8;

  /** Pairs of one slot, from which on its row is gone through rather than the shorter ones. */
  static final int GROUP = 4;

  /** Looking up the ids of a change. */
  static final double ID_NANOS = 20;

  /** Looking for an edge in rows. */
  static final double EDGE_NANOS = 100;

  /** Comparing the lengths of an edge's rows. */
  static final double BOUND_NANOS = 16;

  /** Writing an arc of a change into its list. */
  static final double ARC_NANOS = 60;

  /** Bringing an arc's two directions together. */
  static final double MERGE_NANOS = 5;

  /** A pass over sorted pairs, a pair. */
  static final double PASS_NANOS = 3;

  private TablePolicy() {}

  /** Wakes threads for what comes of so many changes. */
  static void call(int changes, Parallelism parallelism) {
    if (changes >= LEAST_CALLED) {
      parallelism.call(changes * CHANGE_NANOS);
    }
  }

  /** Threads that share what so many changes need. */
  static Parallelism shared(int changes, Parallelism parallelism) {
    return changes < LEAST_SHARED ? parallelism.awake() : parallelism;
  }

  /** Items of a range: as always, or fewer where there are few for each thread. */
  static int grain(int items, int most, Parallelism parallelism) {
    if (parallelism.threads() == 1) {
      return Math.max(1, items);
    }
    return Math.min(most, Math.max(LEAST_GRAIN, items / (RANGES * parallelism.threads())));
  }
}
