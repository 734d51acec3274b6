package io.cliquestream.kernels.cpu.maxclique.symmetry;

import io.cliquestream.kernels.cpu.maxclique.dense.BitGraph;
import java.util.Arrays;

/**
 * An ordered partition of a graph's vertices that is refined until it is equitable: any two
 * vertices of a cell have equally many neighbours in every cell (McKay, 1981).
 *
 * <p>A cell is a range of positions, named by its first one. All steps depend on positions and
 * numbers of neighbours alone, never on the vertices' numbers, and their sequence is summed up in a
 * trace. So partitions that an automorphism maps onto each other are refined alike and end with the
 * same cells and the same trace.
 */
final class OrderedPartition {
  private final BitGraph graph;
  private final int[] order;
  private final int[] length;
  private final int[] cellOf;
  private int cells;
  private long trace;

  private final int[] queue;
  private final boolean[] queued;
  private final int[] count;
  private final long[] splitter;
  private final int[] tally;
  private final int[] sorted;
  private int head;
  private int waiting;
  private long work;

  private OrderedPartition(BitGraph graph) {
    int n = graph.size();
    this.graph = graph;
    order = new int[n];
    length = new int[n];
    cellOf = new int[n];
    queue = new int[n];
    queued = new boolean[n];
    count = new int[n];
    splitter = new long[graph.words()];
    tally = new int[n + 2];
    sorted = new int[n];
  }

  /**
   * The coarsest equitable partition of a graph with vertices that never has two kinds of them in
   * one cell.
   *
   * @param kinds what kind each vertex is of, 0 or more; numbers without gaps
   */
  static OrderedPartition coarsest(BitGraph graph, int[] kinds) {
    OrderedPartition partition = new OrderedPartition(graph);
    int at = 0;
    for (int kind = 0; at < graph.size(); kind++) {
      int first = at;
      for (int v = 0; v < graph.size(); v++) {
        if (kinds[v] == kind) {
          partition.order[at++] = v;
          partition.cellOf[v] = first;
        }
      }
      partition.length[first] = at - first;
      partition.cells++;
      partition.enqueue(first);
    }
    partition.refine();
    return partition;
  }

  /** Takes over another partition of the same graph. */
  void set(OrderedPartition other) {
    System.arraycopy(other.order, 0, order, 0, order.length);
    System.arraycopy(other.length, 0, length, 0, length.length);
    System.arraycopy(other.cellOf, 0, cellOf, 0, cellOf.length);
    cells = other.cells;
    trace = other.trace;
  }

  OrderedPartition copy() {
    OrderedPartition copy = new OrderedPartition(graph);
    copy.set(this);
    return copy;
  }

  int cells() {
    return cells;
  }

  boolean isDiscrete() {
    return cells == order.length;
  }

  /** Words and vertices touched since the start. */
  long work() {
    return work;
  }

  /** The vertex at a position. */
  int vertex(int position) {
    return order[position];
  }

  /** Vertices of the cell that begins at a position. */
  int length(int cell) {
    return length[cell];
  }

  /** The first of the smallest cells with more than one vertex, -1 if there is none. */
  int smallestCell() {
    int best = -1;
    for (int cell = 0; cell < order.length; cell += length[cell]) {
      if (length[cell] > 1 && (best < 0 || length[cell] < length[best])) {
        best = cell;
      }
    }
    return best;
  }

  /** Whether this and another partition may be images of each other. */
  boolean isLike(OrderedPartition other) {
    return trace == other.trace && cells == other.cells && Arrays.equals(length, other.length);
  }

  /** Puts one vertex of a cell before its others, and refines. */
  void individualize(int cell, int vertex) {
    int at = cell;
    while (order[at] != vertex) {
      at++;
    }
    order[at] = order[cell];
    order[cell] = vertex;
    split(cell, 1);
    enqueue(cell);
    refine();
  }

  /** Makes a cell of what lies {@code first} places behind its beginning. */
  private void split(int cell, int first) {
    int rest = cell + first;
    length[rest] = length[cell] - first;
    length[cell] = first;
    for (int i = rest; i < rest + length[rest]; i++) {
      cellOf[order[i]] = rest;
    }
    cells++;
  }

  private void enqueue(int cell) {
    if (!queued[cell]) {
      queued[cell] = true;
      queue[(head + waiting++) % queue.length] = cell;
    }
  }

  private void refine() {
    while (waiting > 0) {
      int by = queue[head];
      head = (head + 1) % queue.length;
      waiting--;
      queued[by] = false;
      if (isDiscrete()) {
        continue;
      }
      boolean single = length[by] == 1;
      int vertex = order[by];
      if (!single) {
        Arrays.fill(splitter, 0);
        for (int i = by; i < by + length[by]; i++) {
          splitter[order[i] >>> 6] |= 1L << order[i];
        }
      }
      for (int cell = 0; cell < order.length; ) {
        int end = cell + length[cell];
        if (length[cell] > 1) {
          for (int i = cell; i < end; i++) {
            count[order[i]] = single ? bit(vertex, order[i]) : neighbors(order[i]);
          }
          work += (long) (end - cell) * (single ? 1 : splitter.length);
          divide(cell, end);
        }
        cell = end;
      }
    }
  }

  private int bit(int a, int b) {
    return (int) (graph.rows()[a * graph.words() + (b >>> 6)] >>> b & 1);
  }

  private int neighbors(int v) {
    int words = graph.words();
    long[] rows = graph.rows();
    int found = 0;
    for (int w = 0, row = v * words; w < words; w++) {
      found += Long.bitCount(rows[row + w] & splitter[w]);
    }
    return found;
  }

  /** Splits a cell by the counts of its vertices, ascending. */
  private void divide(int cell, int end) {
    int least = Integer.MAX_VALUE;
    int most = 0;
    for (int i = cell; i < end; i++) {
      least = Math.min(least, count[order[i]]);
      most = Math.max(most, count[order[i]]);
    }
    note(cell);
    note(least);
    if (least == most) {
      return;
    }
    Arrays.fill(tally, 0, most - least + 2, 0);
    for (int i = cell; i < end; i++) {
      tally[count[order[i]] - least + 1]++;
    }
    for (int c = 0; c <= most - least; c++) {
      tally[c + 1] += tally[c];
    }
    for (int i = cell; i < end; i++) {
      sorted[cell + tally[count[order[i]] - least]++] = order[i];
    }
    System.arraycopy(sorted, cell, order, cell, end - cell);
    boolean all = queued[cell];
    int first = cell;
    int largest = cell;
    while (first < end) {
      int value = count[order[first]];
      int next = first + 1;
      while (next < end && count[order[next]] == value) {
        next++;
      }
      note(value);
      note(next - first);
      if (next < end) {
        split(first, next - first);
      }
      largest = length[first] > length[largest] ? first : largest;
      first = next;
    }
    for (int part = cell; part < end; part += length[part]) {
      if (all || part != largest) {
        enqueue(part);
      }
    }
  }

  private void note(int value) {
    trace = (trace ^ value) * 0x9E3779B97F4A7C15L;
    trace ^= trace >>> 29;
  }
}
