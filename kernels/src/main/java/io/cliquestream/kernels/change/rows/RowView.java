package io.cliquestream.kernels.change.rows;

import io.cliquestream.kernels.memory.BinarySearch;
import java.util.Arrays;

/**
 * The rows of one version: a table at an age. Immutable; readable by any thread while the version
 * is leased.
 *
 * @param table that this is one age of
 * @param age within the table
 * @param slots one more than the largest slot; some may have no row
 */
public record RowView(ChangeTable table, int age, int slots) {
  /** The id of a slot. */
  public long id(int slot) {
    return table.ids.id(slot);
  }

  /** The slot of an id, or -1 when it has none or no edge. */
  public int slot(long id) {
    int slot = table.ids.slot(id);
    return slot >= 0 && slot < slots && degree(slot) > 0 ? slot : -1;
  }

  /** Number of neighbours; 0 for a slot that is not a vertex of this version. */
  public int degree(int slot) {
    int degree = table.base.degree(slot);
    long[] list = table.lists.get(slot);
    if (list == null) {
      return degree;
    }
    for (int i = 0; i < list.length; ) {
      int neighbor = ChangeLists.neighbor(list[i]);
      boolean before = !ChangeLists.inserted(list[i]);
      boolean now = before;
      for (; i < list.length && ChangeLists.neighbor(list[i]) == neighbor; i++) {
        now = ChangeLists.age(list[i]) <= age ? ChangeLists.inserted(list[i]) : now;
      }
      degree += (now ? 1 : 0) - (before ? 1 : 0);
    }
    return degree;
  }

  /** An upper bound of {@link #degree} without looking at the changes. */
  public int degreeBound(int slot) {
    long[] list = table.lists.get(slot);
    return table.base.degree(slot) + (list == null ? 0 : list.length);
  }

  /**
   * The neighbours of a slot, ascending, at most {@code most}: costs what is returned and what was
   * changed among it, however long the row is.
   */
  public int[] neighbors(int slot, int most) {
    int[] row = new int[Math.min(most, degreeBound(slot))];
    long[] known = table.lists.get(slot);
    long[] list = known == null ? new long[0] : known;
    long at = table.base.start(slot);
    long end = at + table.base.degree(slot);
    int length = 0;
    for (int i = 0; length < row.length && (at < end || i < list.length); ) {
      int old = at < end ? table.base.entry(at) : Integer.MAX_VALUE;
      int changed = i < list.length ? ChangeLists.neighbor(list[i]) : Integer.MAX_VALUE;
      if (old < changed) {
        row[length++] = old;
        at++;
        continue;
      }
      boolean now = !ChangeLists.inserted(list[i]);
      for (; i < list.length && ChangeLists.neighbor(list[i]) == changed; i++) {
        now = ChangeLists.age(list[i]) <= age ? ChangeLists.inserted(list[i]) : now;
      }
      at += old == changed ? 1 : 0;
      if (now) {
        row[length++] = changed;
      }
    }
    return Arrays.copyOf(row, length);
  }

  /** Whether two slots are adjacent; looks in the row that seems shorter. */
  public boolean hasEdge(int first, int second) {
    boolean swap = degreeBound(first) > degreeBound(second);
    return contains(swap ? second : first, swap ? first : second);
  }

  private boolean contains(int slot, int wanted) {
    long[] list = table.lists.get(slot);
    if (list != null) {
      int at = BinarySearch.first(list, 0, list.length, (long) wanted << 32);
      if (at < list.length && ChangeLists.neighbor(list[at]) == wanted) {
        return isThere(list, at);
      }
    }
    return table.base.contains(slot, wanted);
  }

  /** What the entries of a neighbour say, from the first of them on. */
  private boolean isThere(long[] list, int first) {
    int neighbor = ChangeLists.neighbor(list[first]);
    boolean now = !ChangeLists.inserted(list[first]);
    for (int i = first; i < list.length && ChangeLists.neighbor(list[i]) == neighbor; i++) {
      now = ChangeLists.age(list[i]) <= age ? ChangeLists.inserted(list[i]) : now;
    }
    return now;
  }

  /**
   * Tells of ascending {@link BatchKeys} in a range what becomes of them, as {@link NetChanges}
   * names it. Where several are of one slot its row is gone through once.
   */
  void judge(long[] keys, int from, int to, byte[] kinds) {
    for (int i = from; i < to; ) {
      int slot = (int) (keys[i] >>> 32);
      int end = i + 1;
      while (end < to && (int) (keys[end] >>> 32) == slot) {
        end++;
      }
      if (end - i >= TablePolicy.GROUP) {
        judgeRow(slot, keys, i, end, kinds);
      } else {
        for (int at = i; at < end; at++) {
          kinds[at] = kind(hasEdge(slot, (int) keys[at] >>> 1), keys[at]);
        }
      }
      i = end;
    }
  }

  private static byte kind(boolean there, long key) {
    return (byte) ((there ? 2 : 0) | (key & 1));
  }

  private void judgeRow(int slot, long[] keys, int from, int to, byte[] kinds) {
    BaseRows base = table.base;
    long[] list = table.lists.get(slot);
    int change = 0;
    long at = base.start(slot);
    long end = at + base.degree(slot);
    for (int i = from; i < to; i++) {
      int wanted = (int) keys[i] >>> 1;
      boolean there;
      change = list == null ? 0 : ChangeLists.gallop(list, change, wanted);
      if (list != null && change < list.length && ChangeLists.neighbor(list[change]) == wanted) {
        there = isThere(list, change);
      } else {
        at = base.gallop(at, end, wanted);
        there = at < end && base.entry(at) == wanted;
      }
      kinds[i] = kind(there, keys[i]);
    }
  }
}
