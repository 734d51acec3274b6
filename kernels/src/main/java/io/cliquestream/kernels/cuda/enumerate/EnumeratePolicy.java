package io.cliquestream.kernels.cuda.enumerate;

/** Tuning of subgraph enumeration on a device. Bounds and sizes, not measured times. */
final class EnumeratePolicy {
  /** Bytes of bit rows at most; rows of all vertices fit for graphs of up to 92,000 of them. */
  static final long MOST_BIT_BYTES = 1L << 30;

  /** Share of the device's budget that bit rows may take: one in so many. */
  static final long BIT_SHARE = 8;

  /** Device bytes of a job before its plan is known; one that needs more is run again. */
  static final long GUESSED_BYTES = 512L << 20;

  /** Share of the device's budget that a job aims at, as a guess too: one in so many. */
  static final long BUDGET_SHARE = 4;

  /** Stacks for the largest degree that all warps share, where the budget allows them. */
  static final int LARGE_STACKS = 64;

  /** Bytes of matches that wait on the device to be fetched, and as many in the lane's page. */
  static final long LIST_BYTES = 16L << 20;

  /** Fewest matches that a list has room for: enough for some warps to store theirs at once. */
  static final long LEAST_LISTED = 1_024;

  /**
   * Pieces of a job for each device that takes part, over all its searches: one is some percent of
   * a device's work, which is what the last one may keep the others waiting.
   */
  static final int PIECES_PER_DEVICE = 24;

  /** Bits of the device's sums that a count may fill, sign and a margin left out. */
  static final int COUNT_BITS = 126;

  /** In-kernel donation: the C library's CS_ENUMERATE_DONATE. */
  static final int DONATE = 1;

  /** A thread a subgraph: the C library's CS_ENUMERATE_THREADS, and how many threads search. */
  static final int THREADS = 4;

  static final long MOST_THREADS = 1L << 18;
  static final long LEAST_THREADS = 1L << 10;

  /**
   * Kinds of enumeration: the C library's CS_ENUMERATE_PATTERN, _CENSUS, _MODULE, _CYCLES, _HOUSES,
   * _SUMS and _MAPS.
   */
  static final int PATTERN = 0;

  static final int CENSUS = 1;
  static final int MODULE = 2;
  static final int CYCLES = 3;
  static final int HOUSES = 4;
  static final int SUMS = 5;
  static final int MAPS = 6;

  /**
   * Set elements of a plan that take as long as one arc of one vertex's row of walks: 15 ms by 10^9
   * of these, and 2.5e11 elements a second.
   */
  static final double MAP_ELEMENTS = 2.5;

  /** Most vertices of a census, and its classes then. */
  static final int CENSUS_VERTICES = 7;

  static final int CENSUS_CLASSES = 853;

  /** Most classes and arguments of a caller's program. */
  static final int PROGRAM_CLASSES = 1_024;

  static final int PROGRAM_ARGUMENTS = 8;

  private EnumeratePolicy() {}
}
