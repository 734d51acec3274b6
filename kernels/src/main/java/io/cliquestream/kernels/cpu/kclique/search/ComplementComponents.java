package io.cliquestream.kernels.cpu.kclique.search;

import io.cliquestream.kernels.cpu.bitset.BitMatrix;
import io.cliquestream.kernels.cpu.bitset.Tile;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * Closes candidate sets whose complement falls apart: the cliques among them are a product over the
 * connected components of the complement (see {@link IndependencePolynomial}), so the work adds up
 * over the components where a search would multiply it.
 *
 * <p>Up to 64 candidates a set is closed when every component is a clique, a path or a cycle, or
 * when two components or more are not; with a single one that is not the search goes on, as it
 * multiplies nothing. Of more than 64 candidates a component is closed when it is a clique, a cycle
 * or a tree, or has at most 64 candidates itself; one that is none of these leaves the set to the
 * search. That covers complete multipartite graphs, joins of any small graphs, and every set where
 * each candidate misses at most two others (a 3-plex). Where it does not apply, two or three ANDs
 * mostly tell.
 *
 * <p>For one thread.
 */
final class ComplementComponents {
  private final IntConsumer took;
  private final IndependencePolynomial small;
  private TileComponent[] found = {new TileComponent()};
  private final Tile tile = new Tile();
  private long[] open = new long[0];
  private long[] around = new long[0];
  private long[] waiting = new long[0];
  private int[] order = new int[0];
  private int[] parents = new int[0];

  /** Shapes of components of more than 64 candidates; SMALL stands for all others. */
  private enum Shape {
    SMALL,
    CLIQUE,
    CYCLE,
    TREE
  }

  /** A component: its candidates when small; for trees the places of parents, roots first. */
  private record Component(Shape shape, int size, long[] members, int[] parents) {}

  private final List<Component> components = new ArrayList<>();

  /**
   * @param took told how many candidates were looked at; may throw to give up
   */
  ComplementComponents(IntConsumer took) {
    this.took = took;
    this.small = new IndependencePolynomial(took);
  }

  /** Whether the complement of a tile's candidates is not connected; mostly a few ANDs. */
  static boolean fallsApart(long[] rows, long candidates, int first) {
    long visited = 0;
    long reached = 1L << first;
    while (visited != reached) {
      int member = Long.numberOfTrailingZeros(reached & ~visited);
      visited |= 1L << member;
      reached |= candidates & ~rows[member];
      if (reached == candidates) {
        return false;
      }
    }
    return true;
  }

  /**
   * Closes candidates of a tile, none of them adjacent to all others, if it can.
   *
   * @param most cliques of more candidates need not be counted
   */
  boolean close(
      long[] rows, long candidates, LeafHistogram leaves, int held, int pivots, int most) {
    int open = 0;
    int number = 0;
    for (long rest = candidates; rest != 0; number++) {
      if (number == found.length) {
        moreFound();
      }
      TileComponent next = found[number];
      next.find(rows, rest, Long.numberOfTrailingZeros(rest));
      open += next.hasFormula() ? 0 : 1;
      rest &= ~next.members;
    }
    if (open == 1) {
      return false;
    }
    took.accept(Long.bitCount(candidates));
    int degree = small.solve(rows, found, number, most);
    leaves.leafTimes(held, pivots, small.counts(), degree);
    return true;
  }

  private void moreFound() {
    int known = found.length;
    found = Arrays.copyOf(found, 2 * known);
    for (int i = known; i < found.length; i++) {
      found[i] = new TileComponent();
    }
  }

  /**
   * Closes candidates of a matrix if it can.
   *
   * @param full candidates adjacent to all others, to be left out
   * @param first a candidate with as few neighbours as any: the walk ends soonest from there
   * @param most cliques of more candidates need not be counted
   */
  boolean closeWide(
      BitMatrix matrix,
      long[] candidates,
      long[] full,
      int first,
      LeafHistogram leaves,
      int held,
      int pivots,
      int most) {
    int words = matrix.words();
    makeRoom(words, matrix.size());
    for (int w = 0; w < words; w++) {
      open[w] = candidates[w] & ~full[w];
    }
    components.clear();
    for (int vertex = first; vertex >= 0; vertex = lowest(open, words)) {
      Component component = component(matrix, candidates, vertex);
      if (component == null) {
        return false;
      }
      components.add(component);
    }
    BigInteger[] product = BigPolynomial.one();
    for (Component component : components) {
      product = BigPolynomial.times(product, polynomial(matrix, component, most), most);
    }
    leaves.leafTimes(held, pivots, product);
    return true;
  }

  private void makeRoom(int words, int vertices) {
    if (open.length < words) {
      open = new long[words];
      around = new long[words];
      waiting = new long[words];
    }
    if (order.length < vertices) {
      order = new int[vertices];
      parents = new int[vertices];
    }
  }

  /** Takes the component of a candidate out of {@code open}; null when it cannot be closed. */
  private Component component(BitMatrix matrix, long[] candidates, int first) {
    int words = matrix.words();
    long[] bits = matrix.bits();
    long[] members = new long[words];
    Arrays.fill(waiting, 0, words, 0);
    waiting[first >>> 6] = 1L << first;
    int left = BitMatrix.count(open, words);
    int reached = 1;
    int size = 0;
    int largest = 0;
    long degrees = 0;
    order[0] = first;
    parents[first] = -1;
    while (size < reached) {
      // In the order of discovery, so that every candidate comes after its parent.
      int member = order[size++];
      members[member >>> 6] |= 1L << member;
      int degree = -1;
      for (int w = 0; w < words; w++) {
        around[w] = candidates[w] & ~bits[member * words + w];
        degree += Long.bitCount(around[w]);
        for (long found = around[w] & ~waiting[w]; found != 0; found &= found - 1) {
          int vertex = (w << 6) + Long.numberOfTrailingZeros(found);
          order[reached++] = vertex;
          parents[vertex] = member;
        }
        waiting[w] |= around[w];
      }
      degrees += degree;
      largest = Math.max(largest, degree);
      if (reached == left && left > Tile.CAPACITY) {
        boolean clique = degrees == (long) size * (left - 1);
        boolean treeOrCycle = degrees + left - size <= 2L * left;
        if (!clique && !treeOrCycle) {
          return null;
        }
      }
    }
    for (int w = 0; w < words; w++) {
      open[w] &= ~members[w];
    }
    if (size <= Tile.CAPACITY) {
      return new Component(Shape.SMALL, size, members, null);
    }
    if (degrees == (long) size * (size - 1)) {
      return new Component(Shape.CLIQUE, size, null, null);
    }
    if (degrees == 2L * size && largest == 2) {
      return new Component(Shape.CYCLE, size, null, null);
    }
    if (degrees == 2L * (size - 1)) {
      return tree(size);
    }
    return null;
  }

  private Component tree(int size) {
    int[] parentPlaces = new int[size];
    int parent = 0;
    for (int i = 1; i < size; i++) {
      // Parents stand in the same order as their children.
      while (order[parent] != parents[order[i]]) {
        parent++;
      }
      parentPlaces[i] = parent;
    }
    return new Component(Shape.TREE, size, null, parentPlaces);
  }

  private BigInteger[] polynomial(BitMatrix matrix, Component component, int most) {
    return switch (component.shape) {
      case SMALL -> {
        tile.load(matrix, component.members);
        int degree = small.solve(tile.rows(), tile.all(), most);
        yield BigPolynomial.of(small.counts(), degree + 1);
      }
      case CLIQUE -> new BigInteger[] {BigInteger.ONE, BigInteger.valueOf(component.size)};
      case CYCLE -> {
        // One vertex is left out, or taken with both its neighbours gone.
        BigInteger[][] paths = new BigInteger[component.size][];
        paths[0] = BigPolynomial.one();
        paths[1] = BigPolynomial.leftOutOrTaken(paths[0], paths[0]);
        for (int i = 2; i < paths.length; i++) {
          paths[i] = BigPolynomial.leftOutOrTaken(paths[i - 1], paths[i - 2]);
        }
        yield BigPolynomial.leftOutOrTaken(paths[component.size - 1], paths[component.size - 3]);
      }
      case TREE -> ofTree(component.parents, most);
    };
  }

  /** From the leaves up: the polynomials of each subtree without its root, and with it. */
  private static BigInteger[] ofTree(int[] parents, int most) {
    int size = parents.length;
    BigInteger[][] without = new BigInteger[size][];
    BigInteger[][] with = new BigInteger[size][];
    Arrays.fill(without, BigPolynomial.one());
    Arrays.fill(with, BigPolynomial.one());
    for (int i = size - 1; i > 0; i--) {
      int parent = parents[i];
      BigInteger[] either = BigPolynomial.leftOutOrTaken(without[i], with[i]);
      without[parent] = BigPolynomial.times(without[parent], either, most);
      with[parent] = BigPolynomial.times(with[parent], without[i], most);
      without[i] = null;
      with[i] = null;
    }
    return BigPolynomial.leftOutOrTaken(without[0], with[0]);
  }

  private static int lowest(long[] mask, int words) {
    for (int w = 0; w < words; w++) {
      if (mask[w] != 0) {
        return (w << 6) + Long.numberOfTrailingZeros(mask[w]);
      }
    }
    return -1;
  }
}
