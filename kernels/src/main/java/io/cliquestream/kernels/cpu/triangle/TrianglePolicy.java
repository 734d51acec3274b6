package io.cliquestream.kernels.cpu.triangle;

/** Tuning of triangle counting, measured on two AMD EPYC cores. */
final class TrianglePolicy {
  /** Oriented wedges in a chunk, at most: a millisecond or so. */
  static final long LARGEST_CHUNK = 1L << 20;

  /** Chunks for each thread, so that the last ones to end are short. */
  static final int CHUNKS_PER_THREAD = 64;

  /** Cost of an edge besides its wedges: finding the list and starting to read it. */
  static final int EDGE_COST = 8;

  /** Estimated work, in wedges, that takes less time than waking a thread: some 30 microseconds. */
  static final double SMALL_WORK = 1 << 15;

  private TrianglePolicy() {}
}
