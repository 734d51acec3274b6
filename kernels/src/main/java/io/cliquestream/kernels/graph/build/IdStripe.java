package io.cliquestream.kernels.graph.build;

import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.memory.LargeArena;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * One stripe of {@link HashedIds}: open addressing with linear probing, at most half full. A slot
 * holds an id and a number side by side, so that a look-up costs one cache line; the number is 0
 * while the slot is empty, else the id's vertex plus one.
 */
final class IdStripe implements AutoCloseable {
  private static final long FIRST_CAPACITY = 1 << 8;
  private static final long SLOT_BYTES = 2L * Long.BYTES;
  private static final long REHASHING_STEPS = 8;

  private Arena arena = LargeArena.shared();
  private long capacity = FIRST_CAPACITY;
  private MemorySegment slots = arena.allocate(FIRST_CAPACITY * SLOT_BYTES, 64);
  private long size;

  synchronized long size() {
    return size;
  }

  /** Adds those of some ids that are not there yet. */
  synchronized void addAll(long[] more, int from, int to, StopMeter meter) {
    while (2 * (size + to - from) > capacity) {
      grow(meter);
    }
    for (int i = from; i < to; i++) {
      size += put(more[i]) ? 1 : 0;
    }
  }

  private boolean put(long id) {
    long slot = slot(id, HashedIds.hash(id));
    if (number(slot) != 0) {
      return false;
    }
    slots.set(ValueLayout.JAVA_LONG, slot, id);
    slots.set(ValueLayout.JAVA_LONG, slot + Long.BYTES, 1);
    return true;
  }

  private void grow(StopMeter meter) {
    Arena larger = LargeArena.shared();
    MemorySegment empty;
    try {
      empty = larger.allocate(2 * capacity * SLOT_BYTES, 64);
    } catch (Throwable failure) {
      larger.close();
      throw failure;
    }
    Arena old = arena;
    MemorySegment full = slots;
    long end = capacity * SLOT_BYTES;
    arena = larger;
    slots = empty;
    capacity *= 2;
    try (old) {
      for (long slot = 0; slot < end; slot += SLOT_BYTES) {
        if (full.get(ValueLayout.JAVA_LONG, slot + Long.BYTES) != 0) {
          put(full.get(ValueLayout.JAVA_LONG, slot));
          meter.work(REHASHING_STEPS);
        }
      }
    }
  }

  /** Byte offset of the slot that holds an id, or of the empty one it belongs in. */
  private long slot(long id, long hash) {
    long mask = (capacity - 1) * SLOT_BYTES;
    long slot = (hash * SLOT_BYTES) & mask;
    while (number(slot) != 0 && slots.get(ValueLayout.JAVA_LONG, slot) != id) {
      slot = (slot + SLOT_BYTES) & mask;
    }
    return slot;
  }

  private long number(long slot) {
    return slots.get(ValueLayout.JAVA_LONG, slot + Long.BYTES);
  }

  /** Copies the ids in no order to {@code target} from an index on; returns the next index. */
  synchronized long copyIds(MemorySegment target, long index, StopMeter meter) {
    long next = index;
    for (long slot = 0; slot < capacity * SLOT_BYTES; slot += SLOT_BYTES) {
      meter.work(1);
      if (number(slot) != 0) {
        target.setAtIndex(ValueLayout.JAVA_LONG, next++, slots.get(ValueLayout.JAVA_LONG, slot));
      }
    }
    return next;
  }

  /** Gives an id that is there its vertex; threads may number different ids at once. */
  void number(long id, long hash, long vertex) {
    slots.set(ValueLayout.JAVA_LONG, slot(id, hash) + Long.BYTES, vertex + 1);
  }

  /** The vertex of an id that is there and numbered. */
  long vertex(long id, long hash) {
    return number(slot(id, hash)) - 1;
  }

  @Override
  public void close() {
    arena.close();
  }
}
