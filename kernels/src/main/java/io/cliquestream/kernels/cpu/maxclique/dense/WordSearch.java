package io.cliquestream.kernels.cpu.maxclique.dense;

/**
 * The end of a branch and bound, where at most 64 candidates are left: {@link DenseSearch} on sets
 * of one long. Too small to be handed over in parts; while it runs, the levels above it can be.
 */
final class WordSearch {
  /** What the search above does for this one. */
  interface Above {
    /** Takes a clique: what was chosen above and the first {@code count} of {@link #chosen}. */
    void report(int count);

    /** Counts branches and work; looks at cancellation now and then. */
    void spent(long nodes, long work);
  }

  private final WordBound bound;
  private final int[][] branches = new int[Long.SIZE + 1][];
  private final int[] chosen = new int[Long.SIZE];
  private final long workPerReport;

  private Compaction matrix;
  private long[] rows;
  private Incumbent incumbent;
  private Above above;
  private int sizeAbove;
  private long nodes;
  private long workReported;

  WordSearch(MaximumCliquePolicy policy) {
    this.bound = new WordBound(policy);
    this.workPerReport = policy.workPerCheck() / 16;
    for (int i = 0; i < branches.length; i++) {
      branches[i] = new int[Long.SIZE];
    }
  }

  /** Vertices chosen here, as vertices of the root's matrix. */
  int[] chosen() {
    return chosen;
  }

  /**
   * Searches a narrow matrix for cliques.
   *
   * @param size vertices chosen above, those outside of all matrices included
   */
  void run(Compaction narrow, Incumbent best, int size, Above caller) {
    matrix = narrow;
    rows = narrow.rows();
    incumbent = best;
    sizeAbove = size;
    above = caller;
    expand(narrow.size() == Long.SIZE ? -1L : (1L << narrow.size()) - 1, 0);
    spend();
  }

  /** Searches some candidates, at least one, with {@code depth} vertices chosen here. */
  private void expand(long candidates, int depth) {
    int size = sizeAbove + depth;
    int allowance = Math.max(0, incumbent.target() - 1 - size);
    int[] list = branches[depth];
    long here = candidates;
    for (int i = bound.branches(rows, candidates, allowance, list) - 1; i >= 0; i--) {
      int target = incumbent.target();
      if (size + allowance + i + 1 < target) {
        return;
      }
      int vertex = list[i];
      nodes++;
      chosen[depth] = matrix.original(vertex);
      here &= ~(1L << vertex);
      long next = here & rows[vertex];
      if (next == 0) {
        if (size + 1 >= target) {
          above.report(depth + 1);
        }
      } else if (size + 1 + Long.bitCount(next) >= target) {
        expand(next, depth + 1);
      }
    }
    if (bound.work() - workReported > workPerReport) {
      spend();
    }
  }

  private void spend() {
    above.spent(nodes, bound.work() - workReported);
    nodes = 0;
    workReported = bound.work();
  }
}
