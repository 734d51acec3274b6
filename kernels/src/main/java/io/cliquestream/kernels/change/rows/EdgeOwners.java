package io.cliquestream.kernels.change.rows;

import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.memory.BinarySearch;
import java.util.concurrent.atomic.LongAdder;

/**
 * Which end of each changed edge has the longer row, decided once: rows' bounds may grow while
 * somebody reads an older version, and an edge that two ends or none took would be a wrong count.
 * One byte for each edge; where many slots change, a bit and half a bit for each slot beside it.
 *
 * @param arcs of the edges
 * @param higher by rank whether the higher slot is the owner
 * @param shorter entries of the shorter row of each edge, about: Σ min(d(u), d(v))
 * @param touched by slot whether it is touched; null where few slots change
 * @param before how many are touched before each 64 slots; null likewise
 */
public record EdgeOwners(
    ChangedArcs arcs, boolean[] higher, long shorter, long[] touched, int[] before) {
  private static final int INDEXED = 1 << 10;
  private static final int SLOTS_A_TOUCHED = 64;

  /** The owners of edges, by rank the lower slot in the upper half, in a view that has them. */
  public static EdgeOwners of(
      long[] edges, ChangedArcs arcs, RowView view, Parallelism parallelism) {
    boolean[] higher = new boolean[edges.length];
    LongAdder shorter = new LongAdder();
    Parallelism how = parallelism.worth(edges.length * TablePolicy.BOUND_NANOS);
    how.forRanges(
        edges.length,
        TablePolicy.grain(edges.length, TablePolicy.EDGE_GRAIN, how),
        (from, to) -> {
          long sum = 0;
          for (int rank = (int) from; rank < to; rank++) {
            int low = view.degreeBound((int) (edges[rank] >>> 32));
            int high = view.degreeBound((int) edges[rank]);
            higher[rank] = high > low;
            sum += Math.min(low, high);
          }
          shorter.add(sum);
        });
    int count = arcs.slots().length;
    if (count < INDEXED || view.slots() / SLOTS_A_TOUCHED > count) {
      return new EdgeOwners(arcs, higher, shorter.sum(), null, null);
    }
    int words = (view.slots() >>> 6) + 1;
    long[] touched = new long[words];
    int[] before = new int[words];
    for (int slot : arcs.slots()) {
      touched[slot >>> 6] |= 1L << slot;
    }
    int sum = 0;
    for (int word = 0; word < words; word++) {
      before[word] = sum;
      sum += Long.bitCount(touched[word]);
    }
    return new EdgeOwners(arcs, higher, shorter.sum(), touched, before);
  }

  /** Arcs of the changed edges: what the work is cut by. */
  public int arcCount() {
    return arcs.starts()[arcs.slots().length];
  }

  /** Entries of the shorter row of each edge, about: Σ min(d(u), d(v)). */
  public long shorterRows() {
    return shorter;
  }

  /** Whether the slot that an arc leaves is the owner of its edge. */
  boolean owns(int arc, int slot) {
    return higher[arcs.ranks()[arc]] == slot > arcs.neighbors()[arc];
  }

  /** The index of a slot that an edge touches. */
  int index(int slot) {
    if (touched == null) {
      return arcs.index(slot);
    }
    int word = slot >>> 6;
    return before[word] + Long.bitCount(touched[word] & (1L << slot) - 1);
  }

  /** The index of the slot that an arc leaves. */
  int indexOfArc(int arc) {
    return BinarySearch.first(arcs.starts(), 1, arcs.slots().length, arc + 1) - 1;
  }
}
