package io.cliquestream.kernels.change.maximal;

import io.cliquestream.kernels.change.state.StepBudget;
import io.cliquestream.kernels.cpu.bitset.BitMatrix;
import java.util.Arrays;

/**
 * Enumerates the maximal cliques of a small graph: Bron and Kerbosch with the pivot of Tomita,
 * Tanaka and Takahashi (2006) on bit sets. The graph without vertices has one, the empty clique.
 * For one thread.
 */
final class MaximalSearch {
  /** Takes a maximal clique. */
  @FunctionalInterface
  interface Found {
    /** The members, not the receiver's to keep, and how many they are. */
    void clique(int[] members, int size);
  }

  private final StepBudget.Meter meter;
  private BitMatrix matrix;
  private int words;
  private Found found;
  private int[] chosen = new int[16];
  private long[][] candidates = new long[16][];
  private long[][] excluded = new long[16][];

  MaximalSearch(StepBudget.Meter meter) {
    this.meter = meter;
  }

  void run(BitMatrix graph, Found into) {
    matrix = graph;
    words = graph.words();
    found = into;
    if (chosen.length <= graph.size()) {
      chosen = new int[graph.size() + 1];
    }
    reserve(0);
    BitMatrix.fillFirst(candidates[0], graph.size());
    Arrays.fill(excluded[0], 0);
    expand(0);
  }

  private void reserve(int depth) {
    if (depth == candidates.length) {
      candidates = Arrays.copyOf(candidates, 2 * depth);
      excluded = Arrays.copyOf(excluded, 2 * depth);
    }
    if (candidates[depth] == null || candidates[depth].length < words) {
      candidates[depth] = new long[words + words / 2];
      excluded[depth] = new long[words + words / 2];
    }
  }

  private void expand(int depth) {
    long[] open = candidates[depth];
    long[] shut = excluded[depth];
    int size = BitMatrix.count(open, words);
    if (size == 0) {
      if (BitMatrix.count(shut, words) == 0) {
        meter.work(depth);
        found.clique(chosen, depth);
      }
      return;
    }
    int pivot = pivot(open, shut);
    long[] bits = matrix.bits();
    reserve(depth + 1);
    long[] nextOpen = candidates[depth + 1];
    long[] nextShut = excluded[depth + 1];
    for (int w = 0; w < words; w++) {
      for (long rest = open[w] & ~bits[pivot * words + w]; rest != 0; rest &= rest - 1) {
        int member = (w << 6) + Long.numberOfTrailingZeros(rest);
        int row = member * words;
        for (int x = 0; x < words; x++) {
          nextOpen[x] = open[x] & bits[row + x];
          nextShut[x] = shut[x] & bits[row + x];
        }
        chosen[depth] = member;
        expand(depth + 1);
        open[member >>> 6] &= ~(1L << member);
        shut[member >>> 6] |= 1L << member;
      }
    }
  }

  /** The vertex, taken or not, with most neighbours among the candidates. */
  private int pivot(long[] open, long[] shut) {
    int best = -1;
    int most = -1;
    int looked = 0;
    for (int w = 0; w < words; w++) {
      for (long rest = open[w] | shut[w]; rest != 0; rest &= rest - 1) {
        int member = (w << 6) + Long.numberOfTrailingZeros(rest);
        int degree = matrix.degree(member, open);
        looked++;
        if (degree > most) {
          most = degree;
          best = member;
        }
      }
    }
    meter.work((long) looked * words + 1);
    return best;
  }
}
