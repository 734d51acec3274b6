package io.cliquestream.kernels.cuda.maximalclique;

/** Tuning of the maximal clique enumeration on a device. Bounds and sizes, not measured times. */
final class DeviceMaximalPolicy {
  /** Working memory a job asks for beside what grows with the graph, in bytes. */
  static final long MOST_WORKING_BYTES = 1L << 30;

  /** A job asks for at most this share of the device's budget. */
  static final long BUDGET_SHARE = 2;

  /**
   * Bytes of cliques that wait on the device to be fetched. A round lasts as long as its heaviest
   * root, so the fewer rounds the better.
   */
  static final long LIST_BYTES = 64L << 20;

  /** At most this share of what a job asks for is a list. */
  static final long LIST_SHARE = 4;

  /** Part of the list that the next round's cliques may fill, by those of the round before. */
  static final double LIST_FILL = 0.7;

  /** Roots whose cliques are listed together at first; doubled while there is room for them. */
  static final int FIRST_LISTED_ROOTS = 1 << 10;

  /** Most roots whose cliques are listed together. */
  static final int MOST_LISTED_ROOTS = 1 << 16;

  /** Smaller graphs are left to the host where that is allowed: less than a few launches. */
  static final long LEAST_DEVICE_EDGES = 1L << 14;

  /**
   * Graphs with a larger share of all possible edges are looked at for joins, which the host has
   * closed forms for: cocktail party graphs and the like.
   */
  static final double DENSE = 0.5;

  /**
   * How many times as long as it has taken an enumeration is said to take when it is offered to
   * other devices: nobody knows, and some take days.
   */
  static final double EXPECTED_TIMES = 10;

  /** Pieces of an enumeration for each device that takes part. */
  static final int PIECES_PER_DEVICE = 16;

  private DeviceMaximalPolicy() {}
}
