package io.cliquestream.kernels.graph;

import java.util.Arrays;

/**
 * What can be said of a graph by looking at its degrees alone: enough for upper bounds of time and
 * memory, before anything is ordered.
 *
 * @param vertices n
 * @param edges m
 * @param maximumDegree largest degree
 * @param degeneracyBound largest d such that more than d vertices have degree d or more: every
 *     subgraph of least degree d has so many, so the degeneracy is at most this
 */
public record GraphShape(long vertices, long edges, long maximumDegree, long degeneracyBound) {
  /** Degrees beyond it count as this one: no graph has more vertices of such degree. */
  private static final int MOST = 1 << 20;

  /**
   * Looks at every vertex once: about a nanosecond each.
   *
   * @param graph of any width
   * @return its numbers of vertices and edges, its largest degree, and a bound on its degeneracy
   */
  public static GraphShape of(SimpleGraph graph) {
    long n = graph.vertexTotal();
    long[] withDegree = new long[1024];
    long largest = 0;
    long start = n == 0 ? 0 : graph.rowOffset(0);
    for (long v = 0; v < n; v++) {
      long end = graph.rowOffset(v + 1);
      long degree = end - start;
      start = end;
      largest = Math.max(largest, degree);
      int at = (int) Math.min(MOST, degree);
      if (at >= withDegree.length) {
        withDegree =
            Arrays.copyOf(withDegree, Math.max(at + 1, Math.min(MOST + 1, 2 * withDegree.length)));
      }
      withDegree[at]++;
    }
    long bound = withDegree.length - 1L;
    long among = withDegree[(int) bound];
    while (bound > 0 && among <= bound) {
      bound--;
      among += withDegree[(int) bound];
    }
    if (bound == MOST) {
      bound = largest;
    }
    return new GraphShape(n, graph.edgeCount(), largest, bound);
  }
}
