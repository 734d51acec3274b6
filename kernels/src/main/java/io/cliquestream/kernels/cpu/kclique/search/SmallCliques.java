package io.cliquestream.kernels.cpu.kclique.search;

/**
 * The cliques by size among at most {@link #MOST} candidates, by a table instead of a search.
 *
 * <p>The 15 possible edges of six vertices are a number below 2^15, under which a table holds how
 * many cliques of each size there are. Of more candidates the first six are the inner ones, and
 * every clique Q among the others is met once: with the cliques among Q's common neighbours within
 * the inner six it makes all cliques that hold Q and no other outer candidate. There are at most 64
 * such Q, and neither finding them nor looking up takes a branch that depends on the graph, where a
 * search of so few candidates is mostly branches that go the wrong way.
 *
 * <p>Numbers of cliques lie in longs as fields of 10 bits, size 1 lowest: none is more than C(12,
 * 6) = 924. For one thread; the table is shared, 256 KiB.
 */
public final class SmallCliques {
  /** Most candidates. */
  public static final int MOST = 12;

  /** Bits of a field. */
  static final int FIELD = 10;

  static final long FIELD_MASK = (1L << FIELD) - 1;

  /** Sizes in a long. */
  static final int SIZES = 6;

  private static final int INNER = 6;
  private static final int INNER_MASK = (1 << INNER) - 1;
  private static final int SIZE_SHIFT = 16;
  private static final int HIGH_SHIFT = FIELD * SIZES;
  private static final long LOW = (1L << HIGH_SHIFT) - 1;

  /** By a set of inner vertices: the edges between two of them. */
  private static final int[] EDGES = new int[1 << INNER];

  /** By edges: numbers of cliques of two vertices or more. */
  private static final long[] CLIQUES = new long[1 << firstEdge(INNER)];

  static {
    for (int set = 1; set < EDGES.length; set++) {
      int last = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(set);
      int others = set ^ (1 << last);
      EDGES[set] = EDGES[others] | others << firstEdge(last);
    }
    // A clique leaves the last vertex out, or takes it with a clique among its neighbours.
    for (int last = 1; last < INNER; last++) {
      int first = firstEdge(last);
      for (int row = 1; row < 1 << last; row++) {
        for (int rest = 0; rest < 1 << first; rest++) {
          CLIQUES[row << first | rest] = CLIQUES[rest] + (cliques(rest, row) << FIELD);
        }
      }
    }
  }

  private final int[] neighbors = new int[MOST];
  private final int[] found = new int[1 << (MOST - INNER)];
  private long low;
  private long high;

  /** The edges of a vertex to those before it stand from here on. */
  private static int firstEdge(int vertex) {
    return vertex * (vertex - 1) / 2;
  }

  /** Cliques within a set, by the edges among all. */
  private static long cliques(int edges, int set) {
    return CLIQUES[edges & EDGES[set]] + Integer.bitCount(set);
  }

  /** Numbers of cliques of one to six vertices as of the last call, size 1 in the lowest bits. */
  long low() {
    return low;
  }

  /** The same for seven to twelve vertices. */
  long high() {
    return high;
  }

  /**
   * Counts cliques among candidates, {@link #MOST} at most.
   *
   * @param rows adjacency of a tile, without loops
   */
  void count(long[] rows, long candidates) {
    int count = 0;
    int inner = 0;
    int outer = 0;
    for (long rest = candidates; rest != 0; rest &= rest - 1, count++) {
      int row = (int) Long.compress(rows[Long.numberOfTrailingZeros(rest)], candidates);
      int before = row & ((1 << count) - 1);
      neighbors[count] = row;
      if (count < INNER) {
        inner |= before << firstEdge(count);
      } else {
        outer |= before >>> INNER << firstEdge(count - INNER);
      }
    }
    low = CLIQUES[inner] + Math.min(count, INNER);
    high = 0;
    if (count > INNER) {
      combine(inner, cliquesOfOthers(count));
      low = (low + CLIQUES[outer] + count - INNER) & LOW;
    }
  }

  /** Lists the cliques of outer candidates, the empty one first: their common neighbours, sizes. */
  private int cliquesOfOthers(int count) {
    int[] list = found;
    list[0] = (1 << SIZE_SHIFT) - 1;
    int length = 1;
    for (int vertex = INNER; vertex < count; vertex++) {
      int row = neighbors[vertex] | -1 << SIZE_SHIFT;
      int known = length;
      for (int i = 0; i < known; i++) {
        int common = list[i];
        list[length] = (common & row) + (FIELD << SIZE_SHIFT);
        length += common >>> vertex & 1;
      }
    }
    return length;
  }

  /** Adds the cliques within the common neighbours of all but the empty one. */
  private void combine(int edges, int length) {
    long lowSum = low;
    long highSum = 0;
    for (int i = 1; i < length; i++) {
      int clique = found[i];
      long within = cliques(edges, clique & INNER_MASK);
      int shift = clique >>> SIZE_SHIFT;
      // What passes over the upper end of low belongs to high.
      lowSum += within << shift;
      highSum += within >>> (HIGH_SHIFT - shift);
    }
    low = lowSum;
    high = highSum;
  }
}
