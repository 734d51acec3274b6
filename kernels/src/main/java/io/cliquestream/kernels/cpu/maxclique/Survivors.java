package io.cliquestream.kernels.cpu.maxclique;

import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.job.JobControl;
import java.util.Arrays;

/**
 * The part of a graph that can hold a clique of a given size, found without looking at the rest.
 *
 * <p>A vertex of a clique of t vertices has t-1 neighbours in it. So vertices of smaller degree go,
 * by the row offsets alone; then, in a few sweeps, vertices with fewer than t-1 neighbours left. A
 * sweep reads the rows of survivors only, and stops in the middle of a row once the vertex is known
 * to stay. What remains is copied into rows of its own, renumbered in the order of the graph. With
 * a good lower bound that is a small part of a sparse graph, and the exact peel ({@link CoreOrder})
 * then costs next to nothing (the lazy graph of LazyMC, "Less is more", 2025).
 *
 * @param vertices the graph's vertex of each survivor, ascending
 * @param rows the survivors adjacent to each survivor, ascending
 */
record Survivors(int[] vertices, PagedRows rows) {
  private static final int SWEEPS = 3;
  private static final int VERTICES_PER_CHECK = 1 << 12;

  int count() {
    return vertices.length;
  }

  /** Keeps what may be in a clique of {@code target} vertices, 2 or more. */
  static Survivors of(Graph graph, int target, JobControl control) {
    return of(graph, target, target - 1, control);
  }

  /**
   * The subgraph of the vertices of large degree, thinned out for a target.
   *
   * @param leastDegree smallest degree kept, target - 1 or more
   */
  static Survivors of(Graph graph, int target, int leastDegree, JobControl control) {
    int n = graph.vertexCount();
    int needed = target - 1;
    boolean[] kept = new boolean[n];
    int count = 0;
    long begin = 0;
    for (int v = 0; v < n; v++) {
      long end = graph.offset(v + 1);
      if (end - begin >= leastDegree) {
        kept[v] = true;
        count++;
      }
      begin = end;
    }
    int[] vertices = new int[count];
    int at = 0;
    for (int v = 0; v < n; v++) {
      if (kept[v]) {
        vertices[at++] = v;
      }
    }
    int[] row = new int[1024];
    int sweeps = needed > 1 ? SWEEPS : 0;
    for (int sweep = 0; sweep < sweeps; sweep++) {
      int left = 0;
      for (int i = 0; i < count; i++) {
        if (i % VERTICES_PER_CHECK == 0) {
          control.checkStopped();
        }
        int v = vertices[i];
        row = fit(row, graph.degree(v));
        int degree = graph.copyNeighbors(v, row);
        int missing = needed;
        for (int j = 0; j < degree && missing > 0; j++) {
          missing -= kept[row[j]] ? 1 : 0;
        }
        if (missing > 0) {
          kept[v] = false;
        } else {
          vertices[left++] = v;
        }
      }
      boolean settled = left > count - count / 8;
      count = left;
      if (settled) {
        break;
      }
    }
    return copy(graph, Arrays.copyOf(vertices, count), kept, control);
  }

  private static Survivors copy(Graph graph, int[] vertices, boolean[] kept, JobControl control) {
    int n = graph.vertexCount();
    int[] number = new int[n];
    int[] lengths = new int[vertices.length];
    for (int i = 0; i < vertices.length; i++) {
      number[vertices[i]] = i;
      lengths[i] = graph.degree(vertices[i]);
    }
    PagedRows rows = new PagedRows(lengths);
    int[] row = new int[1024];
    for (int i = 0; i < vertices.length; i++) {
      if (i % VERTICES_PER_CHECK == 0) {
        control.checkStopped();
      }
      row = fit(row, graph.degree(vertices[i]));
      int degree = graph.copyNeighbors(vertices[i], row);
      int[] page = rows.page(i);
      int begin = rows.start(i);
      int end = begin;
      for (int j = 0; j < degree; j++) {
        int w = row[j];
        if (kept[w]) {
          page[end++] = number[w];
        }
      }
      rows.truncate(i, end - begin);
    }
    return new Survivors(vertices, rows);
  }

  private static int[] fit(int[] row, int length) {
    return row.length >= length ? row : new int[Math.max(length, 2 * row.length)];
  }
}
