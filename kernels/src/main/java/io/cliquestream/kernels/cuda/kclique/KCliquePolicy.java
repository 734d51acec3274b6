package io.cliquestream.kernels.cuda.kclique;

/** Tuning of k-clique counting on a device. */
final class KCliquePolicy {
  /** Largest k that is counted clique by clique unless the job says otherwise. */
  static final int LARGEST_ORIENTATION_K = 5;

  /**
   * Share of the device's budget for matrices of roots that do not fit shared memory: one in so
   * many.
   */
  static final long MATRIX_SHARE = 4;

  /** Bytes of those matrices at most. */
  static final long MOST_MATRIX_BYTES = 8L << 30;

  /** Units of progress in a launch, and launches of a count, at most. */
  static final double UNITS_PER_SLICE = 1 << 20;

  static final int MOST_SLICES = 64;

  /** Device bytes of a count before its plan is known; a count that needs more is run again. */
  static final long GUESSED_BYTES = 512L << 20;

  /** Sizes that a bounded range may span. */
  static final int MOST_SIZES = 1 << 20;

  private KCliquePolicy() {}
}
