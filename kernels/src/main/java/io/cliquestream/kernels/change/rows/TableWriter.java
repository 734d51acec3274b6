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
  private static final int PARALLEL = 1 << 13;
  private static final int GRAIN = 1 << 9;
  private static final int ROW_GRAIN = 1 << 10;

  private TableWriter() {}

  /** Normalises a batch against a view, the newest one of its table. */
  public static NetChanges normalize(RawChanges raw, RowView newest, Parallelism parallelism) {
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
    long slots = (long) deleted.slots.length + inserted.slots.length;
    // Work is cut by the slots of insertions, then by those of deletions alone.
    Parallelism how = slots < PARALLEL ? parallelism.sequential() : parallelism;
    how.forRanges(
        inserted.slots.length,
        slots < PARALLEL ? Math.max(1, inserted.slots.length) : GRAIN,
        (from, to) -> {
          int more = 0;
          for (int i = (int) from; i < to; i++) {
            int slot = inserted.slots[i];
            more +=
                update(table, newest, oldest, age, slot, deleted, deleted.index(slot), inserted, i);
          }
          vertices.addAndGet(more);
        });
    how.forRanges(
        deleted.slots.length,
        slots < PARALLEL ? Math.max(1, deleted.slots.length) : GRAIN,
        (from, to) -> {
          int more = 0;
          for (int i = (int) from; i < to; i++) {
            int slot = deleted.slots[i];
            if (inserted.index(slot) < 0) {
              more += update(table, newest, oldest, age, slot, deleted, i, inserted, -1);
            }
          }
          vertices.addAndGet(more);
        });
    return vertices.get();
  }

  private static int update(
      ChangeTable table,
      RowView newest,
      int oldest,
      int age,
      int slot,
      ChangedArcs deleted,
      int gone,
      ChangedArcs inserted,
      int come) {
    long[] list = table.lists.get(slot);
    int goneFrom = gone < 0 ? 0 : deleted.starts[gone];
    int goneTo = gone < 0 ? 0 : deleted.starts[gone + 1];
    int comeFrom = come < 0 ? 0 : inserted.starts[come];
    int comeTo = come < 0 ? 0 : inserted.starts[come + 1];
    int more = goneTo - goneFrom + comeTo - comeFrom;
    long[] added = new long[more];
    int used = 0;
    while (goneFrom < goneTo || comeFrom < comeTo) {
      boolean goes =
          comeFrom == comeTo
              || (goneFrom < goneTo && deleted.neighbors[goneFrom] < inserted.neighbors[comeFrom]);
      added[used++] =
          ChangeLists.entry(
              goes ? deleted.neighbors[goneFrom++] : inserted.neighbors[comeFrom++], age, !goes);
    }
    int certain = table.base.degree(slot) - (list == null ? 0 : list.length);
    // Most rows are far from empty, whatever the changes.
    int before = certain > more ? certain : newest.degree(slot);
    table.lists.set(slot, merged(list, added, oldest));
    int after =
        before
            + (come < 0 ? 0 : inserted.starts[come + 1] - inserted.starts[come])
            - (gone < 0 ? 0 : deleted.starts[gone + 1] - deleted.starts[gone]);
    return (after > 0 ? 1 : 0) - (before > 0 ? 1 : 0);
  }

  /** Merges entries and drops what nobody can tell apart any more; null when nothing is left. */
  private static long[] merged(long[] list, long[] added, int oldest) {
    int before = list == null ? 0 : list.length;
    long[] merged = new long[before + added.length];
    int i = 0;
    int j = 0;
    int length = 0;
    while (i < before || j < added.length) {
      int neighbor =
          Math.min(
              i < before ? ChangeLists.neighbor(list[i]) : Integer.MAX_VALUE,
              j < added.length ? ChangeLists.neighbor(added[j]) : Integer.MAX_VALUE);
      int group = length;
      for (; i < before && ChangeLists.neighbor(list[i]) == neighbor; i++) {
        merged[length++] = list[i];
      }
      if (j < added.length && ChangeLists.neighbor(added[j]) == neighbor) {
        merged[length++] = added[j++];
      }
      length = trimmed(merged, group, length, oldest);
    }
    return length == 0 ? null : length == merged.length ? merged : Arrays.copyOf(merged, length);
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
          ROW_GRAIN,
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
          ROW_GRAIN,
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
