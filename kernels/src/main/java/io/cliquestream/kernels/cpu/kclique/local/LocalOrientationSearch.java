package io.cliquestream.kernels.cpu.kclique.local;

import io.cliquestream.kernels.cpu.bitset.BitMatrix;
import io.cliquestream.kernels.cpu.kclique.search.KCliquePolicy;
import io.cliquestream.kernels.graph.OrientedGraph;

/**
 * Counts k-cliques through each vertex, or edge, by orientation. With two vertices missing, a
 * candidate's neighbours among the candidates are the cliques it closes; by edge already with three
 * missing, where two adjacent candidates close as many as they have neighbours in common. The
 * vertices of the path get their shares when the walk comes back to them.
 */
public final class LocalOrientationSearch extends LocalSearch<LocalOrientationSearch> {

  public LocalOrientationSearch(OrientedGraph graph, int size, boolean byEdge, LocalTotals totals) {
    super(graph, size, byEdge, totals);
  }

  @Override
  void search(int depth) {
    tally.through(held, heldCount, extend(depth, size - heldCount));
  }

  /** Number of cliques that extend the path; their other vertices have been given theirs. */
  private long extend(int depth, int missing) {
    BitMatrix matrix = matrix();
    int words = matrix.words();
    long[] bits = matrix.bits();
    long[] candidates = level(depth);
    int count = BitMatrix.count(candidates, words);
    took(1 + count * words);
    if (count < missing) {
      return 0;
    }
    if (missing == 3 && tally instanceof EdgeTally edges && edges.closesThree(count, words)) {
      return edges.closeThree(held, heldCount, candidates, matrix);
    }
    if (missing == 2) {
      return tally.close(held, heldCount, candidates, matrix);
    }
    long found = 0;
    long[] child = level(depth + 1);
    for (int w = 0; w < words; w++) {
      while (candidates[w] != 0) {
        int vertex = (w << 6) + Long.numberOfTrailingZeros(candidates[w]);
        candidates[w] &= candidates[w] - 1;
        for (int x = 0; x < words; x++) {
          child[x] = candidates[x] & bits[vertex * words + x];
        }
        hold(vertex);
        if (!splitWanted || !handOver(child)) {
          long through = extend(depth + 1, missing - 1);
          tally.through(held, heldCount, through);
          found += through;
        }
        heldCount--;
      }
    }
    return found;
  }

  private boolean handOver(long[] mask) {
    if (BitMatrix.count(mask, matrix().words()) < KCliquePolicy.SMALLEST_SPLIT) {
      return false;
    }
    Branch branch = branch(mask, new int[0]);
    return handOver(
        (search, slice) -> {
          search.resume(branch, slice);
          long found = search.extend(0, search.size - search.heldCount);
          for (int i = 1; i <= search.heldCount; i++) {
            search.tally.through(search.held, i, found);
          }
          search.tally.flush();
        });
  }
}
