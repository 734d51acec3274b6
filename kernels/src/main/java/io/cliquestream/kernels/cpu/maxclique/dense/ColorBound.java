package io.cliquestream.kernels.cpu.maxclique.dense;

/**
 * Splits a candidate set into vertices that cannot hold a large enough clique among themselves and
 * the few others that a search has to branch on.
 *
 * <p>With {@code allowance} a, the split proves that the unbranched part holds no clique of more
 * than a vertices: greedy colouring (Tomita and Seki; with bit sets San Segundo et al., BBMC)
 * covers what it can with a colour classes, of each of which a clique has at most one vertex. Every
 * vertex left over is branched on, unless {@link ClassConflicts} proves that it costs nothing.
 *
 * <p>One instance per thread; its memory, a few bit sets and one per colour, is reused.
 */
public final class ColorBound {
  private final ClassConflicts conflicts;

  private int size;
  private int words;
  private long[] rows;

  private long[] uncolored = new long[0];
  private long[] available = new long[0];
  private long[] classes = new long[0];

  /** Words touched since the start. */
  private long work;

  public ColorBound(MaximumCliquePolicy policy) {
    this.conflicts = new ClassConflicts(policy);
  }

  /** Words touched since the start; the search's measure of work. */
  long work() {
    return work + conflicts.work();
  }

  /** Turns to another graph. */
  public void reset(BitGraph next) {
    reset(next.rows(), next.words(), next.size());
  }

  /** Turns to the graph of some rows. */
  public void reset(long[] nextRows, int nextWords, int nextSize) {
    size = nextSize;
    words = nextWords;
    rows = nextRows;
    if (uncolored.length < words) {
      uncolored = new long[words];
      available = new long[words];
    }
  }

  /**
   * Number of colours that greedy colouring needs, or a number above {@code enough} once it is
   * known to need more.
   */
  public int colors(long[] candidates, int enough) {
    System.arraycopy(candidates, 0, uncolored, 0, words);
    int colors = 0;
    int first = 0;
    while (true) {
      while (first < words && uncolored[first] == 0) {
        first++;
      }
      if (first == words || colors > enough) {
        return colors;
      }
      colors++;
      takeClass(first, -1);
    }
  }

  /**
   * Finds the vertices to branch on.
   *
   * @param allowance size of clique that needs no search; 0 or less: everything is branched on
   * @param branches takes the vertices, ascending
   * @return their number
   */
  int branches(long[] candidates, int allowance, int[] branches) {
    System.arraycopy(candidates, 0, uncolored, 0, words);
    int most = Math.min(allowance, size);
    if (most > 0 && classes.length < most * words) {
      classes = new long[Math.max(most * words, 2 * classes.length)];
    }
    int colors = 0;
    int first = 0;
    while (colors < allowance) {
      while (first < words && uncolored[first] == 0) {
        first++;
      }
      if (first == words) {
        return 0;
      }
      int base = colors * words;
      for (int i = 0; i < words; i++) {
        classes[base + i] = 0;
      }
      takeClass(first, base);
      colors++;
    }
    boolean ready = false;
    int count = 0;
    for (int w = first; w < words; w++) {
      for (long bits = uncolored[w]; bits != 0; bits &= bits - 1) {
        int v = (w << 6) + Long.numberOfTrailingZeros(bits);
        if (colors > 0) {
          if (!ready) {
            conflicts.begin(rows, words, size, classes, colors);
            ready = true;
          }
          if (conflicts.absorb(v)) {
            continue;
          }
        }
        branches[count++] = v;
      }
    }
    return count;
  }

  /**
   * Takes a maximal independent set out of {@code uncolored}, lowest vertices first.
   *
   * @param base where in {@code classes} it goes, or -1
   */
  private void takeClass(int firstWord, int base) {
    System.arraycopy(uncolored, firstWord, available, firstWord, words - firstWord);
    for (int w = firstWord; w < words; w++) {
      long left = available[w];
      if (left == 0) {
        continue;
      }
      long taken = 0;
      while (left != 0) {
        long bit = left & -left;
        taken |= bit;
        int row = ((w << 6) + Long.numberOfTrailingZeros(left)) * words;
        left &= ~(rows[row + w] | bit);
        for (int i = w + 1; i < words; i++) {
          available[i] &= ~rows[row + i];
        }
        work += words - w;
      }
      uncolored[w] &= ~taken;
      if (base >= 0) {
        classes[base + w] = taken;
      }
    }
  }
}
