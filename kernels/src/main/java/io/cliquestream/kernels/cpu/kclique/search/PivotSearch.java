package io.cliquestream.kernels.cpu.kclique.search;

import io.cliquestream.kernels.cpu.bitset.BitMatrix;
import io.cliquestream.kernels.cpu.bitset.Tile;
import io.cliquestream.kernels.graph.OrientedGraph;

/**
 * Counts cliques of all sizes in a range by pivoting (Jain and Seshadhri, Pivoter, 2020; on bit
 * matrices by Almasri et al., 2022).
 *
 * <p>A node of the tree has held vertices, pivot vertices and candidates, and stands for the
 * cliques that hold all held vertices, any of the pivots, and any clique among the candidates. It
 * picks the candidate with most neighbours as pivot and branches on the pivot's non-neighbours
 * (each held in its own branch, and gone from later ones); what is left, the pivot's neighbours,
 * goes on with one more pivot. That last branch is a loop, not a call, so the recursion is as deep
 * as held vertices.
 *
 * <p>Shortcuts end most branches early: candidates adjacent to all others become pivots at once; a
 * clique is one leaf; at most 12 candidates are one leaf with the cliques among them ({@link
 * SmallCliques}); a set whose non-edges are disjoint (a 2-plex) is one leaf with pairs; a set whose
 * complement falls apart is one product ({@link ComplementComponents}). With two vertices missing
 * to the largest size wanted, the subtree stands for a leaf less the non-edges among the
 * candidates.
 */
public final class PivotSearch extends SubtreeSearch<PivotSearch>
    implements RootSearch<PivotSearch> {
  private final int smallest;
  private final int largest;
  private final long stepsWithoutTable;
  private final LeafHistogram leaves;
  private final SmallCliques small = new SmallCliques();
  private final ComplementComponents components = new ComplementComponents(this::took);

  public PivotSearch(OrientedGraph graph, int smallest, int largest) {
    this(graph, smallest, largest, KCliquePolicy.STEPS_WITHOUT_TABLE);
  }

  /**
   * The same, but for after how many steps small sets of candidates are closed by a table.
   *
   * @param stepsWithoutTable 0 or more
   */
  PivotSearch(OrientedGraph graph, int smallest, int largest, long stepsWithoutTable) {
    super(new InducedSubgraph(graph));
    this.stepsWithoutTable = stepsWithoutTable;
    this.smallest = smallest;
    this.largest = largest;
    this.leaves = new LeafHistogram(graph.maximumOutDegree() + 1);
  }

  public LeafHistogram leaves() {
    return leaves;
  }

  @Override
  public long steps() {
    return steps;
  }

  @Override
  public void merge(PivotSearch other) {
    leaves.merge(other.leaves);
    steps += other.steps;
  }

  @Override
  public void root(int root) {
    if (!open(root, smallest)) {
      return;
    }
    int degree = matrix().size();
    long[] candidates = level(0);
    if (degree <= Tile.CAPACITY) {
      loadWholeTile();
      tile(degree == 0 ? 0 : candidates[0], 1, 0);
    } else {
      wide(0, 1, 0);
    }
  }

  /** Candidates as a mask over the tile. */
  private void tile(long set, int held, int pivotsBefore) {
    long[] rows = tile.rows();
    long candidates = set;
    int pivots = pivotsBefore;
    while (true) {
      int count = Long.bitCount(candidates);
      if (held + pivots + count < smallest) {
        return;
      }
      int missing = largest - held;
      if (count <= 1 || missing <= 1) {
        leaves.leaf(held, pivots + count);
        return;
      }
      took(count);
      if (count <= SmallCliques.MOST && steps >= stepsWithoutTable) {
        small.count(rows, candidates);
        leaves.leafWithCliques(held, pivots, small.low(), small.high());
        return;
      }
      long full = 0;
      int most = -1;
      int pivot = 0;
      int least = Tile.CAPACITY;
      int sum = 0;
      for (long rest = candidates; rest != 0; rest &= rest - 1) {
        int vertex = Long.numberOfTrailingZeros(rest);
        int degree = Long.bitCount(candidates & rows[vertex]);
        sum += degree;
        least = Math.min(least, degree);
        if (degree == count - 1) {
          full |= rest & -rest;
        } else if (degree >= most) {
          most = degree;
          pivot = vertex;
        }
      }
      if (leaf(held, pivots, count, missing, Long.bitCount(full), least, sum)) {
        return;
      }
      candidates ^= full;
      pivots += Long.bitCount(full);
      boolean threePlex = least >= count - 3;
      if ((threePlex
              || (count >= KCliquePolicy.SMALLEST_PRODUCT
                  && ComplementComponents.fallsApart(rows, candidates, pivot)))
          && components.close(rows, candidates, leaves, held, pivots, missing)) {
        return;
      }
      long branches = candidates & ~rows[pivot] & ~(1L << pivot);
      while (branches != 0) {
        long bit = branches & -branches;
        branches ^= bit;
        candidates ^= bit;
        long child = candidates & rows[Long.numberOfTrailingZeros(bit)];
        int before = pivots;
        if (!splitWanted || !handOverTile(child, search -> search.tile(child, held + 1, before))) {
          tile(child, held + 1, pivots);
        }
      }
      candidates ^= 1L << pivot;
      pivots++;
    }
  }

  /** Closes a node by a formula where there is one. */
  private boolean leaf(
      int held, int pivots, int count, int missing, int full, int least, long degreeSum) {
    if (least == count - 1) {
      leaves.leaf(held, pivots + count);
      return true;
    }
    if (missing == 2) {
      leaves.leaf(held, pivots + count);
      leaves.subtractFromLargest(((long) count * (count - 1) - degreeSum) / 2);
      return true;
    }
    if (least == count - 2) {
      leaves.leafWithPairs(held, pivots + full, (count - full) / 2);
      return true;
    }
    return false;
  }

  /** More than 64 candidates of the present matrix, in the mask of level 3·depth. */
  private void wide(int depth, int held, int pivotsBefore) {
    BitMatrix matrix = matrix();
    long[] bits = matrix.bits();
    int words = matrix.words();
    long[] candidates = level(3 * depth);
    long[] full = level(3 * depth + 1);
    long[] branches = level(3 * depth + 2);
    int pivots = pivotsBefore;
    while (true) {
      int count = BitMatrix.count(candidates, words);
      if (held + pivots + count < smallest) {
        return;
      }
      int missing = largest - held;
      if (missing <= 1) {
        leaves.leaf(held, pivots + count);
        return;
      }
      if (count <= Tile.CAPACITY) {
        tile(loadTile(candidates), held, pivots);
        return;
      }
      int fullCount = 0;
      int most = -1;
      int pivot = 0;
      int least = count;
      int loner = 0;
      long sum = 0;
      for (int w = 0; w < words; w++) {
        long fullWord = 0;
        for (long rest = candidates[w]; rest != 0; rest &= rest - 1) {
          int vertex = (w << 6) + Long.numberOfTrailingZeros(rest);
          int row = vertex * words;
          int degree = 0;
          for (int x = 0; x < words; x++) {
            degree += Long.bitCount(candidates[x] & bits[row + x]);
          }
          sum += degree;
          if (degree < least) {
            least = degree;
            loner = vertex;
          }
          if (degree == count - 1) {
            fullWord |= rest & -rest;
          } else if (degree > most) {
            most = degree;
            pivot = vertex;
          }
        }
        full[w] = fullWord;
        fullCount += Long.bitCount(fullWord);
        took(Long.bitCount(candidates[w]) * words);
      }
      if (leaf(held, pivots, count, missing, fullCount, least, sum)) {
        return;
      }
      if (components.closeWide(
          matrix, candidates, full, loner, leaves, held, pivots + fullCount, missing)) {
        took(count * words);
        return;
      }
      for (int w = 0; w < words; w++) {
        candidates[w] ^= full[w];
        branches[w] = candidates[w] & ~bits[pivot * words + w];
      }
      branches[pivot >>> 6] &= ~(1L << pivot);
      pivots += fullCount;
      for (int w = 0; w < words; w++) {
        while (branches[w] != 0) {
          long bit = branches[w] & -branches[w];
          branches[w] ^= bit;
          candidates[w] ^= bit;
          branch(depth, (w << 6) + Long.numberOfTrailingZeros(bit), held + 1, pivots);
        }
      }
      candidates[pivot >>> 6] ^= 1L << pivot;
      pivots++;
    }
  }

  private void branch(int depth, int vertex, int held, int pivots) {
    BitMatrix matrix = matrix();
    int words = matrix.words();
    int row = vertex * words;
    long[] candidates = level(3 * depth);
    long[] child = level(3 * depth + 3);
    for (int w = 0; w < words; w++) {
      child[w] = candidates[w] & matrix.bits()[row + w];
    }
    if (!splitWanted || !handOverWide(child, search -> search.wide(0, held, pivots))) {
      wide(depth + 1, held, pivots);
    }
  }
}
