package io.cliquestream.kernels.assembly;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.CoefficientArray;
import io.cliquestream.kernels.answer.CountArray;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.graph.SimpleGraph;
import java.math.BigInteger;
import java.util.function.LongUnaryOperator;

/**
 * Clustering out of exact counts. Every engine comes by it this way and in this order of additions,
 * so that floating-point results are the same bits.
 */
public final class ClusteringCoefficients {
  private static final long FLUSH = 1L << 61;

  /** Pairs of fewer neighbours, and their sum with less than FLUSH others, fit a long. */
  private static final long LARGE_DEGREE = 1L << 31;

  private ClusteringCoefficients() {}

  /** The same for triangles that a long counts. */
  public static Answer.Clustering of(
      SimpleGraph graph, CountArray byVertex, long triangles, StopMeter meter) {
    return of(graph, byVertex, BigInteger.valueOf(triangles), meter);
  }

  /**
   * Clustering of a graph whose triangles are known, in total and by vertex.
   *
   * @throws io.cliquestream.kernels.control.StoppedException when {@code meter} found that the work
   *     should end
   */
  public static Answer.Clustering of(
      SimpleGraph graph, CountArray byVertex, BigInteger triangles, StopMeter meter) {
    return of(
        graph.vertexTotal(),
        v -> graph.rowOffset(v + 1) - graph.rowOffset(v),
        byVertex,
        triangles,
        meter);
  }

  /**
   * The same for {@code n} vertices of which the degrees alone are known.
   *
   * @throws io.cliquestream.kernels.control.StoppedException when {@code meter} found that the work
   *     should end
   */
  public static Answer.Clustering of(
      long n,
      LongUnaryOperator degrees,
      CountArray byVertex,
      BigInteger triangles,
      StopMeter meter) {
    CoefficientArray local = new CoefficientArray(n);
    double sum = 0;
    BigInteger wedges = BigInteger.ZERO;
    long open = 0;
    for (long v = 0; v < n; v++) {
      meter.work(8);
      long degree = degrees.applyAsLong(v);
      if (degree >= 2) {
        double pairs;
        if (degree < LARGE_DEGREE) {
          long few = degree * (degree - 1) / 2;
          open += few;
          pairs = few;
        } else {
          BigInteger many =
              BigInteger.valueOf(degree).multiply(BigInteger.valueOf(degree - 1)).shiftRight(1);
          wedges = wedges.add(many);
          pairs = many.doubleValue();
        }
        double coefficient = byVertex.get(v).doubleValue() / pairs;
        local.set(v, coefficient);
        sum += coefficient;
      }
      if (open >= FLUSH) {
        wedges = wedges.add(BigInteger.valueOf(open));
        open = 0;
      }
    }
    wedges = wedges.add(BigInteger.valueOf(open));
    double transitivity =
        wedges.signum() == 0 ? 0 : 3.0 * triangles.doubleValue() / wedges.doubleValue();
    return new Answer.Clustering(wedges, transitivity, n == 0 ? 0 : sum / n, local);
  }
}
