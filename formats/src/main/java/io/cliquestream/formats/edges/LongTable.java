package io.cliquestream.formats.edges;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Longs by number, zero until set, off the heap; grows to twice its size and copies. */
public final class LongTable implements AutoCloseable {
  private static final long FIRST = 1 << 10;

  private Arena arena = Arena.ofShared();
  private MemorySegment longs = arena.allocate(FIRST * Long.BYTES, Long.BYTES);
  private long length = FIRST;

  /** The value of a number, 0 or more. */
  public long get(long number) {
    return number < length ? longs.getAtIndex(ValueLayout.JAVA_LONG, number) : 0;
  }

  /** Sets the value of a number, 0 or more. */
  public void set(long number, long value) {
    if (number >= length) {
      grow(Math.max(2 * length, number + 1));
    }
    longs.setAtIndex(ValueLayout.JAVA_LONG, number, value);
  }

  private void grow(long wanted) {
    Arena larger = Arena.ofShared();
    MemorySegment room = larger.allocate(wanted * Long.BYTES, Long.BYTES);
    MemorySegment.copy(longs, 0, room, 0, longs.byteSize());
    arena.close();
    arena = larger;
    longs = room;
    length = wanted;
  }

  @Override
  public void close() {
    arena.close();
  }
}
