package io.cliquestream.kernels.change.rows;

import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.memory.BinarySearch;
import java.util.Arrays;

/**
 * Changed edges by the slots that they touch: for each such slot, ascending, its neighbours over
 * changed edges, ascending, with the edges' ranks. Immutable.
 */
public record ChangedArcs(int[] slots, int[] starts, int[] neighbors, int[] ranks) {
  /** Parts that each thread brings together. */
  private static final int PARTS = 4;

  /**
   * The arcs of edges.
   *
   * @param edges low slot in the upper half, high slot in the lower; strictly ascending; an edge's
   *     rank is its index
   */
  static ChangedArcs of(long[] edges, Parallelism parallelism) {
    int count = edges.length;
    // By high slot, then rank, which is by low slot: the neighbours below a slot. Those above it
    // stand in the edges themselves.
    long[] backward = new long[count];
    for (int rank = 0; rank < count; rank++) {
      backward[rank] = edges[rank] << 32 | rank;
    }
    LongSorter.sort(backward, Integer.SIZE, parallelism);
    Parallelism merging =
        TablePolicy.shared(count, parallelism).worth(2.0 * count * TablePolicy.MERGE_NANOS);
    int parts = merging.threads() == 1 ? 1 : PARTS * merging.threads();
    Merge[] merges = new Merge[parts];
    int[] neighbors = new int[2 * count];
    int[] ranks = new int[2 * count];
    merging.forRanges(
        parts,
        1,
        (from, to) -> {
          int part = (int) from;
          merges[part] = new Merge(edges, backward, neighbors, ranks);
          merges[part].run(
              part == 0 ? 0 : slotAt(edges, backward, 2L * count * part / parts),
              part == parts - 1
                  ? Integer.MAX_VALUE
                  : slotAt(edges, backward, 2L * count * (part + 1) / parts));
        });
    int touched = 0;
    for (Merge merge : merges) {
      merge.first = touched;
      touched += merge.touched;
    }
    int[] slots = new int[touched];
    int[] starts = new int[touched + 1];
    starts[touched] = 2 * count;
    merging
        .worth(touched * TablePolicy.PASS_NANOS)
        .forRanges(
            parts,
            1,
            (from, to) -> {
              Merge merge = merges[(int) from];
              System.arraycopy(merge.slots, 0, slots, merge.first, merge.touched);
              System.arraycopy(merge.starts, 0, starts, merge.first, merge.touched);
            });
    return new ChangedArcs(slots, starts, neighbors, ranks);
  }

  /** The least slot that has as many arcs before it as an index says, or more. */
  private static int slotAt(long[] edges, long[] backward, long index) {
    return (int)
        BinarySearch.first(
            0,
            Integer.MAX_VALUE,
            slot -> arcsBefore(edges, slot) + arcsBefore(backward, slot) >= index);
  }

  private static long arcsBefore(long[] arcs, long slot) {
    return BinarySearch.first(arcs, 0, arcs.length, slot << 32);
  }

  /** Brings the two directions of a range of slots together. */
  private static final class Merge {
    private final long[] edges;
    private final long[] backward;
    private final int[] neighbors;
    private final int[] ranks;
    private int[] slots;
    private int[] starts;
    private int touched;
    private int first;

    Merge(long[] edges, long[] backward, int[] neighbors, int[] ranks) {
      this.edges = edges;
      this.backward = backward;
      this.neighbors = neighbors;
      this.ranks = ranks;
    }

    void run(int fromSlot, int toSlot) {
      int back = (int) arcsBefore(backward, fromSlot);
      int forth = (int) arcsBefore(edges, fromSlot);
      int backEnd = (int) arcsBefore(backward, toSlot);
      int forthEnd = (int) arcsBefore(edges, toSlot);
      int used = back + forth;
      int most = (int) Math.min((long) toSlot - fromSlot, backEnd + (long) forthEnd - used);
      slots = new int[most];
      starts = new int[most + 1];
      starts[0] = used;
      int end = used + backEnd - back + forthEnd - forth;
      int last = -1;
      // Most slots have one arc: what a branch cannot foresee is reckoned. Arcs to lower neighbours
      // come first.
      while (used < end) {
        long backKey = back < backEnd ? backward[back] : Long.MAX_VALUE;
        int backSlot = (int) (backKey >>> 32);
        int forthSlot = forth < forthEnd ? (int) (edges[forth] >>> 32) : Integer.MAX_VALUE;
        boolean down = backSlot <= forthSlot;
        int slot = down ? backSlot : forthSlot;
        int rank = down ? (int) backKey : forth;
        ranks[used] = rank;
        neighbors[used++] = (int) (edges[rank] >>> (down ? 32 : 0));
        touched += slot == last ? 0 : 1;
        slots[touched - 1] = slot;
        starts[touched] = used;
        last = slot;
        back += down ? 1 : 0;
        forth += down ? 0 : 1;
      }
    }
  }

  /** Bytes held, on the heap. */
  long bytes() {
    return 64 + 4L * (slots.length + starts.length + neighbors.length + ranks.length);
  }

  /** Number of slots that an edge touches. */
  public int touched() {
    return slots.length;
  }

  /** A touched slot by index, ascending. */
  public int slot(int index) {
    return slots[index];
  }

  /** Takes an arc. */
  @FunctionalInterface
  public interface Visitor {
    /** A neighbour over a changed edge; false ends the visit. */
    boolean arc(int neighbor, int rank);
  }

  /** Visits the changed edges of a slot, ascending by neighbour; false when it was ended. */
  public boolean forEach(int slot, Visitor visitor) {
    int index = index(slot);
    if (index >= 0) {
      for (int i = starts[index]; i < starts[index + 1]; i++) {
        if (!visitor.arc(neighbors[i], ranks[i])) {
          return false;
        }
      }
    }
    return true;
  }

  /** The rank of a changed edge, or -1. */
  public int rank(int first, int second) {
    int index = index(first);
    if (index < 0) {
      return -1;
    }
    int at = Arrays.binarySearch(neighbors, starts[index], starts[index + 1], second);
    return at < 0 ? -1 : ranks[at];
  }

  /** Whether an edge touches a slot. */
  public boolean touches(int slot) {
    return index(slot) >= 0;
  }

  /** The index of a slot, or a negative number when no edge touches it. */
  int index(int slot) {
    return Arrays.binarySearch(slots, slot);
  }
}
