package io.cliquestream.kernels.cpu.kclique.search;

import io.cliquestream.kernels.cpu.bitset.BitMatrix;
import io.cliquestream.kernels.cpu.bitset.Tile;
import io.cliquestream.kernels.cpu.ranked.ExactSum;
import io.cliquestream.kernels.graph.OrientedGraph;
import java.math.BigInteger;

/**
 * Counts the cliques of one size k ≥ 3 by extending them vertex by vertex along the orientation
 * (Danisch, Balalau and Sozio, kClist, 2018; on bit matrices by Almasri et al., 2022). The last two
 * levels are never visited: with two vertices missing, the edges among the candidates are counted
 * by one AND and one popcount for each candidate.
 */
public final class OrientationSearch extends SubtreeSearch<OrientationSearch>
    implements RootSearch<OrientationSearch> {
  private final int size;
  private final ExactSum total = new ExactSum();

  public OrientationSearch(OrientedGraph graph, int size) {
    super(new InducedSubgraph(graph));
    this.size = size;
  }

  public BigInteger total() {
    return total.value();
  }

  @Override
  public long steps() {
    return steps;
  }

  @Override
  public void merge(OrientationSearch other) {
    total.add(other.total);
    steps += other.steps;
  }

  @Override
  public void root(int root) {
    if (!open(root, size)) {
      return;
    }
    int degree = matrix().size();
    long[] candidates = level(0);
    if (degree <= Tile.CAPACITY) {
      loadWholeTile();
      total.add(tile(candidates[0], size - 1));
    } else {
      wide(0, size - 1);
    }
  }

  /** Number of cliques of {@code missing} ≥ 2 vertices among candidates of the tile. */
  private long tile(long set, int missing) {
    if (missing == 2) {
      return edges(set);
    }
    if (missing == 3) {
      return triangles(set);
    }
    long[] rows = tile.rows();
    long sum = 0;
    long candidates = set;
    int count = Long.bitCount(candidates);
    took(count);
    for (; count >= missing; count--) {
      int vertex = Long.numberOfTrailingZeros(candidates);
      candidates &= candidates - 1;
      long child = candidates & rows[vertex];
      if (Long.bitCount(child) >= missing - 1
          && (!splitWanted
              || !handOverTile(
                  child, search -> search.total.add(search.tile(child, missing - 1))))) {
        sum += tile(child, missing - 1);
      }
    }
    return sum;
  }

  private long edges(long set) {
    long[] rows = tile.rows();
    long sum = 0;
    for (long rest = set & (set - 1), from = set; from != 0; from = rest, rest &= rest - 1) {
      sum += Long.bitCount(rest & rows[Long.numberOfTrailingZeros(from)]);
    }
    took(Long.bitCount(set));
    return sum;
  }

  private long triangles(long set) {
    long[] rows = tile.rows();
    int sum = 0;
    int looked = 0;
    for (long from = set; from != 0; ) {
      long second = rows[Long.numberOfTrailingZeros(from)];
      from &= from - 1;
      second &= from;
      looked += Long.bitCount(second);
      while (second != 0) {
        int vertex = Long.numberOfTrailingZeros(second);
        second &= second - 1;
        sum += Long.bitCount(second & rows[vertex]);
      }
    }
    took(looked + 1);
    return sum;
  }

  /** The same among candidates of the present matrix, in the mask of level {@code depth}. */
  private void wide(int depth, int missing) {
    BitMatrix matrix = matrix();
    int words = matrix.words();
    long[] candidates = level(depth);
    int count = BitMatrix.count(candidates, words);
    if (count < missing) {
      return;
    }
    if (missing == 2) {
      total.add(wideEdges(candidates, count));
      return;
    }
    if (count <= Tile.CAPACITY) {
      total.add(tile(loadTile(candidates), missing));
      return;
    }
    took(count * words);
    long[] child = level(depth + 1);
    for (int w = 0; w < words; w++) {
      while (candidates[w] != 0) {
        int vertex = (w << 6) + Long.numberOfTrailingZeros(candidates[w]);
        candidates[w] &= candidates[w] - 1;
        int row = vertex * words;
        for (int x = 0; x < words; x++) {
          child[x] = candidates[x] & matrix.bits()[row + x];
        }
        if (!splitWanted || !handOverWide(child, search -> search.wide(0, missing - 1))) {
          wide(depth + 1, missing - 1);
        }
      }
    }
  }

  private long wideEdges(long[] candidates, int count) {
    BitMatrix matrix = matrix();
    int words = matrix.words();
    long[] bits = matrix.bits();
    long twice = 0;
    for (int w = 0; w < words; w++) {
      for (long rest = candidates[w]; rest != 0; rest &= rest - 1) {
        int row = ((w << 6) + Long.numberOfTrailingZeros(rest)) * words;
        for (int x = 0; x < words; x++) {
          twice += Long.bitCount(candidates[x] & bits[row + x]);
        }
      }
    }
    took(count * words);
    return twice / 2;
  }
}
