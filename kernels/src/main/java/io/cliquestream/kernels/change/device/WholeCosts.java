package io.cliquestream.kernels.change.device;

import java.util.List;
import java.util.OptionalDouble;

/**
 * What a device that has a graph is expected to take for counting it whole, from the rows that it
 * has there: no more than that is what a batch takes it, once the total before is known to it.
 *
 * @param callNanos beside what grows with the edges
 * @param triangleNanos an edge, for triangles
 * @param cliqueNanos an edge, for cliques of four vertices, of five, and so on; larger ones are
 *     never counted whole
 */
public record WholeCosts(double callNanos, double triangleNanos, List<Double> cliqueNanos) {
  /** Nothing is ever counted whole. */
  public static final WholeCosts NEVER = new WholeCosts(0, Double.POSITIVE_INFINITY, List.of());

  /** Copies the list. */
  public WholeCosts {
    cliqueNanos = List.copyOf(cliqueNanos);
  }

  /**
   * {@return the time of a whole count; empty where there is none}
   *
   * @param question what is counted
   * @param edges of the graph
   */
  public OptionalDouble nanos(ChangeQuestion question, long edges) {
    double each =
        switch (question) {
          case ChangeQuestion.Triangles _ -> triangleNanos;
          case ChangeQuestion.Cliques(int k)
              when k - ChangeQuestion.Cliques.SMALLEST < cliqueNanos.size() ->
              cliqueNanos.get(k - ChangeQuestion.Cliques.SMALLEST);
          default -> Double.POSITIVE_INFINITY;
        };
    return Double.isInfinite(each)
        ? OptionalDouble.empty()
        : OptionalDouble.of(callNanos + edges * each);
  }
}
