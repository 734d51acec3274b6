package io.cliquestream.kernels.cpu.estimate;

import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.cpu.bitset.BitMatrix;
import io.cliquestream.kernels.cpu.kclique.search.InducedSubgraph;
import io.cliquestream.kernels.graph.OrientedGraph;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Color paths below one root after another, counted and drawn (Ye, Li, Dai, Wang, Lin, Chen:
 * "Lightning fast and space efficient k-clique counting", WWW 2022, section 4.3).
 *
 * <p>The subgraph induced on a root's out-neighbours is colored greedily, so that no two vertices
 * of a color are adjacent. A color path of length l is a sequence of l vertices with rising colors
 * of which each is adjacent to the next. The vertices of a clique have different colors, so each
 * clique of l vertices is exactly one color path; and color paths, unlike cliques, are counted by
 * dynamic programming: f(1, v) = 1, and f(l, v) is the sum of f(l − 1, w) over the neighbours w of
 * v with larger color. A path is drawn uniformly by choosing its vertices one after the other in
 * proportion to the paths that begin there: the first one, of which every draw below a root has the
 * same choice, by bisection in running sums; the others among the few later neighbours of the last.
 *
 * <p>Counts are doubles: sums of positive numbers, so the relative error is at most the number of
 * additions times 2^-53, far below {@link EstimatePolicy#ROUNDING}; and the draw follows the same
 * numbers that are counted.
 *
 * <p>Memory for one thread with largest out-degree D and cliques of at most k vertices: that of
 * {@link InducedSubgraph}, D²/8 bytes of masks by color, and 8·D·min(k, D + 1) bytes of counts and
 * their running sums. One thread's own.
 */
final class ColorPaths {
  private final InducedSubgraph subgraph;
  private final StopMeter meter;
  private final int levels;
  private int[] colors = new int[0];
  private long[] later = new long[0];
  private long[] rest = new long[0];
  private long[] open = new long[0];
  private int[] path = new int[0];
  private double[][] counts = new double[0][];
  private double[] running = new double[0];
  private int colorCount;

  /**
   * For cliques of a graph.
   *
   * @param largest most vertices of a clique, its root included
   */
  ColorPaths(OrientedGraph graph, int largest, StopMeter meter) {
    this.subgraph = new InducedSubgraph(graph);
    this.meter = meter;
    this.levels = Math.min(largest - 1, graph.maximumOutDegree());
  }

  /** Moves to a root, and counts its paths. */
  void load(int root) {
    int size = subgraph.load(root, meter::work);
    reserve(size);
    color(size);
    count(size);
  }

  /**
   * Color paths of so many vertices below the root.
   *
   * @param length 1 or more
   */
  double paths(int length) {
    if (length > colorCount || length > levels) {
      return 0;
    }
    double sum = 0;
    int size = subgraph.matrix().size();
    for (int v = 0; v < size; v++) {
      sum += counts[length - 1][v];
    }
    return sum;
  }

  private void reserve(int size) {
    int words = BitMatrix.words(size);
    if (colors.length < size) {
      int grown = Math.max(size, 2 * colors.length);
      colors = new int[grown];
      counts = new double[Math.min(levels, grown)][grown];
      running = new double[grown];
      path = new int[counts.length];
    }
    if (later.length < size * words) {
      later = new long[Math.max(size * words, 2 * later.length)];
    }
    if (rest.length < words) {
      rest = new long[2 * words];
      open = new long[2 * words];
    }
  }

  /** Takes one independent set after another, each greedily from the lowest vertex on. */
  private void color(int size) {
    BitMatrix matrix = subgraph.matrix();
    int words = matrix.words();
    long[] bits = matrix.bits();
    BitMatrix.fillFirst(rest, size);
    colorCount = 0;
    for (int left = size; left > 0; colorCount++) {
      System.arraycopy(rest, 0, open, 0, words);
      for (int w = 0; w < words; w++) {
        while (open[w] != 0) {
          int v = (w << 6) + Long.numberOfTrailingZeros(open[w]);
          open[w] &= open[w] - 1;
          rest[w] &= ~(1L << v);
          colors[v] = colorCount;
          left--;
          for (int x = w; x < words; x++) {
            open[x] &= ~bits[v * words + x];
          }
          meter.work(words);
        }
      }
      System.arraycopy(rest, 0, later, colorCount * words, words);
    }
  }

  private void count(int size) {
    BitMatrix matrix = subgraph.matrix();
    int words = matrix.words();
    long[] bits = matrix.bits();
    Arrays.fill(counts[0], 0, size, 1);
    for (int level = 1; level < Math.min(levels, colorCount); level++) {
      double[] shorter = counts[level - 1];
      double[] longer = counts[level];
      for (int v = 0; v < size; v++) {
        int row = v * words;
        int mask = colors[v] * words;
        double sum = 0;
        for (int w = 0; w < words; w++) {
          for (long next = bits[row + w] & later[mask + w]; next != 0; next &= next - 1) {
            sum += shorter[(w << 6) + Long.numberOfTrailingZeros(next)];
          }
        }
        longer[v] = sum;
        meter.work(2L * words);
      }
    }
  }

  /**
   * Draws paths of so many vertices, of which there must be one, and tells how many are cliques.
   *
   * @param draws 1 or more
   */
  int drawCliques(int length, int draws, SplittableRandom random) {
    double[] weights = counts[length - 1];
    int size = subgraph.matrix().size();
    double sum = 0;
    // The last one with paths takes what rounding left.
    int last = -1;
    for (int v = 0; v < size; v++) {
      sum += weights[v];
      running[v] = sum;
      last = weights[v] > 0 ? v : last;
    }
    meter.work(size);
    int cliques = 0;
    for (int draw = 0; draw < draws; draw++) {
      meter.work(EstimatePolicy.STEPS_OF_A_SAMPLE);
      path[0] = first(random.nextDouble() * sum, last);
      cliques += endsInClique(length, random) ? 1 : 0;
    }
    return cliques;
  }

  /** The first vertex up to {@code last} whose running sum is above a value. */
  private int first(double value, int last) {
    int low = 0;
    int high = last;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (running[middle] > value) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /** Draws on from the path's first vertex, as long as it is a clique. */
  private boolean endsInClique(int length, SplittableRandom random) {
    BitMatrix matrix = subgraph.matrix();
    int words = matrix.words();
    long[] bits = matrix.bits();
    for (int at = 1; at < length; at++) {
      int v = next(path[at - 1], length - at, random);
      for (int before = 0; before < at - 1; before++) {
        if ((bits[path[before] * words + (v >>> 6)] >>> v & 1) == 0) {
          return false;
        }
      }
      path[at] = v;
    }
    return true;
  }

  /** A later neighbour from which paths of so many vertices begin. */
  private int next(int v, int length, SplittableRandom random) {
    int words = subgraph.matrix().words();
    long[] bits = subgraph.matrix().bits();
    int row = v * words;
    int mask = colors[v] * words;
    double[] weights = counts[length - 1];
    double left = random.nextDouble() * counts[length][v];
    int chosen = -1;
    for (int w = 0; w < words; w++) {
      for (long next = bits[row + w] & later[mask + w]; next != 0; next &= next - 1) {
        int candidate = (w << 6) + Long.numberOfTrailingZeros(next);
        if (weights[candidate] > 0) {
          chosen = candidate;
          left -= weights[candidate];
          if (left < 0) {
            return chosen;
          }
        }
      }
    }
    return chosen;
  }
}
