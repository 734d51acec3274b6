package io.cliquestream.kernels.graph;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * One stripe of {@link HashedIds}: open addressing with linear probing, at most half full. A slot's
 * number is 0 while it is empty, else its vertex plus one.
 */
final class IdStripe implements AutoCloseable {
  private static final long FIRST_CAPACITY = 1 << 8;

  private Arena arena = Arena.ofShared();
  private long capacity = FIRST_CAPACITY;
  private MemorySegment ids = arena.allocate(FIRST_CAPACITY * Long.BYTES, 64);
  private MemorySegment numbers = arena.allocate(FIRST_CAPACITY * Integer.BYTES, 64);
  private long size;

  synchronized long size() {
    return size;
  }

  /** Adds those of some ids that are not there yet. */
  synchronized void addAll(long[] more, int from, int to) {
    while (2 * (size + to - from) > capacity) {
      grow();
    }
    for (int i = from; i < to; i++) {
      long slot = slot(more[i], HashedIds.hash(more[i]));
      if (numbers.getAtIndex(ValueLayout.JAVA_INT, slot) == 0) {
        ids.setAtIndex(ValueLayout.JAVA_LONG, slot, more[i]);
        numbers.setAtIndex(ValueLayout.JAVA_INT, slot, 1);
        size++;
      }
    }
  }

  private void grow() {
    Arena oldArena = arena;
    MemorySegment oldIds = ids;
    MemorySegment oldNumbers = numbers;
    long oldCapacity = capacity;
    Arena larger = Arena.ofShared();
    boolean grown = false;
    try {
      ids = larger.allocate(2 * oldCapacity * Long.BYTES, 64);
      numbers = larger.allocate(2 * oldCapacity * Integer.BYTES, 64);
      grown = true;
    } finally {
      if (!grown) {
        larger.close();
      }
    }
    arena = larger;
    capacity = 2 * oldCapacity;
    for (long i = 0; i < oldCapacity; i++) {
      if (oldNumbers.getAtIndex(ValueLayout.JAVA_INT, i) != 0) {
        long id = oldIds.getAtIndex(ValueLayout.JAVA_LONG, i);
        long slot = slot(id, HashedIds.hash(id));
        ids.setAtIndex(ValueLayout.JAVA_LONG, slot, id);
        numbers.setAtIndex(ValueLayout.JAVA_INT, slot, 1);
      }
    }
    oldArena.close();
  }

  /** The slot that holds an id, or the empty one it belongs in. */
  private long slot(long id, long hash) {
    long slot = hash & (capacity - 1);
    while (numbers.getAtIndex(ValueLayout.JAVA_INT, slot) != 0
        && ids.getAtIndex(ValueLayout.JAVA_LONG, slot) != id) {
      slot = (slot + 1) & (capacity - 1);
    }
    return slot;
  }

  /** Copies the ids in no order to {@code target} from an index on; returns the next index. */
  synchronized long copyIds(MemorySegment target, long index) {
    long next = index;
    for (long i = 0; i < capacity; i++) {
      if (numbers.getAtIndex(ValueLayout.JAVA_INT, i) != 0) {
        target.setAtIndex(ValueLayout.JAVA_LONG, next++, ids.getAtIndex(ValueLayout.JAVA_LONG, i));
      }
    }
    return next;
  }

  /** Gives an id that is there its vertex; threads may number different ids at once. */
  void number(long id, long hash, int vertex) {
    numbers.setAtIndex(ValueLayout.JAVA_INT, slot(id, hash), vertex + 1);
  }

  /** The vertex of an id that is there and numbered. */
  int vertex(long id, long hash) {
    return numbers.getAtIndex(ValueLayout.JAVA_INT, slot(id, hash)) - 1;
  }

  @Override
  public void close() {
    arena.close();
  }
}
