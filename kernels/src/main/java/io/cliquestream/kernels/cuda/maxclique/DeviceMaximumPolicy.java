package io.cliquestream.kernels.cuda.maxclique;

/** Tuning of the maximum clique search on a device. Bounds and sizes, not measured times. */
public final class DeviceMaximumPolicy {
  /** Working memory a job asks for, in bytes, where the budget allows it. */
  static final long MOST_WORKING_BYTES = 1L << 30;

  /** The same for a breadth-first search: with more, windows grow and learn of bounds later. */
  static final long MOST_BREADTH_BYTES = 256L << 20;

  /** A job asks for at most this share of the device's budget. */
  static final long BUDGET_SHARE = 4;

  /** Bytes of cliques that wait on the device to be fetched. */
  static final long LIST_BYTES = 8L << 20;

  /** At most this share of a breadth-first search's memory is for them. */
  static final long LIST_SHARE = 8;

  /** Fewest cliques that the list has room for, however large they are. */
  static final long LEAST_LIST = 16;

  /**
   * After so long, in nanoseconds, the host looks at a dense graph as a whole. Nearly all searches
   * have ended by then.
   */
  static final long DEVICE_FIRST_NANOS = 100_000_000;

  /** Most vertices of a graph that it looks at unasked. */
  static final int MOST_HOST_VERTICES = 8_192;

  /**
   * How many times as long as it has taken a search is said to take when it is offered to other
   * devices: nobody knows, and some take days.
   */
  static final double EXPECTED_TIMES = 10;

  /** Parts of the roots for each device that takes part. */
  static final int PARTS_PER_DEVICE = 8;

  private DeviceMaximumPolicy() {}
}
