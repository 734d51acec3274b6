package io.cliquestream.kernels.change.state;

import java.util.Arrays;

/**
 * Counts, or differences of counts, by a key that is not negative: a slot, or an edge. Open
 * addressing; a count of zero takes no room for long. 16 bytes for each of at most twice as many
 * places as there are counts, up to four times after growth.
 */
public final class CountTable {
  private static final long EMPTY = -1;

  private long[] keys;
  private long[] counts;
  private int used;

  /** An empty table. */
  public CountTable() {
    this(16);
  }

  /** A table with room for some counts. */
  public CountTable(int expected) {
    int capacity = Math.max(16, Integer.highestOneBit(Math.max(1, expected)) << 2);
    keys = new long[capacity];
    Arrays.fill(keys, EMPTY);
    counts = new long[capacity];
  }

  /** An edge's key: the lower slot in the upper half. */
  public static long edge(int first, int second) {
    return (long) Math.min(first, second) << 32 | Math.max(first, second);
  }

  private static int place(long key, int mask) {
    long mixed = key * 0x9E3779B97F4A7C15L;
    return (int) (mixed >>> 32 ^ mixed >>> 17) & mask;
  }

  /** Adds to a count. */
  public void add(long key, long more) {
    int mask = keys.length - 1;
    int at = place(key, mask);
    while (keys[at] != EMPTY) {
      if (keys[at] == key) {
        counts[at] = Math.addExact(counts[at], more);
        return;
      }
      at = (at + 1) & mask;
    }
    if (2L * (used + 1) > keys.length) {
      grow();
      add(key, more);
      return;
    }
    keys[at] = key;
    counts[at] = more;
    used++;
  }

  private void grow() {
    long[] oldKeys = keys;
    long[] oldCounts = counts;
    int alive = 0;
    for (int i = 0; i < oldKeys.length; i++) {
      alive += oldKeys[i] != EMPTY && oldCounts[i] != 0 ? 1 : 0;
    }
    int capacity = Math.max(16, Integer.highestOneBit(Math.max(1, alive)) << 2);
    keys = new long[capacity];
    Arrays.fill(keys, EMPTY);
    counts = new long[capacity];
    used = 0;
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldKeys[i] != EMPTY && oldCounts[i] != 0) {
        add(oldKeys[i], oldCounts[i]);
      }
    }
  }

  /** A count; zero for a key without one. */
  public long get(long key) {
    int mask = keys.length - 1;
    for (int at = place(key, mask); keys[at] != EMPTY; at = (at + 1) & mask) {
      if (keys[at] == key) {
        return counts[at];
      }
    }
    return 0;
  }

  /** Takes a count. */
  @FunctionalInterface
  public interface Visitor {
    /** A count that is not zero. */
    void count(long key, long count);
  }

  /** Visits every count that is not zero, in no particular order. */
  public void forEach(Visitor visitor) {
    for (int i = 0; i < keys.length; i++) {
      if (keys[i] != EMPTY && counts[i] != 0) {
        visitor.count(keys[i], counts[i]);
      }
    }
  }

  /** Adds all counts of another table. */
  public void addAll(CountTable other) {
    other.forEach(this::add);
  }
}
