package io.cliquestream.kernels.change.clique;

import io.cliquestream.kernels.change.state.StepBudget;
import io.cliquestream.kernels.cpu.bitset.BitMatrix;
import java.util.Arrays;

/**
 * Counts the r-cliques of a small graph by going through them, the last level by its number of
 * candidates alone; and if asked those of each vertex and of each pair. For one thread.
 */
final class CliqueCounter {
  private final StepBudget.Meter meter;
  private final boolean local;
  private BitMatrix matrix;
  private int words;
  private long[][] levels = new long[8][];
  private int[] chosen = new int[8];
  private long[] byMember = new long[0];
  private long[] byPair = new long[0];
  private boolean pairs;

  CliqueCounter(StepBudget.Meter meter, boolean local) {
    this.meter = meter;
    this.local = local;
  }

  /** Number of cliques of {@code r} members of a graph, 1 or more; fits for any r up to 8 or so. */
  long count(BitMatrix graph, int r, boolean wantPairs) {
    matrix = graph;
    words = graph.words();
    pairs = wantPairs;
    int size = graph.size();
    if (levels.length <= r) {
      levels = Arrays.copyOf(levels, r + 1);
      chosen = new int[r + 1];
    }
    if (local) {
      byMember = cleared(byMember, size);
    }
    if (pairs) {
      byPair = cleared(byPair, Math.multiplyExact(size, size));
    }
    long[] all = level(r);
    BitMatrix.fillFirst(all, size);
    return extend(r, 0);
  }

  private static long[] cleared(long[] array, int size) {
    if (array.length < size) {
      return new long[size + size / 2];
    }
    Arrays.fill(array, 0, size, 0);
    return array;
  }

  private long[] level(int r) {
    long[] mask = levels[r];
    if (mask == null || mask.length < words) {
      mask = new long[words + words / 2];
      levels[r] = mask;
    }
    return mask;
  }

  /** Cliques through a member in the last count. */
  long ofMember(int member) {
    return byMember[member];
  }

  /** Cliques through two members, the smaller one first, in the last count. */
  long ofPair(int first, int second) {
    return byPair[first * matrix.size() + second];
  }

  /**
   * Cliques of {@code r} of the candidates of level {@code r}, with {@code depth} chosen before.
   */
  private long extend(int r, int depth) {
    long[] candidates = levels[r];
    meter.work(1L + words);
    if (r == 1) {
      return leaf(candidates, depth);
    }
    long sum = 0;
    long[] bits = matrix.bits();
    long[] next = level(r - 1);
    for (int w = 0; w < words; w++) {
      for (long rest = candidates[w]; rest != 0; rest &= rest - 1) {
        int member = (w << 6) + Long.numberOfTrailingZeros(rest);
        int row = member * words;
        // Later members alone, so that each clique is met once.
        Arrays.fill(next, 0, w, 0);
        next[w] = candidates[w] & bits[row + w] & -2L << member;
        long any = next[w];
        for (int x = w + 1; x < words; x++) {
          next[x] = candidates[x] & bits[row + x];
          any |= next[x];
        }
        if (any != 0) {
          chosen[depth] = member;
          long found = extend(r - 1, depth + 1);
          sum = Math.addExact(sum, found);
        }
      }
    }
    return sum;
  }

  private long leaf(long[] candidates, int depth) {
    int found = BitMatrix.count(candidates, words);
    if (local && found > 0) {
      for (int i = 0; i < depth; i++) {
        byMember[chosen[i]] += found;
      }
      for (int w = 0; w < words; w++) {
        for (long rest = candidates[w]; rest != 0; rest &= rest - 1) {
          byMember[(w << 6) + Long.numberOfTrailingZeros(rest)]++;
        }
      }
      meter.work(found);
    }
    if (pairs && found > 0) {
      tallyPairs(candidates, depth, found);
    }
    return found;
  }

  private void tallyPairs(long[] candidates, int depth, int found) {
    int size = matrix.size();
    for (int i = 0; i < depth; i++) {
      for (int j = i + 1; j < depth; j++) {
        byPair[chosen[i] * size + chosen[j]] += found;
      }
      for (int w = 0; w < words; w++) {
        for (long rest = candidates[w]; rest != 0; rest &= rest - 1) {
          byPair[chosen[i] * size + (w << 6) + Long.numberOfTrailingZeros(rest)]++;
        }
      }
    }
  }
}
