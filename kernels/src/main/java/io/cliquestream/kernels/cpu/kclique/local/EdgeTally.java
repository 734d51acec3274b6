package io.cliquestream.kernels.cpu.kclique.local;

import io.cliquestream.kernels.cpu.bitset.BitMatrix;
import io.cliquestream.kernels.cpu.kclique.search.KCliquePolicy;
import io.cliquestream.kernels.graph.OrientedGraph;
import io.cliquestream.kernels.memory.BinarySearch;
import java.math.BigInteger;
import java.util.function.IntConsumer;

/**
 * Cliques through each edge; the totals are by the oriented graph's edges. Pairs of local vertices
 * are summed in a triangle of at most {@link KCliquePolicy#MOST_PAIRED}² / 2 longs, which grows as
 * it is needed; pairs of larger roots go to the totals one by one, which costs a binary search.
 */
final class EdgeTally implements LocalTally {
  private final OrientedGraph graph;
  private final LocalTotals totals;
  private final IntConsumer took;
  private long[] pairs = new long[64];

  /** Neighbours of a candidate among the candidates. */
  private long[] common = new long[1];

  /** By local vertex: cliques that pairs of candidates close, each told by two of its pairs. */
  private long[] twice = new long[64];

  private int[] ranks;
  private int locals;
  private boolean paired;

  /**
   * A tally.
   *
   * @param took told of steps; may throw to give up
   */
  EdgeTally(OrientedGraph graph, LocalTotals totals, IntConsumer took) {
    this.graph = graph;
    this.totals = totals;
    this.took = took;
  }

  @Override
  public void begin(int[] newRanks, int newLocals) {
    ranks = newRanks;
    locals = newLocals;
    paired = locals <= KCliquePolicy.MOST_PAIRED;
    if (paired && pairs.length < pairsOf(locals)) {
      int most = pairsOf(KCliquePolicy.MOST_PAIRED);
      pairs = new long[Math.max(pairsOf(locals), Math.min(2 * pairs.length, most))];
    }
  }

  private static int pairsOf(int locals) {
    return locals * (locals - 1) / 2;
  }

  /** Where the pairs of a vertex with those of larger local id begin, counted by that id. */
  private int row(int local) {
    return local * locals - local * (local + 3) / 2 - 1;
  }

  /**
   * C(p, k−h) cliques hold two given held vertices, C(p−1, k−h−1) a held one and a given pivot,
   * C(p−2, k−h−2) two given pivots.
   */
  @Override
  public void leaf(
      int[] held, int heldCount, int[] pivots, int pivotCount, int missing, Binomials binomials) {
    for (int i = 1; i < heldCount; i++) {
      add(held[i], held, i, pivotCount, missing, binomials);
    }
    for (int i = 0; i < pivotCount; i++) {
      add(pivots[i], held, heldCount, pivotCount - 1, missing - 1, binomials);
      add(pivots[i], pivots, i, pivotCount - 2, missing - 2, binomials);
    }
  }

  /** Adds C(n, j) to pairs of a vertex with others. */
  private void add(int vertex, int[] others, int otherCount, int n, int j, Binomials binomials) {
    took.accept(1 + otherCount);
    long count = binomials.get(n, j);
    if (count == Binomials.LARGE) {
      BigInteger large = binomials.exact(n, j);
      for (int i = 0; i < otherCount; i++) {
        totals.add(edge(vertex, others[i]), large);
      }
    } else if (count != 0) {
      for (int i = 0; i < otherCount; i++) {
        add(vertex, others[i], count);
      }
    }
  }

  @Override
  public void through(int[] held, int heldCount, long cliques) {
    int vertex = held[heldCount - 1];
    for (int i = 0; cliques != 0 && i < heldCount - 1; i++) {
      add(vertex, held[i], cliques);
    }
  }

  @Override
  public long close(int[] held, int heldCount, long[] candidates, BitMatrix matrix) {
    int words = matrix.words();
    long found = 0;
    for (int w = 0; w < words; w++) {
      for (long rest = candidates[w]; rest != 0; rest &= rest - 1) {
        int vertex = (w << 6) + Long.numberOfTrailingZeros(rest);
        int degree = matrix.degree(vertex, candidates);
        if (degree != 0) {
          took.accept(heldCount + degree);
          found += degree;
          for (int i = 0; i < heldCount; i++) {
            add(vertex, held[i], degree);
          }
          closeWith(vertex, candidates, matrix);
        }
      }
    }
    return found / 2;
  }

  /** One clique for each neighbour among the candidates behind it. */
  private void closeWith(int vertex, long[] candidates, BitMatrix matrix) {
    int row = vertex * matrix.words();
    for (int w = vertex >>> 6; w < matrix.words(); w++) {
      long rest = behind(vertex, w, candidates[w] & matrix.bits()[row + w]);
      for (; rest != 0; rest &= rest - 1) {
        add(vertex, (w << 6) + Long.numberOfTrailingZeros(rest), 1);
      }
    }
  }

  /** What a word of a set, not before that of a vertex, holds of the vertices behind it. */
  private static long behind(int vertex, int word, long set) {
    return word == vertex >>> 6 ? set & (-2L << vertex) : set;
  }

  /**
   * Whether {@link #closeThree} takes so many candidates among rows of so many words; where it does
   * not, the path grows by one of them first.
   */
  boolean closesThree(int candidates, int words) {
    return (long) candidates * candidates * words <= KCliquePolicy.MOST_CLOSED;
  }

  /**
   * The cliques that a path and three candidates, adjacent to each other, make, as far as they are
   * the candidates'. Two adjacent candidates are in as many cliques as both have neighbours in
   * common: a row of bits for each pair, where the cliques themselves are many more. A candidate's
   * pairs hold each of its cliques twice, all pairs each clique three times.
   */
  long closeThree(int[] held, int heldCount, long[] candidates, BitMatrix matrix) {
    int words = matrix.words();
    long[] bits = matrix.bits();
    if (common.length < words) {
      common = new long[words];
    }
    if (twice.length < locals) {
      twice = new long[locals];
    }
    long thrice = 0;
    for (int w = 0; w < words; w++) {
      for (long rest = candidates[w]; rest != 0; rest &= rest - 1) {
        int vertex = (w << 6) + Long.numberOfTrailingZeros(rest);
        int row = vertex * words;
        for (int x = 0; x < words; x++) {
          common[x] = candidates[x] & bits[row + x];
        }
        thrice += closePairs(vertex, common, bits, words);
      }
    }
    for (int w = 0; thrice != 0 && w < words; w++) {
      for (long rest = candidates[w]; rest != 0; rest &= rest - 1) {
        int vertex = (w << 6) + Long.numberOfTrailingZeros(rest);
        long through = twice[vertex] / 2;
        twice[vertex] = 0;
        for (int i = 0; through != 0 && i < heldCount; i++) {
          add(vertex, held[i], through);
        }
      }
    }
    return thrice / 3;
  }

  /** The pairs of a vertex with those of its neighbours that are behind it. */
  private long closePairs(int vertex, long[] neighbors, long[] bits, int words) {
    long found = 0;
    int closed = 0;
    for (int w = vertex >>> 6; w < words; w++) {
      long rest = behind(vertex, w, neighbors[w]);
      closed += Long.bitCount(rest);
      for (; rest != 0; rest &= rest - 1) {
        int other = (w << 6) + Long.numberOfTrailingZeros(rest);
        int row = other * words;
        int both = 0;
        for (int x = 0; x < words; x++) {
          both += Long.bitCount(neighbors[x] & bits[row + x]);
        }
        if (both != 0) {
          add(vertex, other, both);
          twice[other] += both;
          found += both;
        }
      }
    }
    twice[vertex] += found;
    took.accept(1 + closed * words);
    return found;
  }

  /** Adds 0 ≤ count &lt; 2^61. */
  private void add(int first, int second, long count) {
    if (!paired) {
      totals.add(edge(first, second), count);
      return;
    }
    int pair = first < second ? row(first) + second : row(second) + first;
    long sum = pairs[pair] + count;
    if (sum >= FLUSH) {
      totals.add(edge(first, second), BigInteger.valueOf(sum));
      sum = 0;
    }
    pairs[pair] = sum;
  }

  /**
   * Ranks descend with local ids, but for the root, whose rank is the largest. So what a vertex's
   * row holds of the others comes in one walk along it, at steps that double until they are too
   * wide, and nothing is searched for from anew.
   */
  @Override
  public void flush() {
    if (!paired) {
      return;
    }
    int root = locals - 1;
    flushRow(root);
    for (int from = 0; from < root; from++) {
      took.accept((root - from) >>> 2);
      flushRow(from);
    }
  }

  /** The pairs of a vertex with those of lower rank. */
  private void flushRow(int from) {
    int root = locals - 1;
    int last = from == root ? 0 : from + 1;
    long at = graph.offset(ranks[from]);
    long end = graph.offset(ranks[from] + 1);
    int row = row(from);
    for (int to = root - 1; to >= last; to--) {
      int pair = from == root ? row(to) + root : row + to;
      long count = pairs[pair];
      if (count != 0) {
        at = find(at, end, ranks[to]);
        totals.add(at, count);
        pairs[pair] = 0;
      }
    }
  }

  /** Where a rank that is in a row stands, from a place on that is not behind it. */
  private long find(long from, long end, int rank) {
    long low = from;
    long step = 1;
    while (low + step < end && graph.target(low + step) <= rank) {
      low += step;
      step <<= 1;
    }
    return BinarySearch.firstInt(graph.targets(), low, Math.min(end, low + step), rank);
  }

  /** Where an edge between two local vertices stands in the oriented graph. */
  private long edge(int first, int second) {
    int from = Math.max(ranks[first], ranks[second]);
    int to = Math.min(ranks[first], ranks[second]);
    return graph.firstTargetFrom(from, to);
  }
}
