package io.cliquestream.kernels.cpu.maximalclique;

import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * Maximal cliques among any number of candidates, on bit rows of several longs; goes over to {@link
 * SmallEnumeration} as soon as a branch has at most 64 candidates.
 *
 * <p>The method is the same. The rows of candidates and of earlier neighbours lie in one matrix,
 * and X is a list of row numbers, filtered from level to level.
 *
 * <p>The stack is explicit, because cliques have thousands of vertices in web graphs. Memory: (d +
 * x) rows of ⌈d / 64⌉ longs for d candidates and x earlier neighbours, and for each level reached
 * two sets of d bits and the list of X. Levels are kept for the next root.
 */
final class LargeEnumeration {
  private final MaximalCliquePolicy policy;
  private final Enumeration enumeration;
  private final SmallEnumeration small;
  private final Pivot pivot = new Pivot();
  private LargeEnumeration nested;

  private Matrix matrix;
  private int words;
  private int baseLength;
  private int depth = -1;

  private long[][] candidates = new long[0][];
  private long[][] branches = new long[0][];
  private int[][] excluded = new int[0][];
  private int[] excludedCount = new int[0];
  private int[] chosen = new int[0];

  LargeEnumeration(MaximalCliquePolicy policy, Enumeration enumeration, SmallEnumeration small) {
    this.policy = policy;
    this.enumeration = enumeration;
    this.small = small;
  }

  /**
   * Rows over the candidates; never written while a search may read it.
   *
   * @param candidateCount rows 0 … candidateCount-1 are candidates, the rest earlier neighbours
   * @param words longs in a row
   * @param vertices the graph's vertex of each candidate
   */
  record Matrix(int candidateCount, int rowCount, int words, long[] rows, int[] vertices) {
    /** How many of a set a row meets. */
    int intersection(int row, long[] set) {
      int base = row * words;
      int count = 0;
      for (int w = 0; w < words; w++) {
        count += Long.bitCount(rows[base + w] & set[w]);
      }
      return count;
    }

    /**
     * What hangs together with a candidate in the complement of some candidates, also by way of
     * excluded vertices, which tie together what they miss. Of what is left without some
     * components, it is the same.
     *
     * @param spent told of the rows that are about to be looked at
     */
    long[] component(long[] all, int start, int[] excluded, int excludedCount, LongConsumer spent) {
      long[] seen = new long[words];
      long[] open = new long[words];
      seen[start >>> 6] |= 1L << start;
      open[start >>> 6] |= 1L << start;
      boolean grown = true;
      while (grown) {
        spent.accept(Arrays.stream(open).map(Long::bitCount).sum() + excludedCount);
        grown = false;
        for (int w = 0; w < words; w++) {
          while (open[w] != 0) {
            int v = (w << 6) + Long.numberOfTrailingZeros(open[w]);
            open[w] &= open[w] - 1;
            grown |= reach(v, all, seen, open);
          }
        }
        if (Arrays.equals(seen, 0, words, all, 0, words)) {
          break;
        }
        for (int i = 0; i < excludedCount; i++) {
          grown |= misses(excluded[i], seen) && reach(excluded[i], all, seen, open);
        }
      }
      return seen;
    }

    /** Adds what a row misses; whether that is new. */
    private boolean reach(int row, long[] all, long[] seen, long[] open) {
      boolean any = false;
      for (int w = 0; w < words; w++) {
        long found = all[w] & ~rows[row * words + w] & ~seen[w];
        seen[w] |= found;
        open[w] |= found;
        any |= found != 0;
      }
      return any;
    }

    private boolean misses(int row, long[] set) {
      for (int w = 0; w < words; w++) {
        if ((set[w] & ~rows[row * words + w]) != 0) {
          return true;
        }
      }
      return false;
    }
  }

  /** Branches still to do. */
  record Handover(Matrix matrix, int[] path, long[] candidates, long[] branches, int[] excluded) {}

  /** Enumerates the whole matrix; {@code length} vertices are chosen already. */
  void run(Matrix next, int length) {
    begin(next, length);
    level(0);
    Arrays.fill(candidates[0], 0, words, 0);
    for (int i = 0; i < next.candidateCount(); i++) {
      candidates[0][i >>> 6] |= 1L << i;
    }
    int earlier = next.rowCount() - next.candidateCount();
    int[] list = excludedOf(0, earlier);
    int kept = 0;
    for (int i = 0; i < earlier; i++) {
      int row = next.candidateCount() + i;
      int met = matrix.intersection(row, candidates[0]);
      if (met == next.candidateCount()) {
        return;
      }
      if (met > 0) {
        list[kept++] = row;
      }
    }
    excludedCount[0] = kept;
    open(0, next.candidateCount());
    loop();
  }

  /** Enumerates some candidates under some excluded rows of a matrix. */
  private void run(Matrix next, long[] part, int[] excludedRows, int count) {
    begin(next, 0);
    level(0);
    System.arraycopy(part, 0, candidates[0], 0, words);
    System.arraycopy(excludedRows, 0, excludedOf(0, count), 0, count);
    excludedCount[0] = count;
    int size = size(part);
    if (size <= Long.SIZE) {
      compress(0, 0);
    } else {
      open(0, size);
      loop();
    }
  }

  /** Continues what was handed over. */
  void resume(Handover handover) {
    begin(handover.matrix(), handover.path().length);
    enumeration.path(handover.path());
    level(0);
    System.arraycopy(handover.candidates(), 0, candidates[0], 0, words);
    System.arraycopy(handover.branches(), 0, branches[0], 0, words);
    int count = handover.excluded().length;
    System.arraycopy(handover.excluded(), 0, excludedOf(0, count), 0, count);
    excludedCount[0] = count;
    depth = 0;
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
      if (size(branches[level]) > 0) {
        int[] handed = Arrays.copyOf(excluded[level], excludedCount[level] + 1);
        handed[excludedCount[level]] = chosen[level];
        int[] path = enumeration.path(baseLength + level);
        for (int i = 0; i < level; i++) {
          path[baseLength + i] = matrix.vertices()[chosen[i]];
        }
        Handover handover =
            new Handover(
                matrix,
                path,
                Arrays.copyOf(candidates[level], words),
                Arrays.copyOf(branches[level], words),
                handed);
        Arrays.fill(branches[level], 0, words, 0);
        return handover;
      }
    }
    return null;
  }

  /** Undoes {@link #handOver}, when nobody takes the branches. */
  void takeBack(Handover handover) {
    int level = handover.path().length - baseLength;
    System.arraycopy(handover.branches(), 0, branches[level], 0, words);
  }

  private void begin(Matrix next, int length) {
    matrix = next;
    words = next.words();
    baseLength = length;
    depth = -1;
  }

  private void loop() {
    while (depth >= 0) {
      int level = depth;
      int v = takeBranch(level);
      if (v < 0) {
        depth--;
        if (depth >= 0) {
          exclude(depth);
        }
        continue;
      }
      chosen[level] = v;
      if (enumeration.listing()) {
        enumeration.choose(baseLength + level, matrix.vertices()[v]);
      }
      if (!descend(level, v)) {
        exclude(level);
      }
    }
  }

  private int takeBranch(int level) {
    long[] left = branches[level];
    for (int w = 0; w < words; w++) {
      if (left[w] != 0) {
        long bit = Long.lowestOneBit(left[w]);
        left[w] ^= bit;
        candidates[level][w] &= ~bit;
        return (w << 6) + Long.numberOfTrailingZeros(bit);
      }
    }
    return -1;
  }

  private void exclude(int level) {
    int count = excludedCount[level];
    excludedOf(level, count + 1)[count] = chosen[level];
    excludedCount[level] = count + 1;
  }

  /** Goes into a branch; false when it is finished already. */
  private boolean descend(int level, int v) {
    level(level + 1);
    long[] here = candidates[level];
    long[] next = candidates[level + 1];
    long[] rows = matrix.rows();
    int base = v * words;
    int count = 0;
    for (int w = 0; w < words; w++) {
      next[w] = here[w] & rows[base + w];
      count += Long.bitCount(next[w]);
    }
    int length = baseLength + level + 1;
    if (length + count < enumeration.minimumSize()) {
      return false;
    }
    int[] list = excludedOf(level + 1, excludedCount[level]);
    int kept = 0;
    enumeration.work((excludedCount[level] + 1L) * words);
    for (int i = 0; i < excludedCount[level]; i++) {
      int row = excluded[level][i];
      if ((rows[row * words + (v >>> 6)] >>> v & 1) != 0) {
        int met = matrix.intersection(row, next);
        if (met == count) {
          return false;
        }
        if (met > 0) {
          list[kept++] = row;
        }
      }
    }
    excludedCount[level + 1] = kept;
    if (count == 0) {
      enumeration.found(length);
      return false;
    }
    if (count <= Long.SIZE) {
      compress(level + 1, length);
      return false;
    }
    return open(level + 1, count);
  }

  /** Sets up the branches of a level whose candidates stand ready; false when it is finished. */
  private boolean open(int level, int count) {
    long[] all = candidates[level];
    enumeration.work((long) (count + excludedCount[level]) * words);
    pivot.find(matrix, all, count);
    int length = baseLength + level;
    if (pivot.missing() == 0) {
      foundAll(all, length, count);
      return false;
    }
    if (2 * pivot.missing() <= (long) count * count
        && !enumeration.listing()
        && join(level, pivot.row(), length)) {
      return false;
    }
    pivot.find(matrix, all, excluded[level], excludedCount[level]);
    depth = level;
    int base = pivot.row() * words;
    for (int w = 0; w < words; w++) {
      branches[level][w] = all[w] & ~matrix.rows()[base + w];
    }
    return true;
  }

  private void foundAll(long[] all, int length, int count) {
    if (enumeration.listing()) {
      int at = length;
      for (int w = 0; w < words; w++) {
        for (long bits = all[w]; bits != 0; bits &= bits - 1) {
          enumeration.choose(at++, matrix.vertices()[(w << 6) + Long.numberOfTrailingZeros(bits)]);
        }
      }
    }
    enumeration.found(length + count);
  }

  /** Goes on with at most 64 candidates: their columns are pressed together into one long. */
  private void compress(int level, int length) {
    long[] all = candidates[level];
    long[] smallRows = small.rows();
    int count = 0;
    for (int w = 0; w < words; w++) {
      for (long bits = all[w]; bits != 0; bits &= bits - 1) {
        int v = (w << 6) + Long.numberOfTrailingZeros(bits);
        smallRows[count] = compressed(v, all);
        small.vertices()[count++] = matrix.vertices()[v];
      }
    }
    long[] list = small.excluded(excludedCount[level]);
    for (int i = 0; i < excludedCount[level]; i++) {
      list[i] = compressed(excluded[level][i], all);
    }
    enumeration.work((long) (count + excludedCount[level]) * words);
    small.run(count == Long.SIZE ? -1L : (1L << count) - 1, excludedCount[level], length);
  }

  private long compressed(int row, long[] all) {
    long[] rows = matrix.rows();
    int base = row * words;
    long result = 0;
    int shift = 0;
    for (int w = 0; w < words; w++) {
      if (all[w] != 0) {
        result |= Long.compress(rows[base + w], all[w]) << shift;
        shift += Long.bitCount(all[w]);
      }
    }
    return result;
  }

  private int size(long[] set) {
    int count = 0;
    for (int w = 0; w < words; w++) {
      count += Long.bitCount(set[w]);
    }
    return count;
  }

  private void level(int level) {
    if (level >= candidates.length) {
      int length = Math.max(16, 2 * level);
      candidates = Arrays.copyOf(candidates, length);
      branches = Arrays.copyOf(branches, length);
      excluded = Arrays.copyOf(excluded, length);
      excludedCount = Arrays.copyOf(excludedCount, length);
      chosen = Arrays.copyOf(chosen, length);
    }
    if (candidates[level] == null || candidates[level].length < words) {
      candidates[level] = new long[words];
      branches[level] = new long[words];
    }
  }

  private int[] excludedOf(int level, int count) {
    if (excluded[level] == null) {
      excluded[level] = new int[Math.max(16, count)];
    } else if (excluded[level].length < count) {
      excluded[level] = Arrays.copyOf(excluded[level], Math.max(count, 2 * excluded[level].length));
    }
    return excluded[level];
  }

  /** Enumerates the complement's components on their own; false when there is only one. */
  private boolean join(int level, int start, int length) {
    long[] rest = Arrays.copyOf(candidates[level], words);
    long[] part = takeComponent(rest, start, level);
    if (size(rest) == 0) {
      return false;
    }
    if (nested == null) {
      Enumeration inner = new Enumeration(policy, 1);
      inner.pause(() -> enumeration.work(policy.workPerCheck() + 1));
      nested = new LargeEnumeration(policy, inner, new SmallEnumeration(policy, inner));
    }
    MaximalTally product = tallyOf(part, level);
    while (size(rest) > 0) {
      product = product.times(tallyOf(takeComponent(rest, first(rest), level), level));
    }
    for (int size = 0; size < product.sizes(); size++) {
      if (length + size >= enumeration.minimumSize() && product.count(size).signum() != 0) {
        enumeration.tally().add(length + size, product.count(size));
      }
    }
    return true;
  }

  /** Takes the component of a candidate out of what is left. */
  private long[] takeComponent(long[] rest, int start, int level) {
    long[] part =
        matrix.component(
            candidates[level],
            start,
            excluded[level],
            excludedCount[level],
            looked -> enumeration.work(looked * words));
    for (int w = 0; w < words; w++) {
      rest[w] &= ~part[w];
    }
    return part;
  }

  private MaximalTally tallyOf(long[] part, int level) {
    enumeration.work(policy.partWords());
    MaximalTally tally = new MaximalTally();
    nested.enumeration.tally(tally);
    int[] rowsOfPart = new int[excludedCount[level]];
    int count = 0;
    int size = size(part);
    for (int i = 0; i < excludedCount[level]; i++) {
      int row = excluded[level][i];
      int met = matrix.intersection(row, part);
      if (met > 0 && met < size) {
        rowsOfPart[count++] = row;
      }
    }
    nested.run(matrix, part, rowsOfPart, count);
    return tally;
  }

  private int first(long[] set) {
    int w = 0;
    while (set[w] == 0) {
      w++;
    }
    return (w << 6) + Long.numberOfTrailingZeros(set[w]);
  }
}
