package io.cliquestream.kernels.change.state;

import io.cliquestream.kernels.change.VersionChange;
import io.cliquestream.kernels.change.rows.RowView;

/** Expected steps of what is done for each changed edge. */
public final class StepForecast {
  /** Finding the rows of an edge, whatever their length. */
  private static final double EDGE_STEPS = 400;

  /** Changed edges looked at; the others are taken to be like them. */
  private static final int SAMPLES = 1 << 8;

  private StepForecast() {}

  /** Steps of reading and intersecting both rows of each changed edge: Σ min(d, d') and more. */
  public static double commonNeighbors(VersionChange change) {
    return sum(change, 1);
  }

  /** Σ (min(d, d') + a constant) to a power, over all changed edges. */
  public static double sum(VersionChange change, double power) {
    return part(change, change.deletedCount(), false, power)
        + part(change, change.insertedCount(), true, power);
  }

  private static double part(VersionChange change, int edges, boolean insertions, double power) {
    int stride = Math.max(1, edges / SAMPLES);
    RowView rows = insertions ? change.after() : change.before();
    double sum = 0;
    int looked = 0;
    for (int rank = 0; rank < edges; rank += stride) {
      int low = insertions ? change.insertedLow(rank) : change.deletedLow(rank);
      int high = insertions ? change.insertedHigh(rank) : change.deletedHigh(rank);
      double shorter = 16.0 * Math.min(rows.degreeBound(low), rows.degreeBound(high));
      sum += EDGE_STEPS + (power == 1 ? shorter : Math.pow(shorter, power));
      looked++;
    }
    return looked == 0 ? 0 : sum * edges / looked;
  }
}
