package io.cliquestream.kernels.cpu.maxclique;

import java.util.Arrays;

/**
 * Splits a candidate set into vertices that cannot hold a large enough clique among themselves and
 * the few others that a search has to branch on.
 *
 * <p>With {@code allowance} a, the split proves that the unbranched part holds no clique of more
 * than a vertices, by three ever dearer arguments:
 *
 * <ol>
 *   <li>Greedy colouring (Tomita and Seki; with bit sets San Segundo et al., BBMC): the vertices
 *       that fit into a colour classes. A clique has at most one vertex of each.
 *   <li>Recolouring (Re-NUMBER; Tomita et al., MCS): a left-over vertex v enters a class whose only
 *       neighbour of v can move to another class.
 *   <li>Conflicts (Li and Quan, MaxSAT bounds; San Segundo et al.'s infra-chromatic bound is the
 *       case of three classes): take v as a class of its own. If choosing v, then every vertex
 *       forced by it (the last candidate of its class), empties some class, then v and the classes
 *       that took part cannot all give a vertex to one clique, so together they give one less than
 *       their number, and v costs nothing. If v alone forces no contradiction but each candidate of
 *       some small class would, that is a contradiction too. A class takes part in one conflict at
 *       most, and nothing enters or leaves it afterwards.
 * </ol>
 *
 * <p>One instance per thread; its memory, a few bit sets and one per colour, is reused.
 */
final class ColorBound {
  private final int literalClassSize;

  private BitGraph graph;
  private int words;
  private long[] rows;

  private long[] uncolored = new long[0];
  private long[] available = new long[0];
  private long[] active = new long[0];
  private long[] alive = new long[0];
  private long[] trial = new long[0];
  private long[] classes = new long[0];
  private int[] colorOf = new int[0];
  private int[] classSize = new int[0];
  private boolean[] frozen = new boolean[0];

  private int[] remaining = new int[0];
  private int[] trialRemaining = new int[0];
  private int[] reason = new int[0];
  private int[] queue = new int[0];
  private boolean[] involved = new boolean[0];
  private int[] involvedList = new int[0];
  private int involvedCount;
  private long[] explained = new long[0];
  private long epoch;

  private static final int BUCKETS = 64;
  private static final int LEARN = 64;
  private static final int FORGET = 4096;
  private static final int RARELY = 8;
  private static final int NOW_AND_THEN = 32;
  private final int[] attempts = new int[BUCKETS];
  private final int[] successes = new int[BUCKETS];

  /** Words touched since the start; the search's measure of work. */
  private long work;

  ColorBound(int literalClassSize) {
    this.literalClassSize = literalClassSize;
  }

  long work() {
    return work;
  }

  /** Turns to another graph. */
  void reset(BitGraph next) {
    graph = next;
    words = next.words();
    rows = next.rows();
    if (uncolored.length < words) {
      uncolored = new long[words];
      available = new long[words];
      active = new long[words];
      alive = new long[words];
      trial = new long[words];
    }
    if (colorOf.length < next.size()) {
      colorOf = new int[next.size()];
      reason = new int[next.size()];
    }
  }

  /**
   * Number of colours that greedy colouring needs, or a number above {@code enough} once it is
   * known to need more.
   */
  int colors(long[] candidates, int enough) {
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
    int colors = 0;
    int first = 0;
    if (allowance > 0) {
      growClasses(Math.min(allowance, graph.size()));
    }
    while (colors < allowance) {
      while (first < words && uncolored[first] == 0) {
        first++;
      }
      if (first == words) {
        return 0;
      }
      Arrays.fill(classes, colors * words, (colors + 1) * words, 0);
      classSize[colors] = takeClass(first, colors);
      colors++;
    }
    int count = 0;
    boolean conflictsReady = false;
    for (int w = first; w < words; w++) {
      for (long bits = uncolored[w]; bits != 0; bits &= bits - 1) {
        int v = (w << 6) + Long.numberOfTrailingZeros(bits);
        if (colors > 0) {
          if (!conflictsReady) {
            prepareConflicts(candidates, colors);
            conflictsReady = true;
          }
          if (recolor(v, colors) || conflict(v, colors)) {
            continue;
          }
        }
        branches[count++] = v;
      }
    }
    return count;
  }

  /** Takes a maximal independent set out of {@code uncolored}, lowest vertices first. */
  private int takeClass(int firstWord, int color) {
    int members = 0;
    System.arraycopy(uncolored, firstWord, available, firstWord, words - firstWord);
    for (int w = firstWord; w < words; w++) {
      while (available[w] != 0) {
        long bit = Long.lowestOneBit(available[w]);
        int v = (w << 6) + Long.numberOfTrailingZeros(bit);
        uncolored[w] &= ~bit;
        available[w] &= ~bit;
        int row = v * words;
        for (int i = w; i < words; i++) {
          available[i] &= ~rows[row + i];
        }
        work += words - w;
        members++;
        if (color >= 0) {
          classes[color * words + w] |= bit;
          colorOf[v] = color;
        }
      }
    }
    return members;
  }

  private void growClasses(int colors) {
    if (classes.length < colors * words) {
      classes = new long[Math.max(colors * words, 2 * classes.length)];
    }
    if (classSize.length < colors) {
      int length = Math.max(colors, 2 * classSize.length);
      classSize = new int[length];
      frozen = new boolean[length];
      remaining = new int[length];
      trialRemaining = new int[length];
      queue = new int[length];
      involved = new boolean[length];
      involvedList = new int[length];
      explained = new long[length];
    }
  }

  private void prepareConflicts(long[] candidates, int colors) {
    for (int i = 0; i < words; i++) {
      active[i] = candidates[i] & ~uncolored[i];
    }
    Arrays.fill(frozen, 0, colors, false);
  }

  private void place(int v, int color) {
    classes[color * words + (v >>> 6)] |= 1L << v;
    classSize[color]++;
    colorOf[v] = color;
    active[v >>> 6] |= 1L << v;
  }

  private boolean recolor(int v, int colors) {
    for (int color = 0; color < colors; color++) {
      if (frozen[color]) {
        continue;
      }
      int neighbor = onlyCommon(color, v);
      if (neighbor == NONE) {
        place(v, color);
        return true;
      }
      if (neighbor >= 0) {
        for (int other = 0; other < colors; other++) {
          if (other != color && !frozen[other] && disjoint(other, neighbor)) {
            classes[color * words + (neighbor >>> 6)] &= ~(1L << neighbor);
            classSize[color]--;
            place(neighbor, other);
            place(v, color);
            return true;
          }
        }
      }
    }
    return false;
  }

  private static final int NONE = -1;
  private static final int SEVERAL = -2;

  /** The only member of a class adjacent to {@code v}, or NONE, or SEVERAL. */
  private int onlyCommon(int color, int v) {
    int found = NONE;
    int base = color * words;
    int row = v * words;
    for (int i = 0; i < words; i++) {
      long common = classes[base + i] & rows[row + i];
      if (common != 0) {
        if (found != NONE || (common & (common - 1)) != 0) {
          work += i + 1;
          return SEVERAL;
        }
        found = (i << 6) + Long.numberOfTrailingZeros(common);
      }
    }
    work += words;
    return found;
  }

  private boolean disjoint(int color, int v) {
    int base = color * words;
    int row = v * words;
    for (int i = 0; i < words; i++) {
      if ((classes[base + i] & rows[row + i]) != 0) {
        work += i + 1;
        return false;
      }
    }
    work += words;
    return true;
  }

  /** Looks for a contradiction that begins with choosing {@code v}; freezes its classes. */
  private boolean conflict(int v, int colors) {
    System.arraycopy(classSize, 0, remaining, 0, colors);
    System.arraycopy(active, 0, alive, 0, words);
    int units = 0;
    for (int color = 0; color < colors; color++) {
      if (remaining[color] == 1 && !frozen[color]) {
        queue[units++] = color;
      }
    }
    int empty = propagate(v, alive, remaining, units);
    if (empty >= 0) {
      explain(empty, v, v, alive);
      freezeInvolved();
      return true;
    }
    if (!worthTrying(colors)) {
      return false;
    }
    for (int color = 0; color < colors; color++) {
      if (!frozen[color] && remaining[color] >= 2 && remaining[color] <= literalClassSize) {
        if (everyMemberFails(color, v, colors)) {
          freezeInvolved();
          successes[bucket(colors)]++;
          return true;
        }
        clearInvolved();
      }
    }
    return false;
  }

  /**
   * Trying the members of classes is dear. Where it rarely succeeds, for as many colours as now, it
   * is tried now and then only.
   */
  private boolean worthTrying(int colors) {
    int bucket = bucket(colors);
    int tried = ++attempts[bucket];
    if (tried > FORGET) {
      attempts[bucket] >>= 1;
      successes[bucket] >>= 1;
    }
    return tried < LEARN || (long) successes[bucket] * RARELY >= tried || tried % NOW_AND_THEN == 0;
  }

  private static int bucket(int colors) {
    return Math.min(colors, BUCKETS - 1);
  }

  /** Whether each candidate left in a class leads to a contradiction. */
  private boolean everyMemberFails(int color, int v, int colors) {
    int base = color * words;
    for (int w = 0; w < words; w++) {
      for (long bits = classes[base + w] & alive[w]; bits != 0; bits &= bits - 1) {
        int literal = (w << 6) + Long.numberOfTrailingZeros(bits);
        System.arraycopy(remaining, 0, trialRemaining, 0, colors);
        for (int i = 0; i < words; i++) {
          trial[i] = alive[i] & ~classes[base + i];
        }
        trial[w] |= Long.lowestOneBit(bits);
        trialRemaining[color] = 1;
        int empty = propagate(literal, trial, trialRemaining, 0);
        if (empty < 0) {
          return false;
        }
        explain(empty, v, literal, trial);
      }
    }
    // The class itself, and whatever took its other members.
    explain(color, v, v, alive);
    return true;
  }

  /**
   * Chooses a vertex and everything that it forces.
   *
   * @param set candidates; those that go are taken out and get a reason
   * @param left how many candidates each class has
   * @param units classes at the front of the queue that have one candidate already
   * @return a class left without candidates, or -1
   */
  private int propagate(int chosen, long[] set, int[] left, int units) {
    int head = 0;
    int tail = units;
    int literal = chosen;
    while (true) {
      int row = literal * words;
      work += words;
      for (int i = 0; i < words; i++) {
        long gone = set[i] & ~rows[row + i];
        if (i == literal >>> 6) {
          gone &= ~(1L << literal);
        }
        set[i] ^= gone;
        for (; gone != 0; gone &= gone - 1) {
          int x = (i << 6) + Long.numberOfTrailingZeros(gone);
          int color = colorOf[x];
          reason[x] = literal;
          int now = --left[color];
          if (now == 0) {
            return color;
          }
          if (now == 1) {
            queue[tail++] = color;
          }
        }
      }
      if (head == tail) {
        return -1;
      }
      literal = memberOf(queue[head++], set);
    }
  }

  private int memberOf(int color, long[] set) {
    int base = color * words;
    for (int i = 0; i < words; i++) {
      long bits = classes[base + i] & set[i];
      if (bits != 0) {
        return (i << 6) + Long.numberOfTrailingZeros(bits);
      }
    }
    throw new IllegalStateException("no candidate left in colour class " + color);
  }

  /**
   * Marks a class and every class whose forced vertex had a part in emptying it. A candidate that
   * is out has a fresh reason; one still in {@code set} needs none.
   *
   * @param assumed besides {@code v}, a vertex that was chosen and not forced
   */
  private void explain(int start, int v, int assumed, long[] set) {
    int head = 0;
    int tail = 0;
    epoch++;
    explained[start] = epoch;
    queue[tail++] = start;
    while (head < tail) {
      int color = queue[head++];
      if (!involved[color]) {
        involved[color] = true;
        involvedList[involvedCount++] = color;
      }
      int base = color * words;
      for (int i = 0; i < words; i++) {
        for (long bits = classes[base + i] & ~set[i]; bits != 0; bits &= bits - 1) {
          int x = (i << 6) + Long.numberOfTrailingZeros(bits);
          int cause = reason[x];
          if (cause != v && cause != assumed) {
            int next = colorOf[cause];
            if (explained[next] != epoch) {
              explained[next] = epoch;
              queue[tail++] = next;
            }
          }
        }
      }
    }
  }

  private void clearInvolved() {
    while (involvedCount > 0) {
      involved[involvedList[--involvedCount]] = false;
    }
  }

  private void freezeInvolved() {
    for (int i = 0; i < involvedCount; i++) {
      int color = involvedList[i];
      frozen[color] = true;
      for (int w = 0; w < words; w++) {
        active[w] &= ~classes[color * words + w];
      }
    }
    clearInvolved();
  }
}
