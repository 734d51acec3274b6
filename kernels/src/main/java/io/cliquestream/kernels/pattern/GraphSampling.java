package io.cliquestream.kernels.pattern;

import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.graph.Graph;
import java.util.SplittableRandom;

/**
 * Statistics for the plan compiler: exact degrees, closure from a fixed sample of wedges. A
 * function of the graph alone, so that a plan that is shown is the plan that runs, on any engine.
 */
public final class GraphSampling {
  /** Wedges looked at for the closure. */
  static final int SAMPLES = 4_096;

  private GraphSampling() {}

  /**
   * Looks at every degree, O(n), and a sample of wedges.
   *
   * @param graph any, also one without edges
   * @param stop asked every few milliseconds
   * @return the same for the same graph; of labels it knows nothing
   * @throws io.cliquestream.kernels.control.StoppedException when the work should end
   */
  public static GraphSample of(Graph graph, StopCheck stop) {
    StopMeter meter = new StopMeter(stop);
    double squares = 0;
    for (int v = 0; v < graph.vertexCount(); v++) {
      meter.work(1);
      squares += (double) graph.degree(v) * graph.degree(v);
    }
    double arcs = Math.max(1, 2.0 * graph.edgeCount());
    return new GraphSample(
        Math.max(1, graph.vertexCount()), Math.max(1, squares / arcs), closure(graph, meter));
  }

  private static double closure(Graph graph, StopMeter meter) {
    SplittableRandom random = new SplittableRandom(1);
    long arcs = 2 * graph.edgeCount();
    int closed = 1;
    int seen = 2;
    for (int i = 0; i < SAMPLES && arcs > 0; i++) {
      meter.work(Integer.SIZE);
      int middle = graph.neighbor(random.nextLong(arcs));
      int degree = graph.degree(middle);
      int first = graph.neighbor(graph.offset(middle) + random.nextInt(degree));
      int second = graph.neighbor(graph.offset(middle) + random.nextInt(degree));
      if (first != second) {
        seen++;
        closed += graph.hasEdge(first, second) ? 1 : 0;
      }
    }
    return (double) closed / seen;
  }
}
