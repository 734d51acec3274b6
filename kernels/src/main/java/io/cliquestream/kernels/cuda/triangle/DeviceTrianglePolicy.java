package io.cliquestream.kernels.cuda.triangle;

/**
 * Tuning of triangle counting on a device. Times are of one H200 (132 multiprocessors) and scaled
 * by the number of multiprocessors elsewhere; see src/bench/cuda/RECORD-triangles.md for the
 * measurements.
 */
final class DeviceTrianglePolicy {
  /** Multiprocessors of the device that the times below were measured on. */
  static final int MEASURED_MULTIPROCESSORS = 132;

  /** Smaller graphs are counted on the host where that is allowed: less than a few launches. */
  static final long LEAST_DEVICE_EDGES = 1L << 14;

  /** Any method: launches, clearing, and the way back of the count. */
  static final double FIXED_NANOS = 40_000;

  /** Wedges: one prefix to stream, whatever its length. */
  static final double WEDGE_EDGE_NANOS = 0.022;

  /** Wedges: one probe, the matrix core's share taken into account. */
  static final double WEDGE_PROBE_NANOS = 0.0005;

  /** Rows of so many ids at most are compared in registers. */
  static final long TINY_ROW = 4;

  /** Wedges: one edge between tiny rows. */
  static final double TINY_EDGE_NANOS = 0.003;

  /** Wedges: planning, fixed and for one edge. */
  static final double PLAN_FIXED_NANOS = 100_000;

  static final double PLAN_EDGE_NANOS = 0.045;

  /** Merge: one step of the two pointers, and one edge. */
  static final double MERGE_STEP_NANOS = 0.0016;

  static final double MERGE_EDGE_NANOS = 0.02;

  /** Merge: one step of the longest row against itself, which no other thread can help with. */
  static final double MERGE_LONGEST_NANOS = 20;

  /** Hash: one probe, one edge, one vertex with its table; renumbering, for one edge. */
  static final double HASH_PROBE_NANOS = 0.0044;

  static final double HASH_EDGE_NANOS = 0.05;

  static final double HASH_VERTEX_NANOS = 0.7;

  static final double HASH_RENUMBER_EDGE_NANOS = 0.05;

  /** Local counts: one step of the shorter row's searches, and one edge. */
  static final double LOCAL_STEP_NANOS = 0.006;

  static final double LOCAL_EDGE_NANOS = 0.1;

  /**
   * A launch is cut so that it lasts about this long. The end of each, in which its last blocks run
   * alone, costs 0.14 (wedges) to 0.22 ms (merge): under one per cent. Cancelling does not wait for
   * it, blocks look at the stop word.
   */
  static final double LAUNCH_NANOS = 25e6;

  /** Launches that a job is cut into, at most. */
  static final int MOST_SLICES = 4096;

  private DeviceTrianglePolicy() {}
}
