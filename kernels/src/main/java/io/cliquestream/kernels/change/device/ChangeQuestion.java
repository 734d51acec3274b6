package io.cliquestream.kernels.change.device;

import io.cliquestream.kernels.job.Pattern;

/** What is counted of a batch: how many of it came, and how many went. */
public sealed interface ChangeQuestion {
  /** Triangles. */
  record Triangles() implements ChangeQuestion {}

  /**
   * Cliques of one size.
   *
   * @param k vertices of a clique; devices count {@link #SMALLEST} to {@link #LARGEST}
   */
  record Cliques(int k) implements ChangeQuestion {
    /** Sizes that devices count; triangles are asked for by themselves. */
    public static final int SMALLEST = 4;

    /** The largest of them. */
    public static final int LARGEST = 32;
  }

  /**
   * Subgraphs equal to a connected pattern of three to eight vertices without labels, whatever
   * other edges their vertices have among each other.
   *
   * @param pattern connected, of three to eight vertices, without labels
   */
  record Matches(Pattern pattern) implements ChangeQuestion {
    /** Fewest vertices of a pattern. */
    public static final int SMALLEST = 3;
  }
}
