package io.cliquestream.kernels.cpu.cover;

import java.util.Arrays;

/**
 * A partition of what is open into cliques, of each of which an independent set has one vertex at
 * most. Greedy: every vertex, those of least degree first, joins the largest clique that it is
 * adjacent to all of (Akiba and Iwata, 2016). Linear in the edges. One instance for one residue.
 */
final class CliqueCover {
  private final Residue residue;
  private final int[] cliqueOf;
  private final int[] sizeOf;
  private final int[] adjacent;
  private final int[] touched;
  private final int[] order;
  private final int[] start;

  CliqueCover(Residue residue) {
    this.residue = residue;
    int n = residue.size();
    cliqueOf = new int[n];
    sizeOf = new int[n];
    adjacent = new int[n];
    touched = new int[n];
    order = new int[n];
    start = new int[n + 1];
  }

  /** The number of cliques found. */
  int cliques(CoverBudget budget) {
    int count = sort();
    Arrays.fill(cliqueOf, -1);
    int cliques = 0;
    long work = 0;
    for (int i = 0; i < count; i++) {
      int v = order[i];
      int found = 0;
      int best = -1;
      work += residue.degree(v) + 1;
      for (int w : residue.neighbors(v)) {
        int clique = residue.isOpen(w) ? cliqueOf[w] : -1;
        if (clique < 0) {
          continue;
        }
        if (adjacent[clique]++ == 0) {
          touched[found++] = clique;
        }
        if (adjacent[clique] == sizeOf[clique] && (best < 0 || sizeOf[clique] > sizeOf[best])) {
          best = clique;
        }
      }
      for (int j = 0; j < found; j++) {
        adjacent[touched[j]] = 0;
      }
      if (best < 0) {
        best = cliques++;
        sizeOf[best] = 0;
      }
      cliqueOf[v] = best;
      sizeOf[best]++;
    }
    budget.work(work);
    return cliques;
  }

  /** Open vertices by degree, ascending. */
  private int sort() {
    int n = residue.size();
    Arrays.fill(start, 0);
    int count = 0;
    for (int v = 0; v < n; v++) {
      if (residue.isOpen(v)) {
        start[residue.degree(v) + 1]++;
        count++;
      }
    }
    for (int d = 0; d < n; d++) {
      start[d + 1] += start[d];
    }
    for (int v = 0; v < n; v++) {
      if (residue.isOpen(v)) {
        order[start[residue.degree(v)]++] = v;
      }
    }
    return count;
  }
}
