package io.cliquestream.kernels.cpu.ranked;

import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.part.RootRange;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/**
 * Cuts roots into ranges of about equal estimated work, in one pass over them after another that
 * adds it all up. A root with more work than a whole range should have is a range by itself, so any
 * two neighbouring ranges have more than the target together, and there are at most twice as many
 * as asked for.
 *
 * @param starts first root of each chunk, and the root after the last one
 * @param costs estimated work of each chunk
 * @param total estimated work of all chunks
 */
public record RootChunks(int[] starts, double[] costs, double total) {
  /** Enough for even load on many threads; few enough to be cheap to keep. */
  private static final int USUAL_CHUNKS = 2_048;

  /** In steps of about a nanosecond: less than this costs more to take than to do. */
  private static final double SMALLEST_CHUNK = 100_000;

  private static final long COST_STEPS = 4;

  /**
   * At most 4,097 chunks.
   *
   * @param cost estimated work of a root in steps of about a nanosecond, 0 or more
   */
  public static RootChunks of(RootRange roots, IntToDoubleFunction cost, StopMeter meter) {
    return of(roots, cost, USUAL_CHUNKS, SMALLEST_CHUNK, meter);
  }

  /**
   * Chunks of at least a cost.
   *
   * @param cost estimated work of a root, 0 or more
   * @param wanted about how many chunks; at most twice as many and one
   * @param smallest least cost that a chunk should have
   * @throws io.cliquestream.kernels.control.StoppedException when the job was stopped
   */
  public static RootChunks of(
      RootRange roots, IntToDoubleFunction cost, int wanted, double smallest, StopMeter meter) {
    double total = 0;
    for (int root = roots.first(); root < roots.end(); root++) {
      meter.work(COST_STEPS);
      total += 1 + cost.applyAsDouble(root);
    }
    double target = Math.max(smallest, total / wanted);
    int[] starts = new int[16];
    starts[0] = roots.first();
    double[] costs = new double[16];
    int chunks = 0;
    double sum = 0;
    for (int root = roots.first(); root < roots.end(); root++) {
      meter.work(COST_STEPS);
      double next = 1 + cost.applyAsDouble(root);
      if (sum > 0 && sum + next > target) {
        if (chunks + 2 == costs.length) {
          costs = Arrays.copyOf(costs, 2 * costs.length);
          starts = Arrays.copyOf(starts, 2 * starts.length);
        }
        costs[chunks++] = sum;
        starts[chunks] = root;
        sum = 0;
      }
      sum += next;
    }
    if (sum > 0) {
      costs[chunks++] = sum;
      starts[chunks] = roots.end();
    }
    return new RootChunks(Arrays.copyOf(starts, chunks + 1), Arrays.copyOf(costs, chunks), total);
  }

  /** Number of chunks; 0 without roots. */
  public int count() {
    return costs.length;
  }

  /** First root of a chunk. */
  public int start(long chunk) {
    return starts[(int) chunk];
  }

  /** Root after the last one of a chunk. */
  public int end(long chunk) {
    return starts[(int) chunk + 1];
  }

  /** Estimated work of a chunk. */
  public double cost(long chunk) {
    return costs[(int) chunk];
  }
}
