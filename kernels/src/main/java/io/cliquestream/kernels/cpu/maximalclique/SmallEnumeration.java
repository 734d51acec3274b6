package io.cliquestream.kernels.cpu.maximalclique;

import java.util.Arrays;

/**
 * Maximal cliques among at most 64 candidates, one {@code long} for each row.
 *
 * <p>Bron–Kerbosch with the pivot of Tomita, Tanaka and Takahashi. P is a {@code long}. An excluded
 * vertex matters only through the candidates that it is adjacent to, so X is a list of such rows,
 * whether the vertex was a candidate before or came earlier in the degeneracy order; a branch
 * copies those rows that still meet its candidates. A row that covers all candidates ends the
 * branch. When all candidates are adjacent to each other they are one clique. When the candidates
 * nearly are, and the complement falls apart (excluded vertices tie together what they miss), the
 * parts are enumerated on their own and their tallies multiplied, so that cocktail party and
 * Moon–Moser graphs cost a sum and not a product; not while listing.
 *
 * <p>The stack is explicit, so that its lowest branches can be handed over. Memory: a few longs for
 * each of at most 65 levels, and the rows of X for all levels together.
 */
final class SmallEnumeration {
  private static final int LEVELS = 66;

  private final MaximalCliquePolicy policy;
  private final Enumeration enumeration;
  private SmallEnumeration nested;

  private long[] rows = new long[64];
  private int[] vertices = new int[64];
  private int baseLength;

  private final long[] candidates = new long[LEVELS];
  private final long[] branches = new long[LEVELS];
  private final int[] excludedBegin = new int[LEVELS];
  private final int[] excludedEnd = new int[LEVELS];
  private final int[] chosen = new int[LEVELS];
  private long[] excluded = new long[256];
  private int depth = -1;

  SmallEnumeration(MaximalCliquePolicy policy, Enumeration enumeration) {
    this.policy = policy;
    this.enumeration = enumeration;
  }

  /**
   * Branches still to do.
   *
   * @param rows adjacency among the candidates
   * @param vertices the graph's vertex of each bit
   * @param path vertices chosen already
   */
  record Handover(
      long[] rows, int[] vertices, int[] path, long candidates, long branches, long[] excluded) {}

  /**
   * Rows to fill before {@link #run}: bit j of row i says whether candidates i and j are adjacent.
   */
  long[] rows() {
    return rows;
  }

  /** Names to fill before {@link #run}; needed while listing only. */
  int[] vertices() {
    return vertices;
  }

  /** Place for at least {@code count} excluded rows to fill before {@link #run}. */
  long[] excluded(int count) {
    if (excluded.length < count) {
      excluded = Arrays.copyOf(excluded, Math.max(count, 2 * excluded.length));
    }
    return excluded;
  }

  /**
   * Enumerates.
   *
   * @param all the candidates, one or more
   * @param excludedCount rows filled into {@link #excluded}; only bits of candidates set
   * @param length vertices chosen already
   */
  void run(long all, int excludedCount, int length) {
    baseLength = length;
    depth = -1;
    int kept = 0;
    for (int i = 0; i < excludedCount; i++) {
      long row = excluded[i];
      if (row == all) {
        return;
      }
      if (row != 0) {
        excluded[kept++] = row;
      }
    }
    kept = distinct(kept);
    open(0, all, 0, kept);
    loop();
  }

  /** Continues what was handed over. */
  void resume(Handover handover) {
    System.arraycopy(handover.rows(), 0, rows, 0, handover.rows().length);
    System.arraycopy(handover.vertices(), 0, vertices, 0, handover.vertices().length);
    enumeration.path(handover.path());
    baseLength = handover.path().length;
    int count = handover.excluded().length;
    System.arraycopy(handover.excluded(), 0, excluded(count), 0, count);
    depth = 0;
    candidates[0] = handover.candidates();
    branches[0] = handover.branches();
    excludedBegin[0] = 0;
    excludedEnd[0] = count;
    loop();
  }

  /**
   * Takes the branches still to do of the lowest level that has any. Called in the middle of a
   * branch, so each level has a vertex under way, which is excluded from the branches after it.
   *
   * @return null when there are none
   */
  Handover handOver() {
    for (int level = 0; level <= depth; level++) {
      if (branches[level] != 0) {
        int begin = excludedBegin[level];
        int count = excludedEnd[level] - begin;
        long[] handed = Arrays.copyOfRange(excluded, begin, begin + count + 1);
        handed[count] = rows[chosen[level]] & candidates[level];
        int[] path = enumeration.path(baseLength + level);
        for (int i = 0; i < level; i++) {
          path[baseLength + i] = vertices[chosen[i]];
        }
        Handover handover =
            new Handover(
                rows.clone(), vertices.clone(), path, candidates[level], branches[level], handed);
        branches[level] = 0;
        return handover;
      }
    }
    return null;
  }

  /** Undoes {@link #handOver}, when nobody takes the branches. */
  void takeBack(Handover handover) {
    branches[handover.path().length - baseLength] = handover.branches();
  }

  private void loop() {
    while (depth >= 0) {
      int level = depth;
      long left = branches[level];
      if (left == 0) {
        depth--;
        if (depth >= 0) {
          exclude(depth);
        }
        continue;
      }
      int v = Long.numberOfTrailingZeros(left);
      branches[level] = left & (left - 1);
      chosen[level] = v;
      candidates[level] &= ~(1L << v);
      if (enumeration.listing()) {
        enumeration.choose(baseLength + level, vertices[v]);
      }
      if (!descend(level, v)) {
        exclude(level);
      }
    }
  }

  /** The vertex just finished at a level is excluded from the level's later branches. */
  private void exclude(int level) {
    if (branches[level] != 0) {
      int end = excludedEnd[level];
      excluded(end + 1)[end] = rows[chosen[level]] & candidates[level];
      excludedEnd[level] = end + 1;
    }
  }

  /** Goes into a branch; false when it is finished already. */
  private boolean descend(int level, int v) {
    long next = candidates[level] & rows[v];
    int begin = excludedEnd[level];
    int end = begin;
    int from = excludedBegin[level];
    long[] list = excluded(2 * begin - from);
    enumeration.work(1 + begin - from);
    for (int i = from; i < begin; i++) {
      long row = list[i];
      if ((row >>> v & 1) != 0) {
        row &= next;
        if (row == next) {
          return false;
        }
        if (row != 0) {
          list[end++] = row;
        }
      }
    }
    int length = baseLength + level + 1;
    if (next == 0) {
      enumeration.found(length);
      return false;
    }
    if (length + Long.bitCount(next) < enumeration.minimumSize()) {
      return false;
    }
    return open(level + 1, next, begin, end);
  }

  /** Sets up a level with its branches; false when the level is finished already. */
  private boolean open(int level, long all, int begin, int end) {
    int count = Long.bitCount(all);
    int most = -1;
    long cover = 0;
    int best = 0;
    int missing = 0;
    enumeration.work(count + end - begin);
    for (long bits = all; bits != 0; bits &= bits - 1) {
      int v = Long.numberOfTrailingZeros(bits);
      long row = rows[v] & all;
      int neighbors = Long.bitCount(row);
      missing += count - 1 - neighbors;
      if (neighbors > most) {
        most = neighbors;
        cover = row;
        best = v;
      }
    }
    int length = baseLength + level;
    if (missing == 0) {
      if (enumeration.listing()) {
        int at = length;
        for (long bits = all; bits != 0; bits &= bits - 1) {
          enumeration.choose(at++, vertices[Long.numberOfTrailingZeros(bits)]);
        }
      }
      enumeration.found(length + count);
      return false;
    }
    if (2 * missing <= count * count
        && count >= policy.smallestJoin()
        && !enumeration.listing()
        && join(all, best, begin, end, length)) {
      return false;
    }
    for (int i = begin; i < end; i++) {
      int neighbors = Long.bitCount(excluded[i]);
      if (neighbors > most) {
        most = neighbors;
        cover = excluded[i];
      }
    }
    depth = level;
    candidates[level] = all;
    branches[level] = all & ~cover;
    excludedBegin[level] = begin;
    excludedEnd[level] = end;
    return true;
  }

  /** Sorts out equal rows; returns how many are left. */
  private int distinct(int count) {
    if (count < 8) {
      return count;
    }
    Arrays.sort(excluded, 0, count);
    int kept = 1;
    for (int i = 1; i < count; i++) {
      if (excluded[i] != excluded[kept - 1]) {
        excluded[kept++] = excluded[i];
      }
    }
    return kept;
  }

  /** Enumerates the complement's components on their own; false when there is only one. */
  private boolean join(long all, int start, int begin, int end, int length) {
    long first = component(all, start, begin, end);
    if (first == all) {
      return false;
    }
    if (nested == null) {
      nested = new SmallEnumeration(policy, new Enumeration(policy, 1));
      nested.enumeration.pause(() -> enumeration.work(policy.workPerCheck() + 1));
    }
    long rest = all & ~first;
    MaximalTally product = tallyOf(first, all, begin, end);
    while (rest != 0) {
      long part = component(all, Long.numberOfTrailingZeros(rest), begin, end);
      rest &= ~part;
      product = product.times(tallyOf(part, all, begin, end));
    }
    for (int size = 0; size < product.sizes(); size++) {
      if (length + size >= enumeration.minimumSize() && product.count(size).signum() != 0) {
        enumeration.tally().add(length + size, product.count(size));
      }
    }
    return true;
  }

  private MaximalTally tallyOf(long part, long all, int begin, int end) {
    enumeration.work(policy.partWords());
    nested.rows = rows;
    MaximalTally tally = new MaximalTally();
    nested.enumeration.tally(tally);
    long[] list = nested.excluded(end - begin);
    int count = 0;
    for (int i = begin; i < end; i++) {
      if ((all & ~excluded[i] & part) != 0) {
        list[count++] = excluded[i] & part;
      }
    }
    nested.run(part, count, 0);
    return tally;
  }

  /** What hangs together with a candidate in the complement, also by way of excluded vertices. */
  private long component(long all, int start, int begin, int end) {
    long seen = 1L << start;
    long open = seen;
    long words = 0;
    while (true) {
      words += Long.bitCount(open) + end - begin;
      while (open != 0) {
        int v = Long.numberOfTrailingZeros(open);
        open &= open - 1;
        long found = all & ~rows[v] & ~seen;
        seen |= found;
        open |= found;
        if (seen == all) {
          enumeration.work(words);
          return seen;
        }
      }
      for (int i = begin; i < end; i++) {
        long missed = all & ~excluded[i];
        if ((missed & seen) != 0) {
          open |= missed & ~seen;
          seen |= missed;
        }
      }
      if (open == 0) {
        enumeration.work(words);
        return seen;
      }
    }
  }
}
