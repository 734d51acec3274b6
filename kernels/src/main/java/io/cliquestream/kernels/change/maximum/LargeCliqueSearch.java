package io.cliquestream.kernels.change.maximum;

import io.cliquestream.kernels.change.state.StepBudget;
import io.cliquestream.kernels.cpu.bitset.BitMatrix;
import java.util.Arrays;
import java.util.function.IntSupplier;

/**
 * Finds the cliques of a small graph that have at least so many members: branch and bound with
 * greedy colouring on bit sets (Tomita and Seki, 2003; San Segundo et al., BBMC, 2011). The bound
 * may rise while it searches. For one thread.
 */
final class LargeCliqueSearch {
  /** Takes a clique that was large enough when it was found. */
  @FunctionalInterface
  interface Found {
    /** The members of a clique, not the receiver's to keep, and how many they are. */
    void clique(int[] members, int size);
  }

  private final StepBudget.Meter meter;
  private BitMatrix matrix;
  private int words;
  private IntSupplier least;
  private Found found;
  private int[] chosen = new int[16];
  private long[][] levels = new long[16][];
  private int[][] orders = new int[16][];
  private int[][] colors = new int[16][];
  private long[] uncolored = new long[0];
  private long[] available = new long[0];

  LargeCliqueSearch(StepBudget.Meter meter) {
    this.meter = meter;
  }

  /**
   * Searches a graph.
   *
   * @param needed least members of a clique that is wanted, asked again and again
   */
  void run(BitMatrix graph, IntSupplier needed, Found into) {
    matrix = graph;
    words = graph.words();
    least = needed;
    found = into;
    if (uncolored.length < words) {
      uncolored = new long[words];
      available = new long[words];
    }
    if (chosen.length <= graph.size()) {
      chosen = new int[graph.size() + 1];
    }
    BitMatrix.fillFirst(level(0), graph.size());
    expand(0);
  }

  private long[] level(int depth) {
    if (depth == levels.length) {
      levels = Arrays.copyOf(levels, 2 * depth);
      orders = Arrays.copyOf(orders, 2 * depth);
      colors = Arrays.copyOf(colors, 2 * depth);
    }
    if (levels[depth] == null || levels[depth].length < words) {
      levels[depth] = new long[words + words / 2];
    }
    return levels[depth];
  }

  private void expand(int depth) {
    long[] candidates = levels[depth];
    int size = BitMatrix.count(candidates, words);
    if (size == 0) {
      if (depth >= least.getAsInt()) {
        found.clique(chosen, depth);
      }
      return;
    }
    if (depth + size < least.getAsInt()) {
      return;
    }
    color(depth, candidates, size);
    int[] order = orders[depth];
    int[] color = colors[depth];
    long[] bits = matrix.bits();
    for (int i = size - 1; i >= 0; i--) {
      if (depth + color[i] < least.getAsInt()) {
        return;
      }
      int member = order[i];
      long[] next = level(depth + 1);
      for (int w = 0; w < words; w++) {
        next[w] = candidates[w] & bits[member * words + w];
      }
      chosen[depth] = member;
      expand(depth + 1);
      candidates[member >>> 6] &= ~(1L << member);
    }
  }

  /**
   * Orders the candidates by colour classes; a vertex's colour bounds a clique of it and before.
   */
  private void color(int depth, long[] candidates, int size) {
    if (orders[depth] == null || orders[depth].length < size) {
      orders[depth] = new int[size + size / 2];
      colors[depth] = new int[size + size / 2];
    }
    int[] order = orders[depth];
    int[] color = colors[depth];
    System.arraycopy(candidates, 0, uncolored, 0, words);
    long[] bits = matrix.bits();
    int colored = 0;
    for (int next = 1; colored < size; next++) {
      System.arraycopy(uncolored, 0, available, 0, words);
      for (int w = 0; w < words; w++) {
        while (available[w] != 0) {
          int member = (w << 6) + Long.numberOfTrailingZeros(available[w]);
          uncolored[w] &= ~(1L << member);
          available[w] &= ~(1L << member);
          for (int x = w; x < words; x++) {
            available[x] &= ~bits[member * words + x];
          }
          order[colored] = member;
          color[colored++] = next;
        }
      }
    }
    meter.work((long) size * words);
  }
}
