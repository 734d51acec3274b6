package io.cliquestream.kernels.cpu.kclique.local;

import io.cliquestream.kernels.cpu.bitset.BitMatrix;
import io.cliquestream.kernels.cpu.kclique.search.KCliquePolicy;
import io.cliquestream.kernels.graph.OrientedGraph;
import java.util.Arrays;

/**
 * Counts k-cliques through each vertex, or edge, by pivoting: at a leaf with h held and p pivot
 * vertices, C(p, k−h) cliques go through each held vertex and C(p−1, k−h−1) through each pivot
 * (Jain and Seshadhri, Pivoter, section 6). The tree is that of {@link
 * io.cliquestream.kernels.cpu.kclique.search.PivotSearch}.
 */
public final class LocalPivotSearch extends LocalSearch<LocalPivotSearch> {
  private int[] pivots = new int[16];
  private int pivotCount;

  public LocalPivotSearch(OrientedGraph graph, int size, boolean byEdge, LocalTotals totals) {
    super(graph, size, byEdge, totals);
  }

  @Override
  void search(int depth) {
    pivotCount = 0;
    subtree(depth);
  }

  private void subtree(int depth) {
    BitMatrix matrix = matrix();
    int words = matrix.words();
    long[] bits = matrix.bits();
    long[] candidates = level(3 * depth);
    long[] full = level(3 * depth + 1);
    long[] branches = level(3 * depth + 2);
    int pivotsBefore = pivotCount;
    while (true) {
      int count = BitMatrix.count(candidates, words);
      took(1 + count * words);
      if (heldCount + pivotCount + count < size) {
        break;
      }
      int most = -1;
      int pivot = 0;
      for (int w = 0; w < words; w++) {
        long fullWord = 0;
        for (long rest = candidates[w]; rest != 0; rest &= rest - 1) {
          int vertex = (w << 6) + Long.numberOfTrailingZeros(rest);
          int degree = 0;
          for (int x = 0; x < words; x++) {
            degree += Long.bitCount(candidates[x] & bits[vertex * words + x]);
          }
          if (degree == count - 1 || heldCount == size) {
            fullWord |= rest & -rest;
          } else if (degree > most) {
            most = degree;
            pivot = vertex;
          }
        }
        full[w] = fullWord;
      }
      for (int w = 0; w < words; w++) {
        candidates[w] ^= full[w];
        for (long rest = full[w]; rest != 0; rest &= rest - 1) {
          pushPivot((w << 6) + Long.numberOfTrailingZeros(rest));
        }
      }
      if (most < 0) {
        leaf();
        break;
      }
      for (int w = 0; w < words; w++) {
        branches[w] = candidates[w] & ~bits[pivot * words + w];
      }
      branches[pivot >>> 6] &= ~(1L << pivot);
      branch(depth, candidates, branches);
      candidates[pivot >>> 6] ^= 1L << pivot;
      pushPivot(pivot);
    }
    pivotCount = pivotsBefore;
  }

  private void branch(int depth, long[] candidates, long[] branches) {
    int words = matrix().words();
    long[] child = level(3 * depth + 3);
    for (int w = 0; w < words; w++) {
      while (branches[w] != 0) {
        long bit = branches[w] & -branches[w];
        branches[w] ^= bit;
        candidates[w] ^= bit;
        int vertex = (w << 6) + Long.numberOfTrailingZeros(bit);
        for (int x = 0; x < words; x++) {
          child[x] = candidates[x] & matrix().bits()[vertex * words + x];
        }
        hold(vertex);
        if (!splitWanted || !handOver(child)) {
          subtree(depth + 1);
        }
        heldCount--;
      }
    }
  }

  private boolean handOver(long[] mask) {
    if (BitMatrix.count(mask, matrix().words()) < KCliquePolicy.SMALLEST_SPLIT) {
      return false;
    }
    Branch branch = branch(mask, Arrays.copyOf(pivots, pivotCount));
    return handOver(
        (search, slice) -> {
          search.resume(branch, slice);
          search.pivotCount = 0;
          for (int vertex : branch.pivots()) {
            search.pushPivot(vertex);
          }
          search.subtree(0);
          search.tally.flush();
        });
  }

  private void pushPivot(int local) {
    if (pivotCount == pivots.length) {
      pivots = Arrays.copyOf(pivots, 2 * pivotCount);
    }
    pivots[pivotCount++] = local;
  }

  private void leaf() {
    int missing = size - heldCount;
    if (missing >= 0 && missing <= pivotCount) {
      tally.leaf(held, heldCount, pivots, pivotCount, missing, binomials);
    }
  }
}
