package io.cliquestream.kernels.change.rows;

import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.memory.BinarySearch;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Rows that never change, by slot: a {@link Graph}'s, or rows that were merged. Slots from {@code
 * slots()} on have empty rows. Immutable; readable by any thread until {@link #close}.
 */
public final class BaseRows implements AutoCloseable {
  private final int slots;
  private final MemorySegment offsets;
  private final MemorySegment neighbors;
  private final long bytes;
  private final Runnable release;
  private final HubBits hubs;

  private BaseRows(
      int slots, MemorySegment offsets, MemorySegment neighbors, long bytes, Runnable release) {
    this.slots = slots;
    this.offsets = offsets;
    this.neighbors = neighbors;
    this.bytes = bytes;
    this.release = release;
    this.hubs = new HubBits(this);
  }

  /**
   * The rows of a graph: slots are its vertices.
   *
   * @param release called once when nobody reads them any more
   */
  public static BaseRows of(Graph graph, Runnable release) {
    return new BaseRows(
        graph.vertexCount(), graph.offsets(), graph.neighbors(), graph.bytes(), release);
  }

  /** Rows of their own; see {@link Graph} for the shape, but that rows may be empty. */
  static BaseRows of(Arena arena, int slots, MemorySegment offsets, MemorySegment neighbors) {
    return new BaseRows(
        slots, offsets, neighbors, offsets.byteSize() + neighbors.byteSize(), arena::close);
  }

  /** Slots that may have a row here. */
  public int slots() {
    return slots;
  }

  /** Index of the first entry of a row. */
  long start(int slot) {
    return slot < slots ? offsets.getAtIndex(ValueLayout.JAVA_LONG, slot) : 0;
  }

  int degree(int slot) {
    return slot < slots
        ? (int)
            (offsets.getAtIndex(ValueLayout.JAVA_LONG, slot + 1L)
                - offsets.getAtIndex(ValueLayout.JAVA_LONG, slot))
        : 0;
  }

  int entry(long index) {
    return neighbors.getAtIndex(ValueLayout.JAVA_INT, index);
  }

  /** The bits of a hub's row, or null. */
  long[] bits(int slot) {
    return slot < slots ? hubs.row(slot, degree(slot)) : null;
  }

  /** The bits of a hub's row if they were made, or null. */
  long[] knownBits(int slot) {
    return slot < slots ? hubs.known(slot, degree(slot)) : null;
  }

  void copy(long index, int[] row, int at, int length) {
    MemorySegment.copy(neighbors, ValueLayout.JAVA_INT, index * Integer.BYTES, row, at, length);
  }

  /**
   * First index of a row from {@code low} on whose entry is not below {@code wanted}, and near
   * {@code low}: steps that double, then halves.
   */
  long gallop(long low, long high, int wanted) {
    long from = low;
    long step = 1;
    long to = low;
    while (to < high && entry(to) < wanted) {
      from = to + 1;
      to += step;
      step <<= 1;
    }
    return BinarySearch.firstInt(neighbors, from, Math.min(to, high), wanted);
  }

  boolean contains(int slot, int wanted) {
    // For one question bits are not made.
    long[] bits = knownBits(slot);
    if (bits != null) {
      return wanted < slots && (bits[wanted >>> 6] >>> wanted & 1) != 0;
    }
    long start = start(slot);
    long end = start + degree(slot);
    long at = BinarySearch.firstInt(neighbors, start, end, wanted);
    return at < end && entry(at) == wanted;
  }

  /** Arcs of all rows. */
  long arcs() {
    return neighbors.byteSize() / Integer.BYTES;
  }

  /** Bytes held: rows off the heap, bits of hubs on it. */
  public long bytes() {
    return bytes + hubs.bytes();
  }

  @Override
  public void close() {
    release.run();
  }
}
