package io.cliquestream.kernels.survey;

import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.graph.SimpleGraph;
import java.util.Arrays;

/**
 * The degrees of a graph; one pass over its vertices.
 *
 * @param minimum 1 or more, or 0 for a graph without an edge
 * @param median of an even number of vertices the lower of the two in the middle
 * @param maximum largest degree
 * @param mean 2·m / n
 * @param byBits entry b: vertices of degree d with 2^(b-1) ≤ d &lt; 2^b
 */
public record Degrees(long minimum, long median, long maximum, double mean, long[] byBits) {
  /** Degrees below it are counted one by one, which makes the median exact. */
  private static final int COUNTED = 1 << 20;

  /**
   * {@return those of a graph of any width}
   *
   * @param graph with edges or without
   * @param stop ends the pass
   */
  public static Degrees of(SimpleGraph graph, StopCheck stop) {
    StopMeter meter = new StopMeter(stop);
    long n = graph.vertexTotal();
    long[] counted = new long[1024];
    long[] byBits = new long[Long.SIZE + 1];
    long minimum = n == 0 ? 0 : Long.MAX_VALUE;
    long maximum = 0;
    for (long v = 0; v < n; v++) {
      meter.work(4);
      long degree = graph.rowOffset(v + 1) - graph.rowOffset(v);
      minimum = Math.min(minimum, degree);
      maximum = Math.max(maximum, degree);
      byBits[Long.SIZE - Long.numberOfLeadingZeros(degree)]++;
      int at = (int) Math.min(COUNTED, degree);
      if (at >= counted.length) {
        counted = Arrays.copyOf(counted, Math.max(at + 1, 2 * counted.length));
      }
      counted[at]++;
    }
    long before = 0;
    int median = 0;
    while (median < counted.length - 1 && before + counted[median] < (n + 1) / 2) {
      before += counted[median++];
    }
    return new Degrees(
        minimum, n == 0 ? 0 : median, maximum, n == 0 ? 0 : 2.0 * graph.edgeCount() / n, byBits);
  }
}
