package io.cliquestream.kernels.cuda.grid;

/** Tuning of triangle counts in parts. Rates are of one H200 and its link. */
final class GridPolicy {
  /** Classes of ranks at most: 4,096 tasks. */
  static final int MOST_CLASSES = 16;

  /** Launches that tasks are cut into at most, all together. */
  static final int MOST_LAUNCHES = 1 << 16;

  /** Launches of one task at most. */
  static final int MOST_SHARES = 16;

  /** Parts that a task needs at most: its three. */
  static final int LEAST_SLOTS = 3;

  /** Parts that should have room: beside three the two that the next task needs. */
  static final int WANTED_SLOTS = 5;

  /** Classes that are tried one after the other where parts are larger than predicted. */
  static final int TRIES = 3;

  /** A part has so much more than its share of the arcs, as far as is known before it is there. */
  static final double UNEVEN = 1.1;

  /** A chunk's neighbours: so many that both chunks take a third of the budget, and then some. */
  static final long BUDGET_BYTES_A_NEIGHBOR = 128;

  static final long LEAST_CHUNK = 1L << 16;

  static final long MOST_CHUNK = 1L << 22;

  /** A chunk has a row for so many neighbours, and some more. */
  static final long NEIGHBORS_A_ROW = 4;

  static final long LEAST_ROWS = 1024;

  /** Vertices whose offsets cross at a time while ranks are made. */
  static final long OFFSETS = 1L << 19;

  /** Bytes a second over the link, one direction. */
  static final double LINK_RATE = 54e9;

  /** All tasks together take about so long for an edge, and a launch should take so long. */
  static final double EDGE_NANOS = 0.5;

  static final double LAUNCH_NANOS = 25e6;

  private GridPolicy() {}
}
