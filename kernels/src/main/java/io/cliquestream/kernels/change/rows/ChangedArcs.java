package io.cliquestream.kernels.change.rows;

import java.util.Arrays;

/**
 * Changed edges by the slots that they touch: for each such slot, ascending, its neighbours over
 * changed edges, ascending, with the edges' ranks. Immutable.
 */
public final class ChangedArcs {
  final int[] slots;
  final int[] starts;
  final int[] neighbors;
  final int[] ranks;

  private ChangedArcs(int[] slots, int[] starts, int[] neighbors, int[] ranks) {
    this.slots = slots;
    this.starts = starts;
    this.neighbors = neighbors;
    this.ranks = ranks;
  }

  /**
   * The arcs of edges.
   *
   * @param edges low slot in the upper half, high slot in the lower; strictly ascending; an edge's
   *     rank is its index
   */
  static ChangedArcs of(long[] edges, int threads) {
    int count = edges.length;
    // By high slot, then rank, which is by low slot: the neighbours below a slot. Those above it
    // stand in the edges themselves.
    long[] backward = new long[count];
    for (int rank = 0; rank < count; rank++) {
      backward[rank] = edges[rank] << 32 | rank;
    }
    LongSorter.sort(backward, threads);
    int[] neighbors = new int[2 * count];
    int[] ranks = new int[2 * count];
    int[] slots = new int[2 * count];
    int[] starts = new int[2 * count + 1];
    int touched = 0;
    int used = 0;
    int back = 0;
    int forth = 0;
    while (back < count || forth < count) {
      int slot =
          Math.min(
              back < count ? (int) (backward[back] >>> 32) : Integer.MAX_VALUE,
              forth < count ? (int) (edges[forth] >>> 32) : Integer.MAX_VALUE);
      starts[touched] = used;
      slots[touched++] = slot;
      for (; back < count && (int) (backward[back] >>> 32) == slot; back++) {
        ranks[used] = (int) backward[back];
        neighbors[used++] = (int) (edges[(int) backward[back]] >>> 32);
      }
      for (; forth < count && (int) (edges[forth] >>> 32) == slot; forth++) {
        ranks[used] = forth;
        neighbors[used++] = (int) edges[forth];
      }
    }
    starts[touched] = used;
    return new ChangedArcs(
        Arrays.copyOf(slots, touched), Arrays.copyOf(starts, touched + 1), neighbors, ranks);
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
    int low = 0;
    int high = slots.length - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int found = slots[middle];
      if (found == slot) {
        return middle;
      }
      if (found < slot) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -1;
  }
}
