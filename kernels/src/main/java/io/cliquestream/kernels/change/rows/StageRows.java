package io.cliquestream.kernels.change.rows;

import java.util.Arrays;

/**
 * Reads rows of the graph as it is in the middle of a batch: of a view, without those changed edges
 * that are gone already or have not come yet. For one thread.
 *
 * <p>A batch is thought of as its edges one after the other: deletions by ascending rank out of the
 * older version, then insertions by ascending rank, until the newer version is there. So the stage
 * of deletion {@code r} is the older view without deleted edges of rank below {@code r}, and that
 * of insertion {@code r} the newer view without inserted edges of rank above {@code r}. A match
 * that several changed edges touch is met in the stage of one of them alone: nothing counts twice,
 * whatever the pattern, and the stages can be looked at in any order and by any number of threads.
 *
 * <p>Reading costs one copy of the base row and a step for each change of the slot.
 */
public final class StageRows {
  private static final int GALLOP = 16;

  /** A row that is so many times shorter than a set is looked for in it. */
  private static final int SHORTER = 6;

  private final ChangeTable table;
  private final BaseRows base;
  private final int age;
  private final ChangedArcs arcs;
  private final boolean insertions;
  private int stage;
  private boolean edgeThere = true;

  private int[] hidden = new int[16];

  private StageRows(RowView view, ChangedArcs arcs, boolean insertions) {
    this.table = view.table();
    this.base = view.table().base;
    this.age = view.age();
    this.arcs = arcs;
    this.insertions = insertions;
  }

  /** Of a view itself, whatever the stage. */
  public static StageRows of(RowView view) {
    return new StageRows(view, null, false);
  }

  /** Of stages of deletions out of the older version. */
  public static StageRows deleting(RowView older, ChangedArcs deleted) {
    return new StageRows(older, deleted, false);
  }

  /** Of stages of insertions into the newer version. */
  public static StageRows inserting(RowView newer, ChangedArcs inserted) {
    return new StageRows(newer, inserted, true);
  }

  /** Moves to the stage of an edge, in which that edge is there. */
  public void stage(int rank) {
    stage(rank, true);
  }

  /**
   * Moves to the stage of an edge.
   *
   * @param there whether that edge is there: after its insertion or before its deletion
   */
  public void stage(int rank, boolean there) {
    stage = rank;
    edgeThere = there;
  }

  private boolean isHidden(int rank) {
    return rank == stage ? !edgeThere : insertions ? rank > stage : rank < stage;
  }

  /** The slot's neighbours over changed edges that this stage lacks, into {@code hidden}. */
  private int hidden(int slot) {
    if (arcs == null) {
      return 0;
    }
    int index = arcs.index(slot);
    if (index < 0) {
      return 0;
    }
    int from = arcs.starts()[index];
    int to = arcs.starts()[index + 1];
    if (hidden.length < to - from) {
      hidden = new int[2 * (to - from)];
    }
    int count = 0;
    for (int i = from; i < to; i++) {
      if (isHidden(arcs.ranks()[i])) {
        hidden[count++] = arcs.neighbors()[i];
      }
    }
    return count;
  }

  /** Whether an edge is there in this stage. */
  public boolean hasEdge(RowView view, int first, int second) {
    if (arcs != null) {
      int index = arcs.index(first);
      if (index >= 0) {
        int at =
            Arrays.binarySearch(
                arcs.neighbors(), arcs.starts()[index], arcs.starts()[index + 1], second);
        if (at >= 0) {
          return !isHidden(arcs.ranks()[at]);
        }
      }
    }
    return view.hasEdge(first, second);
  }

  /** An upper bound of a row's length. */
  public int bound(int slot) {
    long[] list = table.lists.get(slot);
    return base.degree(slot) + (list == null ? 0 : list.length);
  }

  /**
   * Reads a row, ascending.
   *
   * @return its length
   */
  public int read(int slot, IntBuffer row) {
    int degree = base.degree(slot);
    long[] list = table.lists.get(slot);
    int length;
    if (list == null) {
      int[] values = row.room(degree);
      base.copy(base.start(slot), values, 0, degree);
      length = degree;
    } else {
      int[] values = row.room(degree + list.length);
      base.copy(base.start(slot), values, list.length, degree);
      length = merge(values, list, degree);
    }
    int gone = hidden(slot);
    if (gone > 0) {
      length = without(row.values(), length, gone);
    }
    row.length(length);
    return length;
  }

  /** Merges a base row, which stands behind room for all changes, with the changes. */
  private int merge(int[] values, long[] list, int degree) {
    int read = list.length;
    int end = list.length + degree;
    int write = 0;
    for (int i = 0; i < list.length; ) {
      int neighbor = ChangeLists.neighbor(list[i]);
      boolean before = !ChangeLists.inserted(list[i]);
      boolean now = before;
      for (; i < list.length && ChangeLists.neighbor(list[i]) == neighbor; i++) {
        now = ChangeLists.age(list[i]) <= age ? ChangeLists.inserted(list[i]) : now;
      }
      if (now == before) {
        continue;
      }
      int at = IntBuffer.lowerBound(values, read, end, neighbor);
      System.arraycopy(values, read, values, write, at - read);
      write += at - read;
      read = at;
      if (now) {
        values[write++] = neighbor;
      } else {
        read++;
      }
    }
    System.arraycopy(values, read, values, write, end - read);
    return write + end - read;
  }

  private int without(int[] values, int length, int gone) {
    int read = 0;
    int write = 0;
    for (int i = 0; i < gone; i++) {
      int at = IntBuffer.lowerBound(values, read, length, hidden[i]);
      System.arraycopy(values, read, values, write, at - read);
      write += at - read;
      read = at + 1;
    }
    System.arraycopy(values, read, values, write, length - read);
    return write + length - read;
  }

  /**
   * Keeps those members of a set that are neighbours of a slot; searches the row where it is much
   * longer than the set, and reads it elsewhere.
   *
   * @param scratch for the row
   * @param out may be {@code set}
   */
  public void intersect(IntBuffer set, int slot, IntBuffer scratch, IntBuffer out) {
    filter(set, set.length(), slot, true, scratch, out);
  }

  /**
   * Keeps those of the first members of a set that are, or with {@code keepAdjacent} false are not,
   * neighbours of a slot.
   *
   * @param scratch for the row
   * @param out may be {@code set}
   */
  public void filter(
      IntBuffer set, int size, int slot, boolean keepAdjacent, IntBuffer scratch, IntBuffer out) {
    filter(set, 0, size, slot, keepAdjacent, scratch, out);
  }

  /**
   * The same for the members from an index on.
   *
   * @param scratch for the row
   * @param out may be {@code set} when that index is 0
   */
  public void filter(
      IntBuffer set,
      int from,
      int size,
      int slot,
      boolean keepAdjacent,
      IntBuffer scratch,
      IntBuffer out) {
    int[] in = set.values();
    int[] kept = out.room(size + 1);
    long length = (long) size - from;
    int bound = bound(slot);
    // A test takes less than a step of reading two rows in order.
    long[] bits = length < bound ? base.bits(slot) : null;
    if (bits != null) {
      out.length(test(in, from, size, slot, bits, keepAdjacent, kept));
      return;
    }
    if (length * GALLOP < bound) {
      out.length(search(in, from, size, slot, keepAdjacent, kept));
      return;
    }
    int end = read(slot, scratch);
    int[] row = scratch.values();
    int start = from == 0 || from == size ? 0 : IntBuffer.lowerBound(row, 0, end, in[from]);
    if (keepAdjacent && (long) (end - start) * SHORTER < length) {
      out.length(IntBuffer.locate(row, start, end, in, from, size, kept));
      return;
    }
    out.length(
        keepAdjacent
            ? IntBuffer.intersect(in, from, size, row, start, end, kept)
            : IntBuffer.subtract(in, from, size, row, start, end, kept));
  }

  /** Asks the bits of a hub's base row, then what changed. */
  private int test(
      int[] in, int from, int size, int slot, long[] bits, boolean keepAdjacent, int[] kept) {
    long[] list = table.lists.get(slot);
    int gone = hidden(slot);
    int wantedBit = keepAdjacent ? 1 : 0;
    int known = base.slots();
    if (list == null && gone == 0) {
      int count = 0;
      for (int i = from; i < size; i++) {
        int wanted = in[i];
        int bit = wanted < known ? (int) (bits[wanted >>> 6] >>> wanted & 1) : 0;
        kept[count] = wanted;
        count += bit == wantedBit ? 1 : 0;
      }
      return count;
    }
    int change = 0;
    int hide = 0;
    int count = 0;
    int at = from;
    // Between what lies beside the row the bits alone are asked.
    while (at < size) {
      int listed =
          list != null && change < list.length
              ? ChangeLists.neighbor(list[change])
              : Integer.MAX_VALUE;
      int away = hide < gone ? hidden[hide] : Integer.MAX_VALUE;
      int special = Math.min(listed, away);
      int end = special == Integer.MAX_VALUE ? size : IntBuffer.lowerBound(in, at, size, special);
      for (; at < end; at++) {
        int wanted = in[at];
        int bit = wanted < known ? (int) (bits[wanted >>> 6] >>> wanted & 1) : 0;
        kept[count] = wanted;
        count += bit == wantedBit ? 1 : 0;
      }
      if (at == size) {
        break;
      }
      boolean met = in[at] == special;
      boolean present = special < known && (bits[special >>> 6] >>> special & 1) != 0;
      if (listed == special) {
        for (; change < list.length && ChangeLists.neighbor(list[change]) == special; change++) {
          if (ChangeLists.age(list[change]) <= age) {
            present = ChangeLists.inserted(list[change]);
          }
        }
        change = met ? change : ChangeLists.gallop(list, change, in[at]);
      }
      if (away == special) {
        present = false;
        hide++;
      }
      if (met) {
        kept[count] = special;
        count += present == keepAdjacent ? 1 : 0;
        at++;
      }
    }
    return count;
  }

  private int search(int[] in, int from, int size, int slot, boolean keepAdjacent, int[] kept) {
    long[] list = table.lists.get(slot);
    int gone = hidden(slot);
    long at = base.start(slot);
    long end = at + base.degree(slot);
    int change = 0;
    int hide = 0;
    int count = 0;
    for (int i = from; i < size; i++) {
      int wanted = in[i];
      at = base.gallop(at, end, wanted);
      boolean present = at < end && base.entry(at) == wanted;
      if (list != null) {
        change = ChangeLists.gallop(list, change, wanted);
        for (; change < list.length && ChangeLists.neighbor(list[change]) == wanted; change++) {
          present =
              ChangeLists.age(list[change]) <= age ? ChangeLists.inserted(list[change]) : present;
        }
      }
      if (present && gone > 0) {
        while (hide < gone && hidden[hide] < wanted) {
          hide++;
        }
        present = hide == gone || hidden[hide] != wanted;
      }
      if (present == keepAdjacent) {
        kept[count++] = wanted;
      }
    }
    return count;
  }
}
