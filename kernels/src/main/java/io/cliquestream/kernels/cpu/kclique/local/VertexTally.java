package io.cliquestream.kernels.cpu.kclique.local;

import io.cliquestream.kernels.cpu.bitset.BitMatrix;
import java.math.BigInteger;
import java.util.function.IntConsumer;

/** Cliques through each vertex; the totals are by rank. */
final class VertexTally implements LocalTally {
  private final LocalTotals totals;
  private final IntConsumer took;
  private final long[] counts;
  private int[] ranks;
  private int locals;

  /**
   * A tally.
   *
   * @param mostLocals largest out-degree and one
   * @param took told of steps; may throw to give up
   */
  VertexTally(LocalTotals totals, int mostLocals, IntConsumer took) {
    this.totals = totals;
    this.took = took;
    this.counts = new long[mostLocals];
  }

  @Override
  public void begin(int[] newRanks, int newLocals) {
    ranks = newRanks;
    locals = newLocals;
  }

  @Override
  public void leaf(
      int[] held, int heldCount, int[] pivots, int pivotCount, int missing, Binomials binomials) {
    took.accept(heldCount + pivotCount);
    add(held, heldCount, pivotCount, missing, binomials);
    add(pivots, pivotCount, pivotCount - 1, missing - 1, binomials);
  }

  /** Adds C(n, j) to some vertices. */
  private void add(int[] vertices, int vertexCount, int n, int j, Binomials binomials) {
    long count = binomials.get(n, j);
    if (count == Binomials.LARGE) {
      BigInteger large = binomials.exact(n, j);
      for (int i = 0; i < vertexCount; i++) {
        totals.add(ranks[vertices[i]], large);
      }
    } else if (count != 0) {
      for (int i = 0; i < vertexCount; i++) {
        add(vertices[i], count);
      }
    }
  }

  @Override
  public void through(int[] held, int heldCount, long cliques) {
    add(held[heldCount - 1], cliques);
  }

  @Override
  public long close(int[] held, int heldCount, long[] candidates, BitMatrix matrix) {
    int words = matrix.words();
    long found = 0;
    for (int w = 0; w < words; w++) {
      for (long rest = candidates[w]; rest != 0; rest &= rest - 1) {
        int vertex = (w << 6) + Long.numberOfTrailingZeros(rest);
        int degree = matrix.degree(vertex, candidates);
        add(vertex, degree);
        found += degree;
      }
    }
    return found / 2;
  }

  /** Adds 0 ≤ count &lt; 2^61. */
  private void add(int local, long count) {
    long sum = counts[local] + count;
    if (sum >= FLUSH) {
      totals.add(ranks[local], BigInteger.valueOf(sum));
      sum = 0;
    }
    counts[local] = sum;
  }

  @Override
  public void flush() {
    for (int local = 0; local < locals; local++) {
      if (counts[local] != 0) {
        totals.add(ranks[local], counts[local]);
        counts[local] = 0;
      }
    }
  }
}
