package io.cliquestream.kernels.job;

import io.cliquestream.kernels.failure.Options;

/**
 * Choices of the breadth-first search for maximum cliques (Geil, Porumbescu and Owens, sections III
 * and IV). They change time and memory, never the answer.
 *
 * @param seeds vertices that a multi-run heuristic starts from, those with the largest keys; 0:
 *     every vertex
 * @param orientation which end of an edge has it in its sub-list
 * @param subLists order inside a sub-list
 * @param coreBounds prune vertices by core numbers instead of degrees
 * @param window most entries of the 2-clique list that are searched at a time, but always one whole
 *     sub-list; 0: as many as memory holds
 * @param windowOrder order of the sub-lists
 * @param windowsAtOnce 0 or 1: the whole device on one window; more: one window on each of so many
 *     blocks
 * @param colorFrom sub-lists of so many vertices or more are colored, and what the colors show to
 *     be needless is not expanded; 0: none, as in the paper
 * @param pruning whether vertices, sub-lists and entries are left out that a bound shows to reach
 *     no clique that counts; without it everything is expanded, in windows that memory bounds,
 *     which is for comparison
 */
public record BreadthFirst(
    long seeds,
    Orientation orientation,
    SubLists subLists,
    boolean coreBounds,
    long window,
    WindowOrder windowOrder,
    int windowsAtOnce,
    long colorFrom,
    boolean pruning) {
  private static final long MOST = (1L << 32) - 1;
  private static final int MOST_WINDOWS = 1 << 16;

  /** The paper's recommendation: everything in one window, as far as memory reaches. */
  public static final BreadthFirst DEFAULT =
      new BreadthFirst(
          0,
          Orientation.DEGREE,
          SubLists.RISING_DEGREE,
          false,
          0,
          WindowOrder.DESCENDING,
          0,
          0,
          true);

  /** Which end of an edge has it in its sub-list. */
  public enum Orientation {
    /** The end with the smaller degree. */
    DEGREE,
    /** The end with the smaller id. */
    INDEX
  }

  /** Order inside a sub-list. */
  public enum SubLists {
    /** By degree, the smallest first. */
    RISING_DEGREE,
    /** By degree, the largest first. */
    FALLING_DEGREE,
    /** By id, which by degree is no order. */
    UNSORTED
  }

  /** Order of the sub-lists, by the degree (or core number, with core bounds) of their source. */
  public enum WindowOrder {
    /** The largest first. */
    DESCENDING,
    /** The smallest first. */
    ASCENDING,
    /** By id. */
    INDEX
  }

  /**
   * Checks the choices.
   *
   * @throws io.cliquestream.kernels.failure.ComputeException OPTION_INVALID for one that is out of
   *     its range, or colors without pruning
   */
  public BreadthFirst {
    Options.require(
        seeds >= 0 && seeds <= MOST, "seeds must be between 0 and 2^32 - 1, not " + seeds);
    Options.require(
        window >= 0 && window <= MOST, "the window must be between 0 and 2^32 - 1, not " + window);
    Options.require(
        windowsAtOnce >= 0 && windowsAtOnce <= MOST_WINDOWS,
        "windows at once must be between 0 and " + MOST_WINDOWS + ", not " + windowsAtOnce);
    Options.require(
        colorFrom >= 0 && colorFrom <= MOST,
        "the length to color from must be between 0 and 2^32 - 1, not " + colorFrom);
    Options.require(pruning || colorFrom == 0, "colors prune: they do not go without pruning");
  }

  /**
   * With pruning.
   *
   * @param seeds vertices that a multi-run heuristic starts from; 0: every vertex
   * @param orientation which end of an edge has it in its sub-list
   * @param subLists order inside a sub-list
   * @param coreBounds prune vertices by core numbers instead of degrees
   * @param window most entries of the 2-clique list that are searched at a time; 0: as many as
   *     memory holds
   * @param windowOrder order of the sub-lists
   * @param windowsAtOnce 0 or 1: the whole device on one window; more: one window on each of so
   *     many blocks
   * @param colorFrom sub-lists of so many vertices or more are colored; 0: none
   */
  public BreadthFirst(
      long seeds,
      Orientation orientation,
      SubLists subLists,
      boolean coreBounds,
      long window,
      WindowOrder windowOrder,
      int windowsAtOnce,
      long colorFrom) {
    this(
        seeds,
        orientation,
        subLists,
        coreBounds,
        window,
        windowOrder,
        windowsAtOnce,
        colorFrom,
        true);
  }
}
