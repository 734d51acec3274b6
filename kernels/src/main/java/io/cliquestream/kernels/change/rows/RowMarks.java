package io.cliquestream.kernels.change.rows;

import java.util.Arrays;

/**
 * A row as two bits for each slot: the edge is there and does not change in the batch, or it is
 * there and changes. Other rows are then walked past it, each entry a look-up, without a branch.
 *
 * <p>A row is its base's, and what lies beside it. So a walk reads the base row as if nothing had
 * changed, and then puts right what the list of changes and the batch say otherwise. For one
 * thread.
 */
final class RowMarks {
  private static final int UNCHANGED = 1;
  private static final int CHANGED = 2;
  private static final long[] NOTHING = {};
  private static final long LOWER_BITS = 0x5555_5555_5555_5555L;

  private final ChangeTable table;
  private final BaseRows base;
  private final int age;
  private final ChangedArcs arcs;
  private final long[] codes;
  private final IntBuffer marked = new IntBuffer();
  private final IntBuffer walked = new IntBuffer();
  private boolean widened;
  private int markedLength;
  private long[] markedList;
  private int markedFrom;
  private int markedTo;

  private long bothUnchanged;
  private long oneChanged;
  private long bothChanged;

  /** Of the rows of a view that has the changed edges. */
  RowMarks(RowView view, ChangedArcs arcs) {
    this.table = view.table();
    this.base = view.table().base;
    this.age = view.age();
    this.arcs = arcs;
    this.codes = new long[words(view.slots())];
  }

  private static int words(int slots) {
    return (int) ((slots + 31L) >>> 5);
  }

  /** Bytes that the codes of so many slots take. */
  static long bytes(int slots) {
    return 8L * words(slots);
  }

  /**
   * Look-ups that marking a hub and taking the marks away cost, about: an entry is written twice, a
   * hub's bits are widened word by word.
   */
  static long cost(long length, int slots) {
    return Math.min(2 * length, words(slots));
  }

  /** Marks a row; {@code index} is that of its slot among the changed ones. */
  void mark(int slot, int index) {
    int degree = base.degree(slot);
    long[] bits = base.knownBits(slot);
    widened = bits != null && degree > codes.length / 2;
    if (widened) {
      for (int word = 0; word < bits.length; word++) {
        codes[2 * word] = Long.expand(bits[word], LOWER_BITS);
        if (2 * word + 1 < codes.length) {
          codes[2 * word + 1] = Long.expand(bits[word] >>> 32, LOWER_BITS);
        }
      }
    } else {
      int[] row = marked.room(degree);
      base.copy(base.start(slot), row, 0, degree);
      for (int i = 0; i < degree; i++) {
        codes[row[i] >>> 5] |= (long) UNCHANGED << (row[i] << 1);
      }
    }
    markedLength = degree;
    long[] list = table.lists.get(slot);
    markedList = list;
    for (int i = 0; list != null && i < list.length; ) {
      int neighbor = ChangeLists.neighbor(list[i]);
      boolean now = !ChangeLists.inserted(list[i]);
      for (; i < list.length && ChangeLists.neighbor(list[i]) == neighbor; i++) {
        now = ChangeLists.age(list[i]) <= age ? ChangeLists.inserted(list[i]) : now;
      }
      put(neighbor, now ? UNCHANGED : 0);
    }
    markedFrom = arcs.starts()[index];
    markedTo = arcs.starts()[index + 1];
    for (int i = markedFrom; i < markedTo; i++) {
      put(arcs.neighbors()[i], CHANGED);
    }
  }

  private void put(int slot, int code) {
    int shift = slot << 1;
    // A list may hold slots that are younger than the view; none of them is there.
    if (slot >>> 5 < codes.length) {
      codes[slot >>> 5] = (codes[slot >>> 5] & ~(3L << shift)) | ((long) code << shift);
    }
  }

  private int code(int slot) {
    return slot >>> 5 < codes.length ? (int) (codes[slot >>> 5] >>> (slot << 1)) & 3 : 0;
  }

  /** Takes the marks of the row away. */
  void clear() {
    if (widened || markedLength > codes.length) {
      Arrays.fill(codes, 0);
      return;
    }
    int[] row = marked.values();
    for (int i = 0; i < markedLength; i++) {
      codes[row[i] >>> 5] = 0;
    }
    for (int i = 0; markedList != null && i < markedList.length; i++) {
      put(ChangeLists.neighbor(markedList[i]), 0);
    }
    for (int i = markedFrom; i < markedTo; i++) {
      put(arcs.neighbors()[i], 0);
    }
  }

  /** Counts what another row, which has a changed edge too, and the marked one have in common. */
  void walk(int slot, int index) {
    int degree = base.degree(slot);
    int[] row = walked.room(degree);
    base.copy(base.start(slot), row, 0, degree);
    long unchanged = 0;
    long changed = 0;
    for (int i = 0; i < degree; i++) {
      long code = codes[row[i] >>> 5] >>> (row[i] << 1);
      unchanged += code & 1;
      changed += code >>> 1 & 1;
    }
    bothUnchanged += unchanged;
    oneChanged += changed;
    putRight(slot, index);
  }

  /** Most entries are of slots that the marked row lacks: of those nothing more is asked. */
  private void putRight(int slot, int index) {
    long[] list = table.lists.get(slot);
    int length = list == null ? 0 : list.length;
    int from = arcs.starts()[index];
    int to = arcs.starts()[index + 1];
    int arc = from;
    int met = 0;
    for (int i = 0; i < length; i++) {
      int neighbor = ChangeLists.neighbor(list[i]);
      int code = code(neighbor);
      if (code == 0 || (i > 0 && ChangeLists.neighbor(list[i - 1]) == neighbor)) {
        continue;
      }
      boolean before = !ChangeLists.inserted(list[i]);
      boolean now = before;
      for (int j = i; j < length && ChangeLists.neighbor(list[j]) == neighbor; j++) {
        now = ChangeLists.age(list[j]) <= age ? ChangeLists.inserted(list[j]) : now;
      }
      while (arc < to && arcs.neighbors()[arc] < neighbor) {
        arc++;
      }
      boolean changes = arc < to && arcs.neighbors()[arc] == neighbor;
      met += changes ? 1 : 0;
      add(code == CHANGED, false, before ? -1 : 0);
      add(code == CHANGED, changes, now ? 1 : 0);
    }
    for (int i = from; i < to; i++) {
      int code = code(arcs.neighbors()[i]);
      met -= (code | code >>> 1) & 1;
    }
    if (met != 0) {
      putUnlistedRight(list == null ? NOTHING : list, from, to);
    }
  }

  /** Of edges that change and are not listed: the base row has them. */
  private void putUnlistedRight(long[] list, int from, int to) {
    int entry = 0;
    for (int i = from; i < to; i++) {
      int neighbor = arcs.neighbors()[i];
      int code = code(neighbor);
      if (code != 0) {
        while (entry < list.length && ChangeLists.neighbor(list[entry]) < neighbor) {
          entry++;
        }
        if (entry == list.length || ChangeLists.neighbor(list[entry]) != neighbor) {
          add(code == CHANGED, false, -1);
          add(code == CHANGED, true, 1);
        }
      }
    }
  }

  private void add(boolean first, boolean second, int more) {
    if (first && second) {
      bothChanged += more;
    } else if (first || second) {
      oneChanged += more;
    } else {
      bothUnchanged += more;
    }
  }

  /** Common neighbours of which neither edge changes. */
  long bothUnchanged() {
    return bothUnchanged;
  }

  /** Common neighbours of which one edge changes. */
  long oneChanged() {
    return oneChanged;
  }

  /** Common neighbours of which both edges change. */
  long bothChanged() {
    return bothChanged;
  }
}
