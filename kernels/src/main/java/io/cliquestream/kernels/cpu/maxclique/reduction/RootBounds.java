package io.cliquestream.kernels.cpu.maxclique.reduction;

import io.cliquestream.kernels.control.JobControl;

/**
 * Upper bounds of the cliques of all roots, for the price of one look at every edge.
 *
 * <p>The vertices are coloured greedily from rank 0 on, each with the least colour that none of its
 * neighbours of smaller rank has. A clique of root r is r and neighbours of smaller rank, all of
 * different colours, so it has at most one vertex more than these neighbours have colours. In
 * social and collaboration graphs that is far below the core number, and it disposes of nearly all
 * roots that the core number leaves; where it is large, large cliques are. (Colouring as a filter
 * before the search: PMC, Rossi et al., 2014.)
 *
 * @param bounds largest possible clique of each rank as a root
 * @param ofBound number of roots of each bound
 */
public record RootBounds(int[] bounds, int[] ofBound) {
  private static final int VERTICES_PER_CHECK = 1 << 10;

  public static RootBounds of(CoreOrder order, JobControl control) {
    int n = order.count();
    PagedRows rows = order.rows();
    int[] color = new int[n];
    int[] seenBy = new int[order.degeneracy() + 2];
    int[] bounds = new int[n];
    int[] ofBound = new int[order.degeneracy() + 2];
    for (int r = 0; r < n; r++) {
      if (r % VERTICES_PER_CHECK == 0) {
        control.checkStopped();
      }
      int[] page = rows.page(r);
      int end = rows.start(r) + rows.length(r);
      int stamp = r + 1;
      int colors = 0;
      for (int e = rows.start(r); e < end; e++) {
        int c = color[page[e]];
        colors += seenBy[c] != stamp ? 1 : 0;
        seenBy[c] = stamp;
      }
      int free = 0;
      while (seenBy[free] == stamp) {
        free++;
      }
      color[r] = free;
      bounds[r] = colors + 1;
      ofBound[colors + 1]++;
    }
    return new RootBounds(bounds, ofBound);
  }

  /** Largest bound of a root, 0 without roots. */
  public int largest() {
    int bound = ofBound.length - 1;
    while (bound > 0 && ofBound[bound] == 0) {
      bound--;
    }
    return bound;
  }

  /** Number of roots that may have a clique of {@code target} vertices. */
  public int candidates(int target) {
    int count = 0;
    for (int b = Math.max(0, target); b < ofBound.length; b++) {
      count += ofBound[b];
    }
    return count;
  }

  /**
   * The roots that may have a clique of {@code target} vertices, the largest bound first and equal
   * ones by rank.
   */
  public int[] roots(int target) {
    int[] next = new int[ofBound.length];
    int count = 0;
    for (int b = ofBound.length - 1; b >= Math.max(0, target); b--) {
      next[b] = count;
      count += ofBound[b];
    }
    int[] roots = new int[count];
    for (int r = 0; r < bounds.length; r++) {
      if (bounds[r] >= target) {
        roots[next[bounds[r]]++] = r;
      }
    }
    return roots;
  }
}
