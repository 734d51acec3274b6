package io.cliquestream.kernels.cpu.maxclique.reduction;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.graph.Graph;
import java.util.Arrays;

/**
 * The part of a graph that can hold a clique of a given size, found without looking at the rest.
 *
 * <p>A vertex of a clique of t vertices has t-1 neighbours in it. So vertices of smaller degree go,
 * by the row offsets alone; then, in a few sweeps, vertices with fewer than t-1 neighbours left. A
 * sweep reads the rows of survivors only, and stops in the middle of a row once the vertex is known
 * to stay or to go. What remains is copied into rows of its own, renumbered in the order of the
 * graph. With a good lower bound that is a small part of a sparse graph, and the exact peel ({@link
 * CoreOrder}) then costs next to nothing (the lazy graph of LazyMC, "Less is more", 2025).
 *
 * @param vertices the graph's vertex of each survivor, ascending
 * @param rows the survivors adjacent to each survivor, ascending
 */
public record Survivors(int[] vertices, PagedRows rows) {
  private static final int SWEEPS = 4;

  /** Vertices of a pass over one array between two looks whether to stop. */
  private static final int VERTICES_PER_CHECK = 1 << 18;

  /** Neighbours counted between two looks whether the count is settled. */
  private static final int STRIDE = 32;

  int count() {
    return vertices.length;
  }

  /**
   * Keeps what may be in a clique of {@code target} vertices, 2 or more.
   *
   * @param degrees of all vertices of the graph
   */
  public static Survivors of(Graph graph, int[] degrees, int target, JobControl control) {
    return of(graph, degrees, target, target - 1, control);
  }

  /**
   * The subgraph of the vertices of large degree, thinned out for a target.
   *
   * @param leastDegree smallest degree kept, target - 1 or more
   */
  public static Survivors of(
      Graph graph, int[] degrees, int target, int leastDegree, JobControl control) {
    int n = degrees.length;
    byte[] kept = new byte[n];
    int count = 0;
    int longest = 0;
    for (int v = 0; v < n; v++) {
      if (v % VERTICES_PER_CHECK == 0) {
        control.checkStopped();
      }
      if (degrees[v] >= leastDegree) {
        kept[v] = 1;
        count++;
        longest = Math.max(longest, degrees[v]);
      }
    }
    int[] vertices = new int[count];
    int at = 0;
    for (int v = 0; v < n; v++) {
      if (kept[v] != 0) {
        vertices[at++] = v;
      }
    }
    int[] row = new int[longest];
    int needed = target - 1;
    int sweeps = needed > 1 ? SWEEPS : 0;
    StopMeter meter = new StopMeter(control);
    for (int sweep = 0; sweep < sweeps; sweep++) {
      int left = 0;
      for (int i = 0; i < count; i++) {
        int v = vertices[i];
        int degree = graph.copyNeighbors(v, row);
        meter.work(1L + degree);
        if (hasAtLeast(needed, row, degree, kept)) {
          vertices[left++] = v;
        } else {
          kept[v] = 0;
        }
      }
      boolean settled = left > count - count / 8;
      count = left;
      if (settled) {
        break;
      }
    }
    return copy(graph, Arrays.copyOf(vertices, count), kept, row, control);
  }

  private static boolean hasAtLeast(int needed, int[] row, int degree, byte[] kept) {
    int found = 0;
    int at = 0;
    while (found < needed) {
      if (found + degree - at < needed) {
        return false;
      }
      for (int end = Math.min(degree, at + STRIDE); at < end; at++) {
        found += kept[row[at]];
      }
    }
    return true;
  }

  private static Survivors copy(
      Graph graph, int[] vertices, byte[] kept, int[] row, JobControl control) {
    int[] number = new int[kept.length];
    for (int i = 0; i < vertices.length; i++) {
      number[vertices[i]] = i + 1;
    }
    PagedRows rows = PagedRows.appendable(vertices.length);
    StopMeter meter = new StopMeter(control);
    for (int i = 0; i < vertices.length; i++) {
      int degree = graph.copyNeighbors(vertices[i], row);
      meter.work(1L + degree);
      int[] page = rows.append(i, degree);
      int begin = rows.start(i);
      int end = begin;
      for (int j = 0; j < degree; j++) {
        int w = number[row[j]];
        page[end] = w - 1;
        end += w != 0 ? 1 : 0;
      }
      rows.truncate(i, end - begin);
    }
    return new Survivors(vertices, rows);
  }
}
