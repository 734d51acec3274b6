package io.cliquestream.kernels.change.rows;

import java.util.Arrays;

/**
 * Changed edges by the slots that they touch: for each such slot, ascending, its neighbours over
 * changed edges, ascending, with the edges' ranks. Immutable.
 */
public final class ChangedArcs {
  private static final int PARALLEL = 1 << 14;

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
  public static ChangedArcs of(long[] edges) {
    int count = edges.length;
    long[] arcs = new long[2 * count];
    for (int i = 0; i < count; i++) {
      arcs[i] = edges[i];
      arcs[count + i] = edges[i] << 32 | edges[i] >>> 32;
    }
    // Both halves name each arc once, so the order of the sorted arcs does not depend on the sort.
    if (arcs.length >= PARALLEL) {
      Arrays.parallelSort(arcs);
    } else {
      Arrays.sort(arcs);
    }
    int[] neighbors = new int[arcs.length];
    int[] ranks = new int[arcs.length];
    int[] slots = new int[arcs.length];
    int[] starts = new int[arcs.length + 1];
    int touched = 0;
    for (int i = 0; i < arcs.length; i++) {
      int slot = (int) (arcs[i] >>> 32);
      if (touched == 0 || slots[touched - 1] != slot) {
        starts[touched] = i;
        slots[touched++] = slot;
      }
      neighbors[i] = (int) arcs[i];
      long edge = slot < neighbors[i] ? arcs[i] : arcs[i] << 32 | arcs[i] >>> 32;
      ranks[i] = count == 1 ? 0 : Arrays.binarySearch(edges, edge);
    }
    starts[touched] = arcs.length;
    return new ChangedArcs(
        Arrays.copyOf(slots, touched), Arrays.copyOf(starts, touched + 1), neighbors, ranks);
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
