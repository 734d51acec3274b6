package io.cliquestream.benchmarks.scale;

import io.cliquestream.kernels.graph.EdgeArray;
import java.util.SplittableRandom;

/** Pairs of an R-MAT graph: a, b, c = 0.57, 0.19, 0.19, seed 1. */
final class RandomPairs {
  private RandomPairs() {}

  /**
   * The pairs.
   *
   * @param scale 2^scale ids
   * @param factor pairs for each of them
   */
  static EdgeArray rmat(int scale, int factor) {
    EdgeArray edges = EdgeArray.narrow();
    var random = new SplittableRandom(1);
    for (long i = 0; i < (long) factor << scale; i++) {
      long from = 0;
      long to = 0;
      for (int bit = 0; bit < scale; bit++) {
        double drawn = random.nextDouble();
        from = 2 * from + (drawn >= 0.76 ? 1 : 0);
        to = 2 * to + ((drawn >= 0.57 && drawn < 0.76) || drawn >= 0.95 ? 1 : 0);
      }
      edges.add(from, to);
    }
    return edges;
  }
}
