package io.cliquestream.kernels.change.state;

import io.cliquestream.kernels.change.ChangedEdges;
import io.cliquestream.kernels.change.VersionChange;
import io.cliquestream.kernels.change.rows.RowView;

/** Expected steps of what is done for each changed edge. */
public final class StepForecast {
  /** Finding the rows of an edge, whatever their length. */
  private static final double EDGE_STEPS = 400;

  /** Changed edges looked at; the others are taken to be like them. */
  private static final int SAMPLES = 1 << 6;

  private StepForecast() {}

  /** Steps of reading and intersecting both rows of each changed edge: Σ min(d, d') and more. */
  public static double commonNeighbors(VersionChange change) {
    return sum(change, 1);
  }

  /** Σ (min(d, d') + a constant) to a power, over all changed edges. */
  public static double sum(VersionChange change, double power) {
    return sum(change.deleted(), power) + sum(change.inserted(), power);
  }

  private static double sum(ChangedEdges edges, double power) {
    int stride = Math.max(1, edges.count() / SAMPLES);
    RowView rows = edges.rows();
    double sum = 0;
    int looked = 0;
    for (int rank = 0; rank < edges.count(); rank += stride) {
      double shorter =
          16.0 * Math.min(rows.degreeBound(edges.low(rank)), rows.degreeBound(edges.high(rank)));
      sum += EDGE_STEPS + (power == 1 ? shorter : Math.pow(shorter, power));
      looked++;
    }
    return looked == 0 ? 0 : sum * edges.count() / looked;
  }
}
