package io.cliquestream.kernels.survey;

import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.graph.Graph;

/**
 * Connected components by union and find with halved paths, the smaller number being the root: one
 * pass over the edges, four bytes a vertex.
 *
 * @param count components; vertices without an edge do not exist in a graph
 * @param largest vertices of the largest
 */
public record Components(long count, long largest) {
  /**
   * Those of a graph.
   *
   * @param graph read as it is
   * @param stop ends the pass
   * @return how many there are, and the size of the largest
   */
  public static Components of(Graph graph, StopCheck stop) {
    StopMeter meter = new StopMeter(stop);
    int n = graph.vertexCount();
    int[] parents = new int[n];
    for (int v = 0; v < n; v++) {
      parents[v] = v;
    }
    for (int v = 0; v < n; v++) {
      long end = graph.offset(v + 1);
      meter.work(1 + end - graph.offset(v));
      int root = find(parents, v);
      for (long i = graph.offset(v); i < end; i++) {
        int neighbor = graph.neighbor(i);
        if (neighbor > v) {
          break;
        }
        int other = find(parents, neighbor);
        if (other != root) {
          int least = Math.min(root, other);
          parents[Math.max(root, other)] = least;
          root = least;
        }
      }
    }
    int[] sizes = new int[n];
    long count = 0;
    long largest = 0;
    for (int v = 0; v < n; v++) {
      meter.work(1);
      int root = find(parents, v);
      if (sizes[root]++ == 0) {
        count++;
      }
      largest = Math.max(largest, sizes[root]);
    }
    return new Components(count, largest);
  }

  private static int find(int[] parents, int vertex) {
    int v = vertex;
    while (parents[v] != v) {
      parents[v] = parents[parents[v]];
      v = parents[v];
    }
    return v;
  }
}
