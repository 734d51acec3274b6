package io.cliquestream.kernels.cpu.kclique.search;

import io.cliquestream.kernels.cpu.bitset.Tile;
import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * The cliques by size among at most 64 candidates, by way of the complement: a clique is an
 * independent set there, and an independent set is one of each connected component. So the
 * polynomial whose coefficient of x^j counts the cliques of j vertices is the product of the
 * components' independence polynomials (Levit and Mandrescu, The independence polynomial of a
 * graph, a survey, 2005):
 *
 * <ul>
 *   <li>clique of s vertices: 1 + s·x;
 *   <li>path of s vertices: Σ C(s−j+1, j)·x^j;
 *   <li>cycle of s vertices: Σ s/(s−j) · C(s−j, j)·x^j;
 *   <li>anything else: a vertex v of largest degree is left out or taken, I(G) = I(G−v) +
 *       x·I(G−N[v]), and what is left falls apart further. A star takes one such step, a tree a
 *       few.
 * </ul>
 *
 * <p>All coefficients are at most C(64, 32) &lt; 2^61, so longs hold them. Memory: three
 * polynomials for each level reached, at most 64 levels. For one thread.
 */
final class IndependencePolynomial {
  /** Coefficients by number of vertices. */
  private static final long[][] PATHS = new long[Tile.CAPACITY + 1][];

  private static final long[][] CYCLES = new long[Tile.CAPACITY + 1][];

  static {
    PATHS[0] = new long[] {1};
    PATHS[1] = new long[] {1, 1};
    for (int size = 2; size <= Tile.CAPACITY; size++) {
      PATHS[size] = leftOutOrTaken(PATHS[size - 1], PATHS[size - 2]);
    }
    for (int size = 3; size <= Tile.CAPACITY; size++) {
      CYCLES[size] = leftOutOrTaken(PATHS[size - 1], PATHS[size - 3]);
    }
  }

  private static long[] leftOutOrTaken(long[] without, long[] with) {
    long[] sum = Arrays.copyOf(without, Math.max(without.length, with.length + 1));
    for (int j = 0; j < with.length; j++) {
      sum[j + 1] += with[j];
    }
    return sum;
  }

  /** One level of the recursion: the product so far, and the factor of the present component. */
  private static final class Level {
    private final long[] product = new long[Tile.CAPACITY + 2];
    private final long[] factor = new long[Tile.CAPACITY + 2];
    private final long[] before = new long[Tile.CAPACITY + 2];
    private final TileComponent component = new TileComponent();
    private int degree;

    void start() {
      product[0] = 1;
      degree = 0;
    }

    void times(long[] by, int byDegree, int most) {
      int top = Math.min(degree + byDegree, most);
      System.arraycopy(product, 0, before, 0, degree + 1);
      for (int j = 0; j <= top; j++) {
        long sum = 0;
        for (int i = Math.max(0, j - degree); i <= Math.min(j, byDegree); i++) {
          sum += by[i] * before[j - i];
        }
        product[j] = sum;
      }
      degree = top;
    }

    void timesClique(int size, int most) {
      int top = Math.min(degree + 1, most);
      if (top > degree) {
        product[top] = 0;
      }
      for (int j = top; j >= 1; j--) {
        product[j] += size * product[j - 1];
      }
      degree = top;
    }
  }

  private final IntConsumer took;
  private Level[] levels = new Level[8];
  private long[] rows = {};

  /**
   * @param took told how many candidates were looked at; may throw to give up
   */
  IndependencePolynomial(IntConsumer took) {
    this.took = took;
  }

  /**
   * Counts cliques among candidates, up to {@code most} of them.
   *
   * @param adjacency rows of a tile, without loops
   * @return the largest size counted; see {@link #counts}
   */
  int solve(long[] adjacency, long candidates, int most) {
    rows = adjacency;
    return solve(0, candidates, most);
  }

  /** The same for candidates whose components are known. */
  int solve(long[] adjacency, TileComponent[] components, int count, int most) {
    rows = adjacency;
    Level level = level(0);
    level.start();
    for (int i = 0; i < count; i++) {
      times(0, components[i], most);
    }
    return level.degree;
  }

  /** Cliques by size as of the last call, valid up to what it returned. */
  long[] counts() {
    return levels[0].product;
  }

  private int solve(int depth, long set, int most) {
    Level level = level(depth);
    level.start();
    if (most <= 1) {
      level.product[1] = Long.bitCount(set);
      level.degree = most;
      return most;
    }
    TileComponent component = level.component;
    for (long rest = set; rest != 0; rest &= ~component.members) {
      component.find(rows, rest, Long.numberOfTrailingZeros(rest));
      took.accept(component.size);
      times(depth, component, most);
    }
    return level.degree;
  }

  private void times(int depth, TileComponent component, int most) {
    Level level = levels[depth];
    if (component.isClique()) {
      level.timesClique(component.size, most);
    } else if (component.largest <= 2) {
      long[] known = component.isCycle() ? CYCLES[component.size] : PATHS[component.size];
      level.times(known, known.length - 1, most);
    } else {
      branch(depth, level, component.members, component.center, most);
    }
  }

  private Level level(int depth) {
    if (depth == levels.length) {
      levels = Arrays.copyOf(levels, 2 * depth);
    }
    if (levels[depth] == null) {
      levels[depth] = new Level();
    }
    return levels[depth];
  }

  private void branch(int depth, Level level, long members, int center, int most) {
    int top = solve(depth + 1, members & ~(1L << center), most);
    long[] factor = level.factor;
    System.arraycopy(levels[depth + 1].product, 0, factor, 0, top + 1);
    if (most > 0) {
      int taken = solve(depth + 1, members & rows[center], most - 1);
      long[] with = levels[depth + 1].product;
      for (int j = top + 1; j <= taken + 1; j++) {
        factor[j] = 0;
      }
      for (int j = 0; j <= taken; j++) {
        factor[j + 1] += with[j];
      }
      top = Math.max(top, taken + 1);
    }
    level.times(factor, top, most);
  }
}
