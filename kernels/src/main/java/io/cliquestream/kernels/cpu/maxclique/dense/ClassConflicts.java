package io.cliquestream.kernels.cpu.maxclique.dense;

/**
 * Proves of vertices that no colour was left for that they cost nothing nevertheless: with them the
 * coloured vertices still hold no clique of more vertices than there are classes.
 *
 * <p>Three ever dearer arguments for a vertex v:
 *
 * <ol>
 *   <li>Recolouring (Re-NUMBER; Tomita et al., MCS): v enters a class whose only neighbour of v can
 *       move to another class.
 *   <li>Unit propagation (Li and Quan's MaxSAT bounds; San Segundo et al.'s infra-chromatic bound
 *       is the case of three classes): suppose that a clique has v and a vertex of every class.
 *       Then it has the only neighbour of v in a class that has just one, and so on. If that
 *       empties a class, then v and the classes that took part cannot all give a vertex to one
 *       clique, so together they give one less than their number, and v costs nothing.
 *   <li>Failed literals: no class is emptied, but each candidate left in some small class, if
 *       chosen, would empty one. That is a contradiction too.
 * </ol>
 *
 * <p>A class takes part in one contradiction at most: it is closed then, and nothing enters or
 * leaves it. So the fewer classes are blamed the better: {@link #blame} goes back from the emptied
 * class only through choices that took candidates of it.
 *
 * <p>Sets of vertices are bit sets. A choice costs one pass over the words of the open classes.
 */
final class ClassConflicts {
  private static final int NONE = -1;
  private static final int SEVERAL = -2;

  private final int largestLiteralClass;
  private final TrialLuck luck;

  private long[] rows;
  private int words;
  private long[] classes;
  private int openCount;

  /** Classes that took part in no contradiction. */
  private int[] open = new int[0];

  /** For each position in {@link #open}, the only neighbour of the vertex at hand, or a code. */
  private int[] only = new int[0];

  /** Members of the open classes. */
  private long[] active = new long[0];

  /** Candidates left besides what is chosen; while a literal is tried, those left then. */
  private long[] left = new long[0];

  private long[] tried = new long[0];

  /** Classes that may still be emptied or become units. */
  private int[] pending = new int[0];

  private int pendingCount;
  private int[] pendingSaved = new int[0];
  private int[] sizes = new int[0];

  /** What was chosen, in order, and the class it was chosen in. */
  private int[] choice = new int[0];

  private int[] choiceClass = new int[0];
  private int choices;

  private int[] choiceBlamed = new int[0];
  private int[] classBlamed = new int[0];
  private int stamp;

  private long[] rest = new long[0];
  private long work;

  ClassConflicts(MaximumCliquePolicy policy) {
    this.largestLiteralClass = policy.literalClassSize();
    this.luck = new TrialLuck();
  }

  long work() {
    return work;
  }

  /** Turns to freshly coloured classes, {@code words} longs each; they are changed. */
  void begin(long[] newRows, int newWords, int size, long[] newClasses, int colors) {
    rows = newRows;
    words = newWords;
    classes = newClasses;
    if (active.length < words) {
      active = new long[words];
      left = new long[words];
      tried = new long[words];
      rest = new long[words];
    }
    if (open.length < colors) {
      int length = Math.max(colors, 2 * open.length);
      open = new int[length];
      only = new int[length];
      pending = new int[length];
      pendingSaved = new int[length];
      sizes = new int[length];
      choice = new int[length];
      choiceClass = new int[length];
      choiceBlamed = new int[length];
      classBlamed = new int[length];
      stamp = 0;
    }
    openCount = colors;
    for (int i = 0; i < words; i++) {
      active[i] = 0;
    }
    for (int c = 0; c < colors; c++) {
      open[c] = c;
      int base = c * words;
      for (int i = 0; i < words; i++) {
        active[i] |= classes[base + i];
      }
    }
  }

  /** Whether a vertex costs nothing; if so it may enter a class, and classes may be closed. */
  boolean absorb(int v) {
    int row = v * words;
    work += (long) openCount * words;
    boolean units = false;
    for (int i = 0; i < openCount; i++) {
      int found = onlyMember(open[i] * words, rows, row);
      only[i] = found;
      if (found == NONE) {
        place(v, open[i]);
        return true;
      }
      units |= found >= 0;
    }
    return (units && recolor(v)) || contradicts(v, row);
  }

  private void place(int v, int color) {
    classes[color * words + (v >>> 6)] |= 1L << v;
    active[v >>> 6] |= 1L << v;
  }

  private boolean recolor(int v) {
    for (int i = 0; i < openCount; i++) {
      int neighbor = only[i];
      if (neighbor < 0) {
        continue;
      }
      int row = neighbor * words;
      for (int j = 0; j < openCount; j++) {
        if (j != i && disjoint(open[j] * words, row)) {
          classes[open[i] * words + (neighbor >>> 6)] &= ~(1L << neighbor);
          classes[open[j] * words + (neighbor >>> 6)] |= 1L << neighbor;
          place(v, open[i]);
          return true;
        }
      }
      work += (long) openCount * words;
    }
    return false;
  }

  /** The only member of a class within a set that starts at {@code from}, or NONE, or SEVERAL. */
  private int onlyMember(int base, long[] set, int from) {
    int found = NONE;
    for (int i = 0; i < words; i++) {
      long common = classes[base + i] & set[from + i];
      if (common != 0) {
        if (found != NONE || (common & (common - 1)) != 0) {
          return SEVERAL;
        }
        found = (i << 6) + Long.numberOfTrailingZeros(common);
      }
    }
    return found;
  }

  private boolean disjoint(int base, int row) {
    for (int i = 0; i < words; i++) {
      if ((classes[base + i] & rows[row + i]) != 0) {
        return false;
      }
    }
    return true;
  }

  /** Looks for a contradiction that begins with choosing {@code v}; closes its classes. */
  private boolean contradicts(int v, int row) {
    choices = 0;
    pendingCount = 0;
    for (int i = 0; i < openCount; i++) {
      if (only[i] >= 0) {
        choice[choices] = only[i];
        choiceClass[choices++] = open[i];
      } else {
        pending[pendingCount++] = open[i];
      }
    }
    for (int i = 0; i < words; i++) {
      left[i] = active[i] & rows[row + i];
    }
    stamp++;
    int empty = propagate(left, 0);
    if (empty != NONE) {
      blame(empty, NONE, v, choices);
      blameChoices(v, 0, choices);
      closeBlamed();
      return true;
    }
    return luck.worthTrying(openCount) && someClassFails(v);
  }

  /**
   * Applies choices from {@code head} on and all that they force.
   *
   * @param set candidates left, reduced
   * @return a class left without candidates, or NONE
   */
  private int propagate(long[] set, int head) {
    int next = head;
    while (next < choices) {
      for (; next < choices; next++) {
        int w = choice[next];
        if ((set[w >>> 6] >>> w & 1) == 0) {
          return choiceClass[next];
        }
        int row = w * words;
        for (int i = 0; i < words; i++) {
          set[i] &= rows[row + i];
        }
      }
      work += (long) pendingCount * words;
      int kept = 0;
      for (int i = 0; i < pendingCount; i++) {
        int color = pending[i];
        int found = onlyMember(color * words, set, 0);
        if (found == SEVERAL) {
          pending[kept++] = color;
        } else if (found == NONE) {
          return color;
        } else {
          choice[choices] = found;
          choiceClass[choices++] = color;
        }
      }
      pendingCount = kept;
    }
    return NONE;
  }

  /** Tries the candidates left in each small class, the smallest classes first. */
  private boolean someClassFails(int v) {
    int count = pendingCount;
    System.arraycopy(pending, 0, pendingSaved, 0, count);
    int largest = 0;
    for (int p = 0; p < count; p++) {
      int base = pending[p] * words;
      int members = 0;
      for (int i = 0; i < words; i++) {
        members += Long.bitCount(classes[base + i] & left[i]);
      }
      sizes[p] = members;
      largest = Math.max(largest, members);
    }
    int base = choices;
    for (int size = 2; size <= Math.min(largest, largestLiteralClass); size++) {
      for (int p = 0; p < count; p++) {
        if (sizes[p] == size && everyMemberFails(p, count, v, base)) {
          luck.succeeded(openCount);
          closeBlamed();
          return true;
        }
      }
    }
    return false;
  }

  private boolean everyMemberFails(int position, int count, int v, int base) {
    int color = pendingSaved[position];
    stamp++;
    for (int w = 0; w < words; w++) {
      for (long bits = classes[color * words + w] & left[w]; bits != 0; bits &= bits - 1) {
        System.arraycopy(left, 0, tried, 0, words);
        System.arraycopy(pendingSaved, 0, pending, 0, count);
        pending[position] = pendingSaved[count - 1];
        pendingCount = count - 1;
        choices = base;
        choice[choices] = (w << 6) + Long.numberOfTrailingZeros(bits);
        choiceClass[choices++] = color;
        int empty = propagate(tried, base);
        if (empty == NONE) {
          choices = base;
          return false;
        }
        blame(empty, NONE, v, choices);
        blameChoices(v, base + 1, choices);
      }
    }
    // The class itself, and whatever took its other members.
    choices = base;
    blame(color, NONE, v, base);
    blameChoices(v, 0, base);
    return true;
  }

  /**
   * Blames a class, and of the first {@code count} choices those that took candidates of it, each
   * for what the earlier ones had left.
   *
   * @param spared a member that was not taken, or NONE
   */
  private void blame(int color, int spared, int v, int count) {
    classBlamed[color] = stamp;
    int base = color * words;
    int row = v * words;
    long any = 0;
    for (int i = 0; i < words; i++) {
      long members = classes[base + i] & rows[row + i];
      if (i == spared >> 6) {
        members &= ~(1L << spared);
      }
      rest[i] = members;
      any |= members;
    }
    for (int c = 0; c < count && any != 0; c++) {
      int taker = choice[c] * words;
      long taken = 0;
      any = 0;
      for (int i = 0; i < words; i++) {
        long stays = rest[i] & rows[taker + i];
        taken |= stays ^ rest[i];
        any |= stays;
        rest[i] = stays;
      }
      if (taken != 0) {
        choiceBlamed[c] = stamp;
      }
    }
    work += words;
  }

  /** Blames what forced the blamed choices, from the last to {@code from}. */
  private void blameChoices(int v, int from, int to) {
    for (int c = to - 1; c >= from; c--) {
      if (choiceBlamed[c] == stamp) {
        choiceBlamed[c] = 0;
        blame(choiceClass[c], choice[c], v, c);
      }
    }
  }

  private void closeBlamed() {
    int kept = 0;
    for (int i = 0; i < openCount; i++) {
      int color = open[i];
      if (classBlamed[color] == stamp) {
        int base = color * words;
        for (int w = 0; w < words; w++) {
          active[w] &= ~classes[base + w];
        }
      } else {
        open[kept++] = color;
      }
    }
    openCount = kept;
  }
}
