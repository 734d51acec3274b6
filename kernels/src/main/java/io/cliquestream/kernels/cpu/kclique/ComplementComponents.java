package io.cliquestream.kernels.cpu.kclique;

import io.cliquestream.kernels.cpu.bitset.Tile;
import java.math.BigInteger;
import java.util.Arrays;

/**
 * Recognises candidate sets whose complement falls apart into cliques, paths and cycles, and gives
 * the number of cliques among them by size.
 *
 * <p>A clique is an independent set of the complement, and an independent set of a graph is one
 * independent set of each connected component. So the polynomial whose coefficient of x^j is the
 * number of cliques of j candidates is the product of the components' independence polynomials
 * (Levit and Mandrescu, The independence polynomial of a graph, a survey, 2005):
 *
 * <ul>
 *   <li>clique of s vertices: 1 + s·x;
 *   <li>path of s vertices: Σ C(s−j+1, j)·x^j;
 *   <li>cycle of s vertices: Σ s/(s−j) · C(s−j, j)·x^j.
 * </ul>
 *
 * <p>That covers complete multipartite graphs, and every set where each candidate misses at most
 * two others (a 3-plex). Where it applies a whole subtree is one product; where it does not, the
 * first component looked at mostly tells after a few ANDs.
 *
 * <p>Up to 64 candidates all coefficients are at most C(64, 32) &lt; 2^61 and longs hold them; for
 * more, big integers do. For one thread; recognising a set forgets the one before.
 */
final class ComplementComponents {
  /** Coefficients by number of vertices, up to a tile's. */
  private static final long[][] PATHS = new long[Tile.CAPACITY + 1][];

  private static final long[][] CYCLES = new long[Tile.CAPACITY + 1][];

  static {
    // An end of a path, or any vertex of a cycle, is left out or taken: I(G) = I(G−v) +
    // x·I(G−N[v]).
    PATHS[0] = new long[] {1};
    PATHS[1] = new long[] {1, 1};
    for (int size = 2; size <= Tile.CAPACITY; size++) {
      PATHS[size] = leftOutOrTaken(PATHS[size - 1], PATHS[size - 2]);
    }
    for (int size = 3; size <= Tile.CAPACITY; size++) {
      CYCLES[size] = leftOutOrTaken(PATHS[size - 1], PATHS[size - 3]);
    }
  }

  private enum Shape {
    CLIQUE,
    PATH,
    CYCLE
  }

  private Shape[] shapes = new Shape[8];
  private int[] sizes = new int[8];
  private int components;

  private final long[] product = new long[Tile.CAPACITY + 1];
  private final long[] factor = new long[Tile.CAPACITY + 1];

  private long[] open = new long[0];
  private long[] found = new long[0];
  private long[] waiting = new long[0];

  private static long[] leftOutOrTaken(long[] without, long[] with) {
    long[] sum = Arrays.copyOf(without, Math.max(without.length, with.length + 1));
    for (int j = 0; j < with.length; j++) {
      sum[j + 1] += with[j];
    }
    return sum;
  }

  /**
   * Looks at candidates of a tile, none of them adjacent to all others.
   *
   * @param first the candidate to begin with
   * @return whether every component of the complement has a known polynomial
   */
  boolean recognise(long[] rows, long candidates, int first) {
    components = 0;
    long rest = candidates;
    int vertex = first;
    while (true) {
      long missing = candidates & ~rows[vertex];
      int size = Long.bitCount(missing);
      if (size > 3) {
        for (long others = missing; others != 0; others &= others - 1) {
          if ((candidates & ~rows[Long.numberOfTrailingZeros(others)]) != missing) {
            return false;
          }
        }
        component(Shape.CLIQUE, size);
        rest &= ~missing;
      } else {
        long component = 0;
        long next = 1L << vertex;
        int degrees = 0;
        while (next != 0) {
          int member = Long.numberOfTrailingZeros(next);
          component |= 1L << member;
          long around = candidates & ~rows[member];
          int degree = Long.bitCount(around) - 1;
          if (degree > 2) {
            return false;
          }
          degrees += degree;
          next = (next | around) & ~component;
        }
        pathOrCycle(Long.bitCount(component), degrees);
        rest &= ~component;
      }
      if (rest == 0) {
        return true;
      }
      vertex = Long.numberOfTrailingZeros(rest);
    }
  }

  /**
   * Looks at candidates of a matrix.
   *
   * @param full candidates adjacent to all others, to be left out
   * @param first the candidate to begin with
   * @return whether every component of the complement has a known polynomial
   */
  boolean recognise(long[] bits, int words, long[] candidates, long[] full, int first) {
    components = 0;
    if (open.length < words) {
      open = new long[words];
      found = new long[words];
      waiting = new long[words];
    }
    for (int w = 0; w < words; w++) {
      open[w] = candidates[w] & ~full[w];
    }
    int vertex = first;
    while (vertex >= 0) {
      int size = missing(bits, words, candidates, vertex);
      boolean known =
          size > 3
              ? wideClique(bits, words, candidates, size)
              : widePathOrCycle(bits, words, candidates, vertex);
      if (!known) {
        return false;
      }
      vertex = lowest(open, words);
    }
    return true;
  }

  /** The candidate and those it is not adjacent to, into {@code found}. */
  private int missing(long[] bits, int words, long[] candidates, int vertex) {
    int count = 0;
    for (int w = 0; w < words; w++) {
      found[w] = candidates[w] & ~bits[vertex * words + w];
      count += Long.bitCount(found[w]);
    }
    return count;
  }

  /** Whether nobody in {@code found} is adjacent to another, and everybody to all outside. */
  private boolean wideClique(long[] bits, int words, long[] candidates, int size) {
    for (int w = 0; w < words; w++) {
      for (long rest = found[w]; rest != 0; rest &= rest - 1) {
        int row = ((w << 6) + Long.numberOfTrailingZeros(rest)) * words;
        for (int x = 0; x < words; x++) {
          if ((candidates[x] & ~bits[row + x]) != found[x]) {
            return false;
          }
        }
      }
    }
    for (int w = 0; w < words; w++) {
      open[w] &= ~found[w];
    }
    component(Shape.CLIQUE, size);
    return true;
  }

  private boolean widePathOrCycle(long[] bits, int words, long[] candidates, int first) {
    Arrays.fill(waiting, 0, words, 0);
    waiting[first >>> 6] = 1L << first;
    int size = 0;
    int degrees = 0;
    for (int member = first; member >= 0; member = lowest(waiting, words)) {
      int degree = missing(bits, words, candidates, member) - 1;
      if (degree > 2) {
        return false;
      }
      size++;
      degrees += degree;
      open[member >>> 6] &= ~(1L << member);
      for (int w = 0; w < words; w++) {
        waiting[w] = (waiting[w] | found[w]) & open[w];
      }
    }
    pathOrCycle(size, degrees);
    return true;
  }

  private static int lowest(long[] mask, int words) {
    for (int w = 0; w < words; w++) {
      if (mask[w] != 0) {
        return (w << 6) + Long.numberOfTrailingZeros(mask[w]);
      }
    }
    return -1;
  }

  /** A connected component without a vertex of degree above 2: a tree has one edge less. */
  private void pathOrCycle(int size, int degrees) {
    component(degrees == 2 * size ? Shape.CYCLE : Shape.PATH, size);
  }

  private void component(Shape shape, int size) {
    if (components == sizes.length) {
      sizes = Arrays.copyOf(sizes, 2 * components);
      shapes = Arrays.copyOf(shapes, 2 * components);
    }
    shapes[components] = shape;
    sizes[components++] = size;
  }

  /** Adds the recognised set of at most 64 candidates, up to {@code most} of them, as a leaf. */
  void addTile(LeafHistogram leaves, int held, int pivots, int most) {
    product[0] = 1;
    int degree = 0;
    for (int c = 0; c < components; c++) {
      int size = sizes[c];
      degree =
          switch (shapes[c]) {
            case CLIQUE -> timesClique(size, degree, most);
            case PATH -> times(PATHS[size], degree, most);
            case CYCLE -> times(CYCLES[size], degree, most);
          };
    }
    leaves.leafTimes(held, pivots, product, degree);
  }

  private int timesClique(int size, int degree, int most) {
    int top = Math.min(degree + 1, most);
    if (top > degree) {
      product[top] = 0;
    }
    for (int j = top; j >= 1; j--) {
      product[j] += size * product[j - 1];
    }
    return top;
  }

  private int times(long[] by, int degree, int most) {
    int top = Math.min(degree + by.length - 1, most);
    System.arraycopy(product, 0, factor, 0, degree + 1);
    for (int j = 0; j <= top; j++) {
      long sum = 0;
      for (int i = Math.max(0, j - degree); i <= Math.min(j, by.length - 1); i++) {
        sum += by[i] * factor[j - i];
      }
      product[j] = sum;
    }
    return top;
  }

  /** Adds the recognised set of any size, up to {@code most} of its candidates, as a leaf. */
  void addWide(LeafHistogram leaves, int held, int pivots, int most) {
    BigInteger[] all = {BigInteger.ONE};
    for (int c = 0; c < components; c++) {
      all = times(all, polynomial(shapes[c], sizes[c]), most);
    }
    leaves.leafTimes(held, pivots, all);
  }

  private static BigInteger[] times(BigInteger[] first, BigInteger[] second, int most) {
    int top = Math.min(first.length + second.length - 2, most);
    BigInteger[] product = new BigInteger[top + 1];
    Arrays.fill(product, BigInteger.ZERO);
    for (int i = 0; i < first.length; i++) {
      for (int j = 0; j < second.length && i + j <= top; j++) {
        product[i + j] = product[i + j].add(first[i].multiply(second[j]));
      }
    }
    return product;
  }

  private static BigInteger[] polynomial(Shape shape, int size) {
    return switch (shape) {
      case CLIQUE -> new BigInteger[] {BigInteger.ONE, BigInteger.valueOf(size)};
      case PATH -> path(size);
      case CYCLE -> {
        // A vertex left out, or taken: paths of s−1 and s−3 vertices.
        BigInteger[] sum = Arrays.copyOf(path(size - 1), size / 2 + 1);
        BigInteger[] taken = path(size - 3);
        for (int j = 1; j < sum.length; j++) {
          BigInteger more = j - 1 < taken.length ? taken[j - 1] : BigInteger.ZERO;
          sum[j] = sum[j] == null ? more : sum[j].add(more);
        }
        yield sum;
      }
    };
  }

  /** C(s−j+1, j), each from the one before. */
  private static BigInteger[] path(int size) {
    BigInteger[] counts = new BigInteger[(size + 1) / 2 + 1];
    counts[0] = BigInteger.ONE;
    for (int j = 1; j < counts.length; j++) {
      // C(a−1, j) = C(a, j−1) · (a−j+1)(a−j) / (j·a) with a = s−j+2
      long a = size - j + 2L;
      counts[j] =
          counts[j - 1]
              .multiply(BigInteger.valueOf((a - j + 1) * (a - j)))
              .divide(BigInteger.valueOf(j * a));
    }
    return counts;
  }
}
