package io.cliquestream.kernels.cuda.maximalclique;

import io.cliquestream.kernels.graph.Graph;

/**
 * Connected components of a graph's complement. A graph whose complement has several is a join:
 * every maximal clique is one of each part, so that numbers multiply.
 */
final class ComplementParts {
  private ComplementParts() {}

  /**
   * Components of the complement with two vertices or more. Vertices not reached yet are looked
   * through for each vertex, which costs O(n + m): each look finds a new vertex or an edge.
   */
  static int larger(Graph graph) {
    int n = graph.vertexCount();
    int[] unreached = new int[n];
    for (int vertex = 0; vertex < n; vertex++) {
      unreached[vertex] = vertex;
    }
    int left = n;
    int[] queue = new int[n];
    int[] neighborOf = new int[n];
    int parts = 0;
    while (left > 0) {
      queue[0] = unreached[--left];
      int reached = 1;
      for (int next = 0; next < reached; next++) {
        int vertex = queue[next];
        long end = graph.offset(vertex + 1);
        for (long i = graph.offset(vertex); i < end; i++) {
          neighborOf[graph.neighbor(i)] = vertex + 1;
        }
        int kept = 0;
        for (int i = 0; i < left; i++) {
          int other = unreached[i];
          if (neighborOf[other] == vertex + 1) {
            unreached[kept++] = other;
          } else {
            queue[reached++] = other;
          }
        }
        left = kept;
      }
      parts += reached > 1 ? 1 : 0;
    }
    return parts;
  }
}
