package io.cliquestream.kernels.assembly;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Counts the cliques of the largest size seen and keeps the lexicographically smallest of them.
 *
 * <p>Memory is bounded by {@code limit} cliques, however many there are. Because every clique
 * counts once and the smallest are kept by value, the outcome does not depend on the order of
 * arrival. Used by one thread at a time.
 */
public final class CliqueCollector {
  /** Order of cliques: the first vertex that differs decides. */
  public static final Comparator<int[]> LEXICOGRAPHIC = Arrays::compare;

  private final long limit;
  private final PriorityQueue<int[]> kept = new PriorityQueue<>(LEXICOGRAPHIC.reversed());
  private int size;
  private long fewCount;
  private BigInteger manyCount = BigInteger.ZERO;

  /** Keeps at most {@code limit} cliques. */
  public CliqueCollector(long limit) {
    this.limit = limit;
  }

  /** Vertices of the largest cliques seen; 0 before any. */
  public int size() {
    return size;
  }

  /** Number of cliques of that size. */
  public BigInteger count() {
    return manyCount.add(BigInteger.valueOf(fewCount));
  }

  /** The kept cliques in lexicographic order. */
  public List<int[]> smallest() {
    return kept.stream().sorted(LEXICOGRAPHIC).toList();
  }

  /** Takes one clique: the first {@code length} entries, in any order. */
  public void add(int[] vertices, int length) {
    if (!accepts(length)) {
      return;
    }
    if (++fewCount == Long.MAX_VALUE) {
      manyCount = manyCount.add(BigInteger.valueOf(fewCount));
      fewCount = 0;
    }
    int[] clique = Arrays.copyOf(vertices, length);
    Arrays.sort(clique);
    keep(clique);
  }

  /** Takes many cliques of one size: their number and the lexicographically smallest of them. */
  public void addAll(int length, BigInteger count, List<int[]> smallest) {
    if (!accepts(length)) {
      return;
    }
    manyCount = manyCount.add(count);
    for (int[] clique : smallest) {
      keep(clique);
    }
  }

  /** Takes what another collector found. */
  public void addAll(CliqueCollector other) {
    if (other.size > 0) {
      addAll(other.size, other.count(), other.smallest());
    }
  }

  /** Whether a clique, ascending, would be among those kept. */
  public boolean wouldKeep(int[] clique) {
    return clique.length > size
        || (clique.length == size
            && (kept.size() < limit || LEXICOGRAPHIC.compare(clique, kept.peek()) < 0));
  }

  private boolean accepts(int length) {
    if (length > size) {
      size = length;
      fewCount = 0;
      manyCount = BigInteger.ZERO;
      kept.clear();
    }
    return length == size;
  }

  private void keep(int[] clique) {
    if (kept.size() < limit) {
      kept.add(clique);
    } else if (LEXICOGRAPHIC.compare(clique, kept.peek()) < 0) {
      kept.poll();
      kept.add(clique);
    }
  }
}
