package io.cliquestream.kernels.job;

import io.cliquestream.kernels.graph.Graph;
import java.math.BigInteger;

/**
 * Clustering out of exact counts. Every engine comes by it this way and in this order of additions,
 * so that floating-point results are the same bits.
 */
public final class ClusteringCoefficients {
  private static final long FLUSH = 1L << 61;

  private ClusteringCoefficients() {}

  /** Clustering of a graph whose triangles are known, in total and by vertex. */
  public static Answer.Clustering of(Graph graph, CountArray byVertex, long triangles) {
    int n = graph.vertexCount();
    double[] local = new double[n];
    double sum = 0;
    BigInteger wedges = BigInteger.ZERO;
    long open = 0;
    for (int v = 0; v < n; v++) {
      long degree = graph.degree(v);
      long pairs = degree * (degree - 1) / 2;
      if (pairs > 0) {
        local[v] = byVertex.get(v).doubleValue() / pairs;
        sum += local[v];
      }
      open += pairs;
      if (open >= FLUSH) {
        wedges = wedges.add(BigInteger.valueOf(open));
        open = 0;
      }
    }
    wedges = wedges.add(BigInteger.valueOf(open));
    double transitivity = wedges.signum() == 0 ? 0 : 3.0 * triangles / wedges.doubleValue();
    return new Answer.Clustering(wedges, transitivity, n == 0 ? 0 : sum / n, local);
  }
}
