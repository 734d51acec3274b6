package io.cliquestream.kernels.cuda.enumerate;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.pattern.GraphSample;
import io.cliquestream.kernels.pattern.GraphSampling;

/**
 * Degrees and closure of a graph, for the plan compiler and for the bound of a count.
 *
 * @param maximumDegree largest degree
 * @param stars binary logarithm of Σ d^(k-1), by k from 0 to 8
 * @param statistics exact degrees, closure from a fixed sample of wedges
 */
record DegreeKnowledge(int maximumDegree, double[] stars, GraphSample statistics) {

  /** Looks at every degree and a sample of wedges. */
  static DegreeKnowledge of(Graph graph, JobControl control) {
    StopMeter meter = new StopMeter(control);
    int n = graph.vertexCount();
    double[] powers = new double[Pattern.MAXIMUM_VERTICES + 1];
    int most = 0;
    for (int v = 0; v < n; v++) {
      meter.work(powers.length);
      int degree = graph.degree(v);
      most = Math.max(most, degree);
      double power = 1;
      for (int k = 1; k < powers.length; k++, power *= degree) {
        powers[k] += power;
      }
    }
    double[] stars = new double[powers.length];
    for (int k = 0; k < stars.length; k++) {
      stars[k] = Math.log(Math.max(1, powers[k])) / Math.log(2);
    }
    return new DegreeKnowledge(most, stars, GraphSampling.of(graph, control));
  }

  /**
   * Whether counts of a pattern of so many vertices fit the device's 128-bit sums. Every connected
   * pattern has a spanning tree, and of all trees on k vertices the star has the most
   * homomorphisms, Σ d^(k-1) (Sidorenko, 1994).
   */
  boolean countFits(int vertices) {
    return stars[vertices] < EnumeratePolicy.COUNT_BITS;
  }
}
