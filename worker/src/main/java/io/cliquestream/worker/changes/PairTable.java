package io.cliquestream.worker.changes;

import java.security.SecureRandom;
import java.util.Arrays;

/**
 * A hash table from unordered pairs of ids to numbers, without an object for each: open addressing,
 * linear probing, at most two thirds full, deletion by moving back (Knuth, volume 3, algorithm R).
 * Hashed with keys that nobody else knows: who chose pairs that meet in one place would make each
 * of them as dear as all before it. Not thread-safe.
 */
final class PairTable {
  private static final int LEAST = 64;
  private static final long FIRST_KEY = new SecureRandom().nextLong();
  private static final long SECOND_KEY = new SecureRandom().nextLong();

  /** Takes an entry; the first id is the smaller one, unsigned. */
  @FunctionalInterface
  interface Entry {
    void take(long first, long second, long value);
  }

  private long[] keys = new long[2 * LEAST];
  private long[] values = new long[LEAST];
  private boolean[] used = new boolean[LEAST];
  private int size;

  int size() {
    return size;
  }

  /** The pair's number, or another where there is none. */
  long get(long one, long other, long absent) {
    int slot = find(smaller(one, other), larger(one, other));
    return used[slot] ? values[slot] : absent;
  }

  void put(long one, long other, long value) {
    if (3L * (size + 1) > 2L * used.length) {
      grow();
    }
    long first = smaller(one, other);
    long second = larger(one, other);
    int slot = find(first, second);
    if (!used[slot]) {
      used[slot] = true;
      keys[2 * slot] = first;
      keys[2 * slot + 1] = second;
      size++;
    }
    values[slot] = value;
  }

  void remove(long one, long other) {
    int hole = find(smaller(one, other), larger(one, other));
    if (!used[hole]) {
      return;
    }
    size--;
    int mask = used.length - 1;
    for (int next = (hole + 1) & mask; used[next]; next = (next + 1) & mask) {
      int home = home(keys[2 * next], keys[2 * next + 1]);
      // Whether the entry may lie in the hole: its home is not behind that.
      if (((next - home) & mask) >= ((next - hole) & mask)) {
        keys[2 * hole] = keys[2 * next];
        keys[2 * hole + 1] = keys[2 * next + 1];
        values[hole] = values[next];
        hole = next;
      }
    }
    used[hole] = false;
  }

  void forEach(Entry entry) {
    for (int slot = 0; slot < used.length; slot++) {
      if (used[slot]) {
        entry.take(keys[2 * slot], keys[2 * slot + 1], values[slot]);
      }
    }
  }

  /** Empties it; a large table gives its memory back. */
  void clear() {
    if (used.length > 1 << 16) {
      allocate(LEAST);
    } else {
      Arrays.fill(used, false);
    }
    size = 0;
  }

  private void grow() {
    long[] oldKeys = keys;
    long[] oldValues = values;
    boolean[] oldUsed = used;
    allocate(2 * used.length);
    for (int slot = 0; slot < oldUsed.length; slot++) {
      if (oldUsed[slot]) {
        int place = find(oldKeys[2 * slot], oldKeys[2 * slot + 1]);
        used[place] = true;
        keys[2 * place] = oldKeys[2 * slot];
        keys[2 * place + 1] = oldKeys[2 * slot + 1];
        values[place] = oldValues[slot];
      }
    }
  }

  private void allocate(int slots) {
    keys = new long[2 * slots];
    values = new long[slots];
    used = new boolean[slots];
  }

  /** Where the pair lies, or would. */
  private int find(long first, long second) {
    int mask = used.length - 1;
    int slot = home(first, second);
    while (used[slot] && (keys[2 * slot] != first || keys[2 * slot + 1] != second)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private int home(long first, long second) {
    long mixed = folded(first ^ FIRST_KEY, second ^ SECOND_KEY);
    return (int) (mixed ^ (mixed >>> 32)) & (used.length - 1);
  }

  private static long folded(long one, long other) {
    return Math.unsignedMultiplyHigh(one, other) ^ (one * other);
  }

  private static long smaller(long one, long other) {
    return Long.compareUnsigned(one, other) <= 0 ? one : other;
  }

  private static long larger(long one, long other) {
    return Long.compareUnsigned(one, other) <= 0 ? other : one;
  }
}
