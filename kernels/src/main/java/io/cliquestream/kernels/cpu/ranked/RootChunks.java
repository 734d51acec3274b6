package io.cliquestream.kernels.cpu.ranked;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/**
 * Cuts the roots 0 … n-1 into ranges of about equal estimated work: at most {@link
 * #MAXIMUM_CHUNKS}, and none so small that taking it costs more than doing it.
 */
public final class RootChunks {
  /** Enough for even load on many threads; few enough to be cheap to keep. */
  static final int MAXIMUM_CHUNKS = 4_096;

  /** In steps of about a nanosecond: a tenth of a millisecond. */
  static final double SMALLEST_CHUNK = 100_000;

  private final int[] starts;
  private final double[] costs;
  private final double total;

  private RootChunks(int[] starts, double[] costs, double total) {
    this.starts = starts;
    this.costs = costs;
    this.total = total;
  }

  /** Chunks for roots with the given estimated costs, each 0 or more. */
  public static RootChunks of(int roots, IntToDoubleFunction cost) {
    double total = 0;
    for (int root = 0; root < roots; root++) {
      total += 1 + cost.applyAsDouble(root);
    }
    double target = Math.max(SMALLEST_CHUNK, total / (MAXIMUM_CHUNKS / 2 - 1));
    int[] starts = new int[MAXIMUM_CHUNKS + 1];
    double[] costs = new double[MAXIMUM_CHUNKS];
    int chunks = 0;
    double sum = 0;
    for (int root = 0; root < roots; root++) {
      double next = 1 + cost.applyAsDouble(root);
      if (sum > 0 && sum + next > target) {
        costs[chunks++] = sum;
        starts[chunks] = root;
        sum = 0;
      }
      sum += next;
    }
    if (sum > 0) {
      costs[chunks++] = sum;
      starts[chunks] = roots;
    }
    return new RootChunks(Arrays.copyOf(starts, chunks + 1), Arrays.copyOf(costs, chunks), total);
  }

  /** Number of chunks; 0 without roots. */
  public int count() {
    return costs.length;
  }

  /** First root of a chunk; {@code count()} gives the number of roots. */
  public int start(long chunk) {
    return starts[(int) chunk];
  }

  /** Estimated work of a chunk. */
  public double cost(long chunk) {
    return costs[(int) chunk];
  }

  /** Estimated work of all chunks. */
  public double total() {
    return total;
  }
}
