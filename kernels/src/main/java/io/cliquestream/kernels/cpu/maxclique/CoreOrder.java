package io.cliquestream.kernels.cpu.maxclique;

import io.cliquestream.kernels.job.JobControl;

/**
 * Exact degeneracy order of the survivors, oriented.
 *
 * <p>Rank 0 is the vertex removed last by the peel; core numbers descend with the rank. A row holds
 * the neighbours of smaller rank, ascending. Only ranks below {@link #count} exist: those whose
 * core number allows a clique of the target size. They are the first ones, so no row misses
 * anything.
 *
 * @param vertices the graph's vertex of each rank
 * @param cores core number of each rank, in the graph of the survivors
 * @param rows ranks adjacent to each rank and below it, ascending
 */
record CoreOrder(int[] vertices, int[] cores, PagedRows rows) {
  private static final int VERTICES_PER_CHECK = 1 << 12;

  int count() {
    return vertices.length;
  }

  /** A peeled graph before the orientation. */
  record Peel(Survivors survivors, int[] order, int[] cores) {
    /** Largest core number, 0 without vertices. */
    int degeneracy() {
      return order.length == 0 ? 0 : cores[order[order.length - 1]];
    }
  }

  /** Peels by buckets (Matula and Beck; Batagelj and Zaveršnik): O(edges). */
  static Peel peel(Survivors survivors, JobControl control) {
    PagedRows rows = survivors.rows();
    int n = survivors.count();
    int[] cores = new int[n];
    int largest = 0;
    for (int v = 0; v < n; v++) {
      cores[v] = rows.length(v);
      largest = Math.max(largest, cores[v]);
    }
    int[] start = new int[largest + 2];
    for (int v = 0; v < n; v++) {
      start[cores[v] + 1]++;
    }
    for (int d = 0; d <= largest; d++) {
      start[d + 1] += start[d];
    }
    int[] order = new int[n];
    int[] position = new int[n];
    int[] next = start.clone();
    for (int v = 0; v < n; v++) {
      position[v] = next[cores[v]]++;
      order[position[v]] = v;
    }
    for (int i = 0; i < n; i++) {
      if (i % VERTICES_PER_CHECK == 0) {
        control.checkStopped();
      }
      int v = order[i];
      int core = cores[v];
      int[] page = rows.page(v);
      int end = rows.start(v) + rows.length(v);
      for (int e = rows.start(v); e < end; e++) {
        int u = page[e];
        int coreOfU = cores[u];
        if (coreOfU > core) {
          int first = start[coreOfU];
          int w = order[first];
          int at = position[u];
          order[at] = w;
          position[w] = at;
          order[first] = u;
          position[u] = first;
          start[coreOfU] = first + 1;
          cores[u] = coreOfU - 1;
        }
      }
    }
    return new Peel(survivors, order, cores);
  }

  /** Orients those vertices that may be in a clique of {@code target} vertices. */
  static CoreOrder orient(Peel peel, int target, JobControl control) {
    Survivors survivors = peel.survivors();
    PagedRows neighbors = survivors.rows();
    int n = survivors.count();
    int count = 0;
    while (count < n && peel.cores()[peel.order()[n - 1 - count]] >= target - 1) {
      count++;
    }
    int[] rank = new int[n];
    java.util.Arrays.fill(rank, Integer.MAX_VALUE);
    int[] vertices = new int[count];
    int[] cores = new int[count];
    int[] source = new int[count];
    for (int r = 0; r < count; r++) {
      int v = peel.order()[n - 1 - r];
      rank[v] = r;
      source[r] = v;
      vertices[r] = survivors.vertices()[v];
      cores[r] = peel.cores()[v];
    }
    int[] lengths = new int[count];
    for (int r = 0; r < count; r++) {
      int v = source[r];
      int[] page = neighbors.page(v);
      int end = neighbors.start(v) + neighbors.length(v);
      int length = 0;
      for (int e = neighbors.start(v); e < end; e++) {
        length += rank[page[e]] < r ? 1 : 0;
      }
      lengths[r] = length;
    }
    PagedRows rows = new PagedRows(lengths);
    int[] filled = new int[count];
    // Sources in ascending order make every row ascend without a sort.
    for (int r = 0; r < count; r++) {
      if (r % VERTICES_PER_CHECK == 0) {
        control.checkStopped();
      }
      int v = source[r];
      int[] page = neighbors.page(v);
      int end = neighbors.start(v) + neighbors.length(v);
      for (int e = neighbors.start(v); e < end; e++) {
        int other = rank[page[e]];
        if (other > r && other != Integer.MAX_VALUE) {
          rows.page(other)[rows.start(other) + filled[other]++] = r;
        }
      }
    }
    return new CoreOrder(vertices, cores, rows);
  }
}
