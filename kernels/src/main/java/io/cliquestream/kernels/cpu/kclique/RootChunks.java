package io.cliquestream.kernels.cpu.kclique;

import io.cliquestream.kernels.graph.OrientedGraph;
import java.util.Arrays;

/**
 * Cuts the roots 0 … n-1 into runs of about equal estimated cost. The cost of a root is the square
 * of its out-degree, the size of its matrix, plus a little for reading its list.
 */
final class RootChunks {
  private final int[] firstRoots;
  private final double[] costs;
  private final double total;

  private RootChunks(int[] firstRoots, double[] costs, double total) {
    this.firstRoots = firstRoots;
    this.costs = costs;
    this.total = total;
  }

  static RootChunks of(OrientedGraph graph, int threads) {
    int n = graph.vertexCount();
    double total = 0;
    for (int root = 0; root < n; root++) {
      total += cost(graph, root);
    }
    int wanted = Math.min(KCliquePolicy.MAXIMUM_CHUNKS, KCliquePolicy.CHUNKS_PER_THREAD * threads);
    double limit = total / wanted;
    int[] firstRoots = new int[wanted + 2];
    double[] costs = new double[wanted + 1];
    int chunks = 0;
    double open = 0;
    for (int root = 0; root < n; root++) {
      open += cost(graph, root);
      if (open >= limit || root == n - 1) {
        costs[chunks++] = open;
        firstRoots[chunks] = root + 1;
        open = 0;
      }
    }
    return new RootChunks(
        Arrays.copyOf(firstRoots, chunks + 1), Arrays.copyOf(costs, chunks), total);
  }

  static double cost(OrientedGraph graph, int root) {
    double degree = graph.outDegree(root);
    return 1 + degree * (8 + degree);
  }

  int count() {
    return costs.length;
  }

  int first(long chunk) {
    return firstRoots[(int) chunk];
  }

  int end(long chunk) {
    return firstRoots[(int) chunk + 1];
  }

  double cost(long chunk) {
    return costs[(int) chunk];
  }

  double total() {
    return total;
  }
}
