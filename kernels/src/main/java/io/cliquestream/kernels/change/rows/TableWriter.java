package io.cliquestream.kernels.change.rows;

import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.memory.LargeArena;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Makes the next age of a table, or a whole new one. For one writer at a time. */
public final class TableWriter {
  private TableWriter() {}

  /** Normalises a batch against a view, the newest one of its table. */
  public static NetChanges normalize(RawChanges raw, RowView newest, Parallelism parallelism) {
    TablePolicy.call(raw.count(), parallelism);
    return NetChanges.of(raw, newest.table(), newest, parallelism);
  }

  /**
   * Writes changes as the next age.
   *
   * @param newest what the changes were normalised against
   * @param oldest least age that anybody reads; older ones need not be told apart
   * @return how many slots more have a row now
   */
  public static int write(NetChanges changes, RowView newest, int oldest, Parallelism parallelism) {
    ChangeTable table = newest.table();
    int age = newest.age() + 1;
    ChangedArcs deleted = changes.deletedArcs();
    ChangedArcs inserted = changes.insertedArcs();
    AtomicInteger vertices = new AtomicInteger();
    int count = changes.deleted().length + changes.inserted().length;
    Parallelism how =
        TablePolicy.shared(count, parallelism).worth(2.0 * count * TablePolicy.ARC_NANOS);
    // Work is cut by the slots of insertions, then by those of deletions alone.
    how.forRanges(
        inserted.slots().length,
        grain(inserted, how),
        (from, to) -> {
          Row row = new Row(table, newest, oldest, age, deleted, inserted);
          for (int i = (int) from; i < to; i++) {
            int slot = inserted.slots()[i];
            row.update(slot, deleted.index(slot), i);
          }
          vertices.addAndGet(row.finish());
        });
    how.forRanges(
        deleted.slots().length,
        grain(deleted, how),
        (from, to) -> {
          Row row = new Row(table, newest, oldest, age, deleted, inserted);
          for (int i = (int) from; i < to; i++) {
            int slot = deleted.slots()[i];
            if (inserted.index(slot) < 0) {
              row.update(slot, i, -1);
            }
          }
          vertices.addAndGet(row.finish());
        });
    return vertices.get();
  }

  private static int grain(ChangedArcs arcs, Parallelism how) {
    return TablePolicy.grain(arcs.slots().length, TablePolicy.WRITE_GRAIN, how);
  }

  /** Replaces the lists of rows. For one thread, until {@link #finish}. */
  private static final class Row {
    private final ChangeTable table;
    private final RowView newest;
    private final int oldest;
    private final int age;
    private final ChangedArcs deleted;
    private final ChangedArcs inserted;
    private long[] merged = new long[16];
    private int vertices;
    private long entries;
    private int lists;

    Row(
        ChangeTable table,
        RowView newest,
        int oldest,
        int age,
        ChangedArcs deleted,
        ChangedArcs inserted) {
      this.table = table;
      this.newest = newest;
      this.oldest = oldest;
      this.age = age;
      this.deleted = deleted;
      this.inserted = inserted;
    }

    /** Replaces the list of a slot, whose arcs have these indices or -1. */
    void update(int slot, int gone, int come) {
      long[] list = table.lists.get(slot);
      int known = list == null ? 0 : list.length;
      int goneFrom = gone < 0 ? 0 : deleted.starts()[gone];
      int goneTo = gone < 0 ? 0 : deleted.starts()[gone + 1];
      int comeFrom = come < 0 ? 0 : inserted.starts()[come];
      int comeTo = come < 0 ? 0 : inserted.starts()[come + 1];
      int more = goneTo - goneFrom + comeTo - comeFrom;
      int certain = table.base.degree(slot) - known;
      // Most rows are far from empty, whatever the changes.
      int before = certain > more ? certain : newest.degree(slot);
      int after = before + comeTo - comeFrom - goneTo + goneFrom;
      vertices += (after > 0 ? 1 : 0) - (before > 0 ? 1 : 0);
      if (merged.length < known + more) {
        merged = new long[2 * (known + more)];
      }
      int length = merge(list, goneFrom, goneTo, comeFrom, comeTo);
      table.lists.set(slot, length == 0 ? null : Arrays.copyOf(merged, length));
      entries += length - known;
      lists += (length == 0 ? 0 : 1) - (list == null ? 0 : 1);
    }

    /** Merges entries and drops what nobody can tell apart any more. */
    private int merge(long[] list, int goneStart, int goneTo, int comeStart, int comeTo) {
      int known = list == null ? 0 : list.length;
      int goneFrom = goneStart;
      int comeFrom = comeStart;
      int i = 0;
      int length = 0;
      while (goneFrom < goneTo || comeFrom < comeTo) {
        boolean goes =
            comeFrom == comeTo
                || (goneFrom < goneTo
                    && deleted.neighbors()[goneFrom] < inserted.neighbors()[comeFrom]);
        int neighbor = goes ? deleted.neighbors()[goneFrom++] : inserted.neighbors()[comeFrom++];
        for (; i < known && ChangeLists.neighbor(list[i]) < neighbor; ) {
          int group = length;
          int other = ChangeLists.neighbor(list[i]);
          for (; i < known && ChangeLists.neighbor(list[i]) == other; i++) {
            merged[length++] = list[i];
          }
          length = trimmed(merged, group, length, oldest);
        }
        int group = length;
        for (; i < known && ChangeLists.neighbor(list[i]) == neighbor; i++) {
          merged[length++] = list[i];
        }
        merged[length++] = ChangeLists.entry(neighbor, age, !goes);
        length = trimmed(merged, group, length, oldest);
      }
      while (i < known) {
        int group = length;
        int other = ChangeLists.neighbor(list[i]);
        for (; i < known && ChangeLists.neighbor(list[i]) == other; i++) {
          merged[length++] = list[i];
        }
        length = trimmed(merged, group, length, oldest);
      }
      return length;
    }

    /** Tells the table what was replaced, and how many slots more have a row. */
    int finish() {
      table.lists.count(entries, lists);
      return vertices;
    }
  }

  /**
   * Drops entries of one neighbour that no reader needs: changes alternate, so of those that
   * everybody sees as past, pairs cancel out, and what is left is the base's state or its opposite.
   */
  private static int trimmed(long[] entries, int from, int to, int oldest) {
    int past = from;
    while (past < to && ChangeLists.age(entries[past]) <= oldest) {
      past++;
    }
    int dropped = past - from & ~1;
    if (dropped > 0) {
      System.arraycopy(entries, from + dropped, entries, from, to - from - dropped);
    }
    return to - dropped;
  }

  /**
   * The rows of a view as a table of its own, at age 0. Slots stay what they are; those without a
   * row, if they were not the first graph's, can be given to other ids.
   *
   * @param leased views of all versions that somebody reads: between two of them a slot never
   *     stands for two ids, so one that has a row in any of them is not given away
   */
  public static ChangeTable merge(RowView view, List<RowView> leased, Parallelism parallelism) {
    ChangeTable table = view.table();
    int slots = view.slots();
    Arena arena = LargeArena.shared();
    try {
      MemorySegment offsets = arena.allocate((slots + 1L) * Long.BYTES, 64);
      int[] degrees = new int[slots];
      parallelism.forRanges(
          slots,
          TablePolicy.ROW_GRAIN,
          (from, to) -> {
            for (int slot = (int) from; slot < to; slot++) {
              degrees[slot] = view.degree(slot);
            }
          });
      long arcs = 0;
      for (int slot = 0; slot < slots; slot++) {
        arcs += degrees[slot];
        offsets.setAtIndex(ValueLayout.JAVA_LONG, slot + 1L, arcs);
      }
      MemorySegment neighbors = arena.allocate(arcs * Integer.BYTES, 64);
      parallelism.forRanges(
          slots,
          TablePolicy.ROW_GRAIN,
          (from, to) -> {
            StageRows rows = StageRows.of(view);
            IntBuffer row = new IntBuffer();
            for (int slot = (int) from; slot < to; slot++) {
              int length = rows.read(slot, row);
              long at = offsets.getAtIndex(ValueLayout.JAVA_LONG, slot);
              MemorySegment.copy(
                  row.values(), 0, neighbors, ValueLayout.JAVA_INT, at * Integer.BYTES, length);
            }
          });
      BaseRows base = BaseRows.of(arena, slots, offsets, neighbors);
      return ChangeTable.merged(
          base,
          table.ids.merged(
              arena, slot -> (slot < slots && degrees[slot] > 0) || isAmong(leased, slot)));
    } catch (Throwable failure) {
      arena.close();
      throw failure;
    }
  }

  private static boolean isAmong(List<RowView> views, int slot) {
    for (RowView view : views) {
      if (slot < view.slots() && view.degree(slot) > 0) {
        return true;
      }
    }
    return false;
  }
}
