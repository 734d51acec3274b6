package io.cliquestream.cli.campaign;

/** Counts subgraphs of a graph of at most 64 vertices by looking at all of them. */
final class SmallSubgraphs {
  private final long[] rows;

  /**
   * @param rows neighbors of each vertex, a bit each
   */
  SmallSubgraphs(long[] rows) {
    this.rows = rows.clone();
  }

  /** Sets of so many vertices, 1 or more, that hang together. */
  long connectedSets(int size) {
    long sets = 0;
    for (int root = 0; root < rows.length; root++) {
      // Vertices before the root are out of question: each set is found at its first vertex.
      long open = above(root);
      sets += connected(1L << root, rows[root] & open, open & ~rows[root], size - 1);
    }
    return sets;
  }

  private static long above(int vertex) {
    return vertex == 63 ? 0 : -1L << (vertex + 1);
  }

  /**
   * Grows a set by each of its neighbors in turn; one that was taken is not taken by the later ones
   * (Wernicke, Efficient detection of network motifs, 2006).
   *
   * @param border may be added now
   * @param open not seen yet
   */
  private long connected(long set, long border, long open, int missing) {
    if (missing == 0) {
      return 1;
    }
    if (missing == 1) {
      return Long.bitCount(border);
    }
    long sets = 0;
    for (long left = border; left != 0; left &= left - 1) {
      int vertex = Long.numberOfTrailingZeros(left);
      long later = left & (left - 1);
      long fresh = rows[vertex] & open;
      sets += connected(set | 1L << vertex, later | fresh, open & ~fresh, missing - 1);
    }
    return sets;
  }

  /** Cycles of so many vertices, 4 or more, that have no chord. */
  long chordlessCycles(int length) {
    long cycles = 0;
    for (int first = 0; first < rows.length; first++) {
      for (long left = rows[first] & above(first); left != 0; left &= left - 1) {
        int second = Long.numberOfTrailingZeros(left);
        cycles += paths(first, second, second, above(first) & ~(1L << second), length - 2);
      }
    }
    return cycles;
  }

  /**
   * Ways to go on from {@code last} over {@code missing} more vertices and close the cycle. All but
   * the last of them are no neighbors of the first; the last one is above the second, so that each
   * cycle is found in one direction.
   *
   * @param free above the first, and no neighbors of those before {@code last} but the first
   */
  private long paths(int first, int second, int last, long free, int missing) {
    if (missing == 1) {
      return Long.bitCount(rows[last] & rows[first] & free & above(second));
    }
    long paths = 0;
    for (long left = rows[last] & free & ~rows[first]; left != 0; left &= left - 1) {
      int vertex = Long.numberOfTrailingZeros(left);
      // What is adjacent to the one before would be a chord.
      paths += paths(first, second, vertex, free & ~rows[last], missing - 1);
    }
    return paths;
  }
}
