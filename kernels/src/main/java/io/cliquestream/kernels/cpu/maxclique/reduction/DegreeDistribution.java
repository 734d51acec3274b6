package io.cliquestream.kernels.cpu.maxclique.reduction;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.graph.Graph;

/**
 * All degrees of a graph and how the arcs are spread over them.
 *
 * @param of degree of each vertex
 * @param count number of vertices of each degree
 */
public record DegreeDistribution(int[] of, int[] count) {

  private static final int VERTICES_PER_CHECK = 1 << 18;

  public static DegreeDistribution of(Graph graph, JobControl control) {
    int[] degrees = new int[graph.vertexCount()];
    int largest = 0;
    long begin = 0;
    for (int v = 0; v < degrees.length; v++) {
      if (v % VERTICES_PER_CHECK == 0) {
        control.checkStopped();
      }
      long end = graph.offset(v + 1);
      degrees[v] = (int) (end - begin);
      largest = Math.max(largest, degrees[v]);
      begin = end;
    }
    int[] count = new int[largest + 1];
    for (int degree : degrees) {
      count[degree]++;
    }
    return new DegreeDistribution(degrees, count);
  }

  public int largest() {
    return count.length - 1;
  }

  /** Arcs that leave vertices of at least this degree. */
  public long arcsFrom(int least) {
    long arcs = 0;
    for (int d = least; d < count.length; d++) {
      arcs += (long) d * count[d];
    }
    return arcs;
  }

  /** Least degree from which on all vertices together have at most so many arcs. */
  public int leastWithin(long arcs) {
    int least = count.length;
    long room = arcs;
    while (least > 0 && room >= (long) (least - 1) * count[least - 1]) {
      least--;
      room -= (long) least * count[least];
    }
    return least;
  }

  /** The vertices by ascending degree, equal ones by number. */
  public int[] ascending(JobControl control) {
    int[] next = new int[count.length];
    for (int d = 1; d < count.length; d++) {
      next[d] = next[d - 1] + count[d - 1];
    }
    int[] order = new int[of.length];
    for (int v = 0; v < of.length; v++) {
      if (v % VERTICES_PER_CHECK == 0) {
        control.checkStopped();
      }
      order[next[of[v]]++] = v;
    }
    return order;
  }
}
