package io.cliquestream.kernels.cpu.estimate;

/** Tuning of estimates. */
final class EstimatePolicy {
  /** Chunks for each thread, so that the last ones to end are short. */
  static final int CHUNKS_PER_THREAD = 256;

  /** Most chunks; their bounds are kept in memory. */
  static final int MAXIMUM_CHUNKS = 1 << 14;

  /** Steps that a thread tells its meter for each path drawn, in some of a few nanoseconds. */
  static final long STEPS_OF_A_SAMPLE = 64;

  /**
   * What sums of double precision may be off by, far above what is possible: an interval is widened
   * by it.
   */
  static final double ROUNDING = 1e-9;

  /** Path counts beyond it come too near to what a double holds. */
  static final double MOST_PATHS = 1e300;

  /** Below it every whole number is a double. */
  static final double EXACT_DOUBLES = 0x1p53;

  private EstimatePolicy() {}
}
