package io.cliquestream.kernels.part;

/**
 * An interval of ranks whose vertices are roots.
 *
 * @param first first rank, 0 or more
 * @param end rank after the last one, {@code first} or more
 */
public record RootRange(int first, int end) {
  /** Every rank. */
  public static final RootRange ALL = new RootRange(0, Integer.MAX_VALUE);

  /**
   * Checks the interval.
   *
   * @throws IllegalArgumentException when it begins below 0 or ends before it begins
   */
  public RootRange {
    if (first < 0 || end < first) {
      throw new IllegalArgumentException("roots " + first + " to " + end);
    }
  }

  /**
   * {@return the ranks of it that exist where there are {@code count}}
   *
   * @param count ranks 0 to count - 1 exist
   */
  public RootRange within(int count) {
    return new RootRange(Math.min(first, count), Math.min(end, count));
  }

  /**
   * {@return whether a rank is in it}
   *
   * @param rank 0 or more
   */
  public boolean contains(int rank) {
    return rank >= first && rank < end;
  }

  /** {@return number of ranks} */
  public int size() {
    return end - first;
  }
}
