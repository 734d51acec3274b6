package io.cliquestream.kernels.change.clique;

import io.cliquestream.kernels.change.state.StepBudget;
import io.cliquestream.kernels.cpu.bitset.BitMatrix;
import io.cliquestream.kernels.cpu.kclique.search.LeafHistogram;
import java.util.Arrays;

/**
 * Counts the cliques of every size of a small graph by pivoting (Jain and Seshadhri, The Power of
 * Pivoting for Exact Clique Counting, WSDM 2020): a leaf with h held and p pivot vertices stands
 * for C(p, j) cliques of h + j. For one thread.
 */
final class PivotCount {
  private final StepBudget.Meter meter;
  private BitMatrix matrix;
  private LeafHistogram histogram;
  private int largest;
  private int words;
  private long[][] levels = new long[16][];

  PivotCount(StepBudget.Meter meter) {
    this.meter = meter;
  }

  /**
   * Adds the cliques of a graph, each with {@code held} further vertices, to a histogram.
   *
   * @param most sizes above it are not asked for
   */
  void count(BitMatrix graph, int held, int most, LeafHistogram into) {
    matrix = graph;
    words = graph.words();
    histogram = into;
    largest = most;
    BitMatrix.fillFirst(level(0), graph.size());
    if (levels[0].length > words) {
      Arrays.fill(levels[0], words, levels[0].length, 0);
    }
    extend(0, held, 0);
  }

  private long[] level(int depth) {
    if (depth == levels.length) {
      levels = Arrays.copyOf(levels, 2 * depth);
    }
    long[] mask = levels[depth];
    if (mask == null || mask.length < words) {
      mask = new long[words + words / 2];
      levels[depth] = mask;
    }
    return mask;
  }

  private void extend(int depth, int held, int pivots) {
    long[] candidates = levels[depth];
    int size = BitMatrix.count(candidates, words);
    meter.work(2L + (long) size * words);
    if (held > largest) {
      return;
    }
    if (size == 0) {
      histogram.leaf(held, pivots);
      return;
    }
    int pivot = pivot(candidates, size);
    long[] bits = matrix.bits();
    long[] next = level(depth + 1);
    for (int w = 0; w < words; w++) {
      next[w] = candidates[w] & bits[pivot * words + w];
    }
    extend(depth + 1, held, pivots + 1);
    candidates[pivot >>> 6] &= ~(1L << pivot);
    for (int w = 0; w < words; w++) {
      for (long rest = candidates[w] & ~bits[pivot * words + w]; rest != 0; rest &= rest - 1) {
        int member = (w << 6) + Long.numberOfTrailingZeros(rest);
        candidates[w] &= ~(1L << member);
        next = level(depth + 1);
        for (int x = 0; x < words; x++) {
          next[x] = candidates[x] & bits[member * words + x];
        }
        extend(depth + 1, held + 1, pivots);
      }
    }
  }

  private int pivot(long[] candidates, int size) {
    int best = -1;
    int most = -1;
    for (int w = 0; w < words; w++) {
      for (long rest = candidates[w]; rest != 0; rest &= rest - 1) {
        int member = (w << 6) + Long.numberOfTrailingZeros(rest);
        int degree = matrix.degree(member, candidates);
        if (degree > most) {
          most = degree;
          best = member;
          if (degree == size - 1) {
            return best;
          }
        }
      }
    }
    return best;
  }
}
