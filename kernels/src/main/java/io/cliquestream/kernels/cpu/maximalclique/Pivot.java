package io.cliquestream.kernels.cpu.maximalclique;

import io.cliquestream.kernels.cpu.maximalclique.LargeEnumeration.Matrix;

/**
 * The pivot of a node of the search: of all candidates and excluded rows the one that meets most
 * candidates, which leaves the fewest branches (Tomita, Tanaka and Takahashi, 2006); of several the
 * first. One object serves all nodes, one after the other.
 */
final class Pivot {
  private int row;
  private int met;
  private long missing;

  /** Looks at the candidates alone. */
  void find(Matrix matrix, long[] candidates, int count) {
    int best = -1;
    int most = -1;
    long absent = 0;
    for (int w = 0; w < matrix.words(); w++) {
      for (long bits = candidates[w]; bits != 0; bits &= bits - 1) {
        int v = (w << 6) + Long.numberOfTrailingZeros(bits);
        int common = matrix.intersection(v, candidates);
        absent += count - 1 - common;
        if (common > most) {
          most = common;
          best = v;
        }
      }
    }
    row = best;
    met = most;
    missing = absent;
  }

  /** Looks at excluded rows, too, after the candidates. */
  void find(Matrix matrix, long[] candidates, int[] excluded, int excludedCount) {
    for (int i = 0; i < excludedCount; i++) {
      int common = matrix.intersection(excluded[i], candidates);
      if (common > met) {
        met = common;
        row = excluded[i];
      }
    }
  }

  /** The row that meets most of those looked at. */
  int row() {
    return row;
  }

  /** Pairs of candidates, each counted from both ends, that are not joined; 0 for a clique. */
  long missing() {
    return missing;
  }
}
