package io.cliquestream.kernels.graph;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * A growable off-heap array of id pairs: an unsorted edge list as it came in, with loops,
 * duplicates and either direction allowed (Polak's edge array). Ids are unsigned 64-bit; they are
 * stored in 4 bytes each for as long as all of them fit.
 *
 * <p>Memory grows by whole blocks, so appending never copies and the size is bounded by memory
 * alone. Not safe for use by several threads; fill one per thread and join them with {@link
 * #append}.
 */
public final class EdgeArray implements AutoCloseable {
  /** Pairs in a block: 8 MiB of 4-byte ids. */
  private static final int BLOCK_SHIFT = 20;

  private static final int BLOCK_PAIRS = 1 << BLOCK_SHIFT;
  private static final long BLOCK_MASK = BLOCK_PAIRS - 1;
  private static final long NARROW_BOUND = 1L << 32;

  private final Arena arena = Arena.ofShared();
  private final List<MemorySegment> blocks = new ArrayList<>();
  private final boolean wide;
  private MemorySegment last;
  private long size;

  private EdgeArray(boolean wide) {
    this.wide = wide;
  }

  /** An empty array of 4-byte ids; adding a larger id fails. */
  public static EdgeArray narrow() {
    return new EdgeArray(false);
  }

  /** An empty array of 8-byte ids. */
  public static EdgeArray wide() {
    return new EdgeArray(true);
  }

  /** Pairs from a list of ids taken two at a time; for tests and small graphs. */
  public static EdgeArray of(long... ids) {
    EdgeArray edges = wide();
    for (int i = 0; i + 1 < ids.length; i += 2) {
      edges.add(ids[i], ids[i + 1]);
    }
    return edges;
  }

  /** Whether ids take 8 bytes. */
  public boolean isWide() {
    return wide;
  }

  /** Number of pairs. */
  public long size() {
    return size;
  }

  /**
   * Appends a pair.
   *
   * @throws IllegalArgumentException when an id does not fit a narrow array
   */
  public void add(long from, long to) {
    int slot = (int) (size & BLOCK_MASK);
    if (slot == 0) {
      last = arena.allocate((long) BLOCK_PAIRS * 2 * (wide ? Long.BYTES : Integer.BYTES), 64);
      blocks.add(last);
    }
    if (wide) {
      last.setAtIndex(ValueLayout.JAVA_LONG, 2L * slot, from);
      last.setAtIndex(ValueLayout.JAVA_LONG, 2L * slot + 1, to);
    } else {
      if ((from | to) >>> 32 != 0) {
        throw new IllegalArgumentException(
            "id beyond " + (NARROW_BOUND - 1) + " in an array of 4-byte ids");
      }
      last.setAtIndex(ValueLayout.JAVA_INT, 2L * slot, (int) from);
      last.setAtIndex(ValueLayout.JAVA_INT, 2L * slot + 1, (int) to);
    }
    size++;
  }

  /** Appends every pair of another array, which stays as it is. */
  public void append(EdgeArray other) {
    for (long i = 0; i < other.size(); i++) {
      add(other.from(i), other.to(i));
    }
  }

  /** First id of pair {@code index}, 0 ≤ index &lt; size. */
  public long from(long index) {
    return id(index, 0);
  }

  /** Second id of pair {@code index}, 0 ≤ index &lt; size. */
  public long to(long index) {
    return id(index, 1);
  }

  private long id(long index, int side) {
    MemorySegment block = blocks.get((int) (index >>> BLOCK_SHIFT));
    long slot = 2 * (index & BLOCK_MASK) + side;
    return wide
        ? block.getAtIndex(ValueLayout.JAVA_LONG, slot)
        : Integer.toUnsignedLong(block.getAtIndex(ValueLayout.JAVA_INT, slot));
  }

  /** Off-heap bytes held. */
  public long bytes() {
    return (long) blocks.size() * BLOCK_PAIRS * 2 * (wide ? Long.BYTES : Integer.BYTES);
  }

  /** Frees the memory; the array must not be used any more. */
  @Override
  public void close() {
    arena.close();
  }
}
