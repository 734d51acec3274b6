package io.cliquestream.kernels.change.rows;

/**
 * Constants of making versions: what is cut into parts, and nanoseconds that decide into how many.
 */
final class TablePolicy {
  /** Fewer changes are one thread's: of 1,000 it made the version sooner than fourteen did. */
  static final int LEAST_SHARED = 1 << 11;

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

  /** Fewer arcs are brought together by one thread. */
  static final int PARALLEL_ARCS = 1 << 14;

  /** Looking up the ids of a change. */
  static final double ID_NANOS = 20;

  /** Looking for an edge in rows. */
  static final double EDGE_NANOS = 100;

  /** Comparing the lengths of an edge's rows. */
  static final double BOUND_NANOS = 20;

  /** Writing an arc of a change into its list. */
  static final double ARC_NANOS = 60;

  /** A pass over sorted pairs, a pair. */
  static final double PASS_NANOS = 3;

  private TablePolicy() {}
}
