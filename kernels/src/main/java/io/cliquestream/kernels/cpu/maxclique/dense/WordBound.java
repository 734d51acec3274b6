package io.cliquestream.kernels.cpu.maxclique.dense;

/**
 * What {@link ColorBound} and {@link ClassConflicts} do, for at most 64 vertices: a set is one long
 * and a class one register, so nearly all nodes of a hard search cost a fraction of what they do in
 * a wide matrix. The arguments are those described there; closed classes are dropped from the list.
 */
final class WordBound {
  private static final int NONE = -1;

  private final int largestLiteralClass;
  private final TrialLuck luck = new TrialLuck();

  private long[] rows;

  /** The open classes. */
  private final long[] classes = new long[Long.SIZE];

  private int openCount;
  private long active;

  /** For each open class the members adjacent to the vertex at hand. */
  private final long[] common = new long[Long.SIZE];

  private final int[] pending = new int[Long.SIZE];
  private int pendingCount;
  private final int[] pendingSaved = new int[Long.SIZE];

  private final int[] choice = new int[Long.SIZE + 1];
  private final int[] choiceClass = new int[Long.SIZE + 1];
  private int choices;

  /** Choices and classes blamed, as bits. */
  private long choicesBlamed;

  private long classesBlamed;

  /** Candidates that the last propagation left. */
  private long left;

  private long work;

  WordBound(MaximumCliquePolicy policy) {
    this.largestLiteralClass = policy.literalClassSize();
  }

  /** Longs touched since the start; the search's measure of work. */
  long work() {
    return work;
  }

  /**
   * Finds the vertices to branch on.
   *
   * @param matrix one long for each vertex
   * @param allowance size of clique that needs no search; 0: everything is branched on
   * @param branches takes the vertices, ascending
   * @return their number
   */
  int branches(long[] matrix, long candidates, int allowance, int[] branches) {
    rows = matrix;
    long uncolored = candidates;
    int colors = 0;
    while (colors < allowance) {
      if (uncolored == 0) {
        return 0;
      }
      long available = uncolored;
      long taken = 0;
      do {
        int v = Long.numberOfTrailingZeros(available);
        long bit = 1L << v;
        taken |= bit;
        available &= ~(rows[v] | bit);
      } while (available != 0);
      classes[colors++] = taken;
      uncolored &= ~taken;
    }
    openCount = colors;
    active = candidates & ~uncolored;
    int count = 0;
    for (long bits = uncolored; bits != 0; bits &= bits - 1) {
      int v = Long.numberOfTrailingZeros(bits);
      if (openCount == 0 || !absorb(v)) {
        branches[count++] = v;
      }
    }
    work += Long.bitCount(candidates);
    return count;
  }

  private boolean absorb(int v) {
    long row = rows[v];
    int open = openCount;
    work += open;
    choices = 0;
    pendingCount = 0;
    for (int c = 0; c < open; c++) {
      long members = classes[c] & row;
      common[c] = members;
      if ((members & (members - 1)) != 0) {
        pending[pendingCount++] = c;
      } else if (members != 0) {
        choice[choices] = Long.numberOfTrailingZeros(members);
        choiceClass[choices++] = c;
      } else {
        place(v, c);
        return true;
      }
    }
    return (choices > 0 && recolor(v)) || contradicts(row);
  }

  private void place(int v, int color) {
    long bit = 1L << v;
    classes[color] |= bit;
    active |= bit;
  }

  private boolean recolor(int v) {
    for (int i = 0; i < choices; i++) {
      long row = rows[choice[i]];
      int color = choiceClass[i];
      for (int c = 0; c < openCount; c++) {
        if ((classes[c] & row) == 0 && c != color) {
          long bit = 1L << choice[i];
          classes[color] &= ~bit;
          classes[c] |= bit;
          place(v, color);
          return true;
        }
      }
      work += openCount;
    }
    return false;
  }

  private boolean contradicts(long row) {
    classesBlamed = 0;
    choicesBlamed = 0;
    int empty = propagate(active & row, 0);
    if (empty != NONE) {
      blame(empty, 0, choices);
      blameChoices(0, choices);
      closeBlamed();
      return true;
    }
    return largestLiteralClass > 1 && luck.worthTrying(openCount) && someClassFails();
  }

  /** Applies choices from {@code head} on and all that they force; a class emptied, or NONE. */
  private int propagate(long candidates, int head) {
    long set = candidates;
    int next = head;
    while (next < choices) {
      do {
        int w = choice[next];
        if ((set >>> w & 1) == 0) {
          return choiceClass[next];
        }
        set &= rows[w];
      } while (++next < choices);
      work += pendingCount;
      int kept = 0;
      for (int i = 0; i < pendingCount; i++) {
        int color = pending[i];
        long members = classes[color] & set;
        if ((members & (members - 1)) != 0) {
          pending[kept++] = color;
        } else if (members == 0) {
          return color;
        } else {
          choice[choices] = Long.numberOfTrailingZeros(members);
          choiceClass[choices++] = color;
        }
      }
      pendingCount = kept;
    }
    left = set;
    return NONE;
  }

  private boolean someClassFails() {
    int count = pendingCount;
    System.arraycopy(pending, 0, pendingSaved, 0, count);
    long before = left;
    int base = choices;
    for (int size = 2; size <= largestLiteralClass; size++) {
      boolean larger = false;
      for (int p = 0; p < count; p++) {
        int members = Long.bitCount(classes[pendingSaved[p]] & before);
        if (members == size && everyMemberFails(p, count, before, base)) {
          luck.succeeded(openCount);
          closeBlamed();
          return true;
        }
        larger |= members > size;
      }
      if (!larger) {
        return false;
      }
    }
    return false;
  }

  private boolean everyMemberFails(int position, int count, long before, int base) {
    int color = pendingSaved[position];
    classesBlamed = 0;
    choicesBlamed = 0;
    for (long bits = classes[color] & before; bits != 0; bits &= bits - 1) {
      System.arraycopy(pendingSaved, 0, pending, 0, count);
      pending[position] = pendingSaved[count - 1];
      pendingCount = count - 1;
      choices = base;
      choice[choices] = Long.numberOfTrailingZeros(bits);
      choiceClass[choices++] = color;
      int empty = propagate(before, base);
      if (empty == NONE) {
        return false;
      }
      blame(empty, 0, choices);
      blameChoices(base + 1, choices);
    }
    // The class itself, and whatever took its other members.
    blame(color, 0, base);
    blameChoices(0, base);
    return true;
  }

  /**
   * Blames a class, and of the first {@code count} choices those that took candidates of it.
   *
   * @param spared members that were not taken
   */
  private void blame(int color, long spared, int count) {
    classesBlamed |= 1L << color;
    long rest = common[color] & ~spared;
    for (int c = 0; c < count && rest != 0; c++) {
      long stays = rest & rows[choice[c]];
      if (stays != rest) {
        choicesBlamed |= 1L << c;
        rest = stays;
      }
    }
  }

  /** Blames what forced the blamed choices, from the last to {@code from}. */
  private void blameChoices(int from, int to) {
    for (int c = to - 1; c >= from; c--) {
      if ((choicesBlamed >>> c & 1) != 0) {
        choicesBlamed &= ~(1L << c);
        blame(choiceClass[c], 1L << choice[c], c);
      }
    }
  }

  private void closeBlamed() {
    int kept = 0;
    for (int c = 0; c < openCount; c++) {
      long members = classes[c];
      if ((classesBlamed >>> c & 1) != 0) {
        active &= ~members;
      } else {
        classes[kept++] = members;
      }
    }
    openCount = kept;
  }
}
