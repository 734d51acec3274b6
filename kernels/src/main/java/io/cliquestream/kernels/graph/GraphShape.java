package io.cliquestream.kernels.graph;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;

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
    var degrees = new Degrees();
    long start = n == 0 ? 0 : graph.rowOffset(0);
    for (long v = 0; v < n; v++) {
      long end = graph.rowOffset(v + 1);
      degrees.add(end - start);
      start = end;
    }
    return degrees.shape(n, graph.edgeCount());
  }

  /**
   * Looks at every slot of rows of which no whole graph is made.
   *
   * @param vertices n
   * @param edges m
   * @param slots numbers below it are slots
   * @param degree of a slot, 0 of one that is no vertex
   * @return what {@link #of(SimpleGraph)} says of the whole graph
   */
  public static GraphShape of(long vertices, long edges, int slots, IntUnaryOperator degree) {
    var degrees = new Degrees();
    for (int slot = 0; slot < slots; slot++) {
      degrees.add(degree.applyAsInt(slot));
    }
    return degrees.shape(vertices, edges);
  }

  /** How many vertices there are of each degree. */
  private static final class Degrees {
    private long[] vertices = new long[1024];
    private long largest;

    void add(long degree) {
      largest = Math.max(largest, degree);
      int at = (int) Math.min(MOST, degree);
      if (at >= vertices.length) {
        vertices =
            Arrays.copyOf(vertices, Math.max(at + 1, Math.min(MOST + 1, 2 * vertices.length)));
      }
      vertices[at]++;
    }

    GraphShape shape(long n, long edges) {
      long bound = vertices.length - 1L;
      long among = vertices[(int) bound];
      while (bound > 0 && among <= bound) {
        bound--;
        among += vertices[(int) bound];
      }
      if (bound == MOST) {
        bound = largest;
      }
      return new GraphShape(n, edges, largest, bound);
    }
  }
}
