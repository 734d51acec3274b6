package io.cliquestream.kernels.change.rows;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.DenseLimits;
import io.cliquestream.kernels.graph.VertexIds;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * Which id a slot has. The first slots are the vertices of the graph that all began with, ascending
 * by id; others are given out as ids come, and given again when an id has gone and the rows are
 * merged.
 *
 * <p>Reading an id is free of locks; a look-up of one that the first graph lacks takes the lock of
 * the table. Where many ids are looked up in a table that is not an identity, an index of 4 bytes
 * for each possible id replaces the binary search, if ids are nearly dense.
 */
public final class SlotIds {
  private static final long DIRECT_SLACK = 1L << 20;
  private static final int NONE = -1;

  private final VertexIds first;
  private final int firstCount;

  private volatile long[] addedIds;
  private int addedCount;
  private int[] free = new int[0];
  private int freeCount;

  /** Open addressing: added slots by their ids; NONE where empty. */
  private int[] buckets = filled(16);

  private long lookups;
  private volatile int[] direct;

  SlotIds(VertexIds first) {
    this.first = first;
    this.firstCount = first.count();
    this.addedIds = new long[16];
  }

  private static int[] filled(int length) {
    int[] array = new int[length];
    Arrays.fill(array, NONE);
    return array;
  }

  /**
   * A copy for merged rows, in which slots without a row can be given to other ids.
   *
   * @param arena the merged rows' own: the graph that all began with may go before them
   */
  synchronized SlotIds merged(Arena arena, IntPredicate used) {
    SlotIds copy = new SlotIds(first.isIdentity() ? first : copied(arena));
    copy.direct = direct;
    copy.addedIds = addedIds.clone();
    copy.addedCount = addedCount;
    copy.free = new int[16];
    int kept = 0;
    for (int i = 0; i < addedCount; i++) {
      kept += used.test(firstCount + i) ? 1 : 0;
    }
    copy.buckets = filled(capacity(kept));
    for (int i = 0; i < addedCount; i++) {
      int slot = firstCount + i;
      if (used.test(slot)) {
        copy.enter(slot);
      } else {
        copy.giveBack(slot);
      }
    }
    return copy;
  }

  private VertexIds copied(Arena arena) {
    MemorySegment originals = arena.allocate((long) firstCount * Long.BYTES, 64);
    for (int slot = 0; slot < firstCount; slot++) {
      originals.setAtIndex(ValueLayout.JAVA_LONG, slot, first.original(slot));
    }
    return VertexIds.table(originals);
  }

  private void giveBack(int slot) {
    if (freeCount == free.length) {
      free = Arrays.copyOf(free, 2 * freeCount);
    }
    free[freeCount++] = slot;
  }

  private static int capacity(int entries) {
    return Math.max(16, Integer.highestOneBit(Math.max(1, entries)) << 2);
  }

  /** Slots that begin in the order of their ids. */
  int ascending() {
    return firstCount;
  }

  /** One more than the largest slot. */
  synchronized int count() {
    return firstCount + addedCount;
  }

  /** The id of a slot. */
  public long id(int slot) {
    return slot < firstCount ? first.original(slot) : addedIds[slot - firstCount];
  }

  /** The slot of an id, or -1; it may have no row at an age. */
  public int slot(long id) {
    int known = firstSlot(id);
    if (known >= 0) {
      return known;
    }
    synchronized (this) {
      return added(id);
    }
  }

  /** The slot of an id that the first graph has, or -1; free of locks. */
  int firstSlot(long id) {
    if (first.isIdentity()) {
      return first.dense(id);
    }
    int[] index = direct;
    if (index != null) {
      return id >= 0 && id < index.length ? index[(int) id] : NONE;
    }
    return first.dense(id);
  }

  /** Tells that so many ids are about to be looked up by the writer. */
  void expect(int more) {
    lookups += more;
    if (direct == null && !first.isIdentity() && firstCount > 0 && lookups > firstCount / 16) {
      long largest = first.original(firstCount - 1);
      if (largest >= 0
          && largest < Math.min(Integer.MAX_VALUE - 16L, 4L * firstCount + DIRECT_SLACK)) {
        int[] index = filled((int) largest + 1);
        for (int slot = 0; slot < firstCount; slot++) {
          index[(int) first.original(slot)] = slot;
        }
        direct = index;
      }
    }
  }

  /** The slot of an id, a new one where there is none. By the writer. */
  int slotOrNew(long id) {
    int known = firstSlot(id);
    if (known >= 0) {
      return known;
    }
    synchronized (this) {
      int slot = added(id);
      return slot >= 0 ? slot : add(id);
    }
  }

  private int added(long id) {
    int mask = buckets.length - 1;
    for (int at = hash(id) & mask; buckets[at] != NONE; at = (at + 1) & mask) {
      if (addedIds[buckets[at] - firstCount] == id) {
        return buckets[at];
      }
    }
    return NONE;
  }

  private int add(long id) {
    int slot;
    if (freeCount > 0) {
      slot = free[--freeCount];
    } else {
      if (firstCount + addedCount >= DenseLimits.MAXIMUM_VERTICES) {
        throw new ComputeException(
            FailureCode.GRAPH_TOO_LARGE,
            "more than %d vertices".formatted(DenseLimits.MAXIMUM_VERTICES));
      }
      slot = firstCount + addedCount++;
      if (addedCount > addedIds.length) {
        addedIds = Arrays.copyOf(addedIds, (int) Math.min(2L * addedCount, Integer.MAX_VALUE - 16));
      }
    }
    addedIds[slot - firstCount] = id;
    if (2L * (addedCount - freeCount) > buckets.length) {
      int[] old = buckets;
      buckets = filled(capacity(addedCount - freeCount));
      for (int other : old) {
        if (other != NONE) {
          enter(other);
        }
      }
    }
    enter(slot);
    return slot;
  }

  private void enter(int slot) {
    int mask = buckets.length - 1;
    int at = hash(addedIds[slot - firstCount]) & mask;
    while (buckets[at] != NONE) {
      at = (at + 1) & mask;
    }
    buckets[at] = slot;
  }

  private static int hash(long id) {
    long mixed = id * 0x9E3779B97F4A7C15L;
    return (int) (mixed >>> 32);
  }

  /** Bytes beside the first graph's table, on the heap. */
  synchronized long bytes() {
    int[] index = direct;
    return 8L * addedIds.length
        + 4L * (buckets.length + free.length)
        + (index == null ? 0 : 4L * index.length);
  }
}
