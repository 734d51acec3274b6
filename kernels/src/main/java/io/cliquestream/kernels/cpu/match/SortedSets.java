package io.cliquestream.kernels.cpu.match;

import io.cliquestream.kernels.cpu.ranked.RankedGraph;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.memory.BinarySearch;

/**
 * Intersections and differences of a sorted array with a row of the graph. Each keeps the array's
 * order, may write over its own input, and chooses between a bit row, a search and a merge.
 */
final class SortedSets {
  private final RankedGraph graph;
  private final HubRows hubs;
  private final int gallop;

  /** By rank; null when no plan asks for labels. */
  private final int[] labels;

  SortedSets(RankedGraph graph, HubRows hubs, MatchPolicy policy, int[] labels) {
    this.graph = graph;
    this.hubs = hubs;
    this.gallop = policy.gallop();
    this.labels = labels;
  }

  /** Whether a vertex may stand where a label is wanted. */
  boolean hasLabel(int vertex, int label) {
    return label == Pattern.ANY_LABEL || labels[vertex] == label;
  }

  /**
   * Keeps the members of a set that have a label.
   *
   * @return how many
   */
  int keepLabel(int[] set, int size, int label) {
    int kept = 0;
    for (int i = 0; i < size; i++) {
      int x = set[i];
      set[kept] = x;
      kept += labels[x] == label ? 1 : 0;
    }
    return kept;
  }

  /** Elements below a bound: an index into a sorted array. */
  static int lowerBound(int[] set, int size, int bound) {
    return size == 0 || set[size - 1] < bound ? size : BinarySearch.first(set, 0, size, bound);
  }

  /** Whether an edge exists. */
  boolean adjacent(int first, int second) {
    long[] row = hubs.row(Math.min(first, second));
    if (row != null) {
      int other = Math.max(first, second);
      return (row[other >>> 6] >>> other & 1) != 0;
    }
    int low = Math.max(first, second);
    int wanted = Math.min(first, second);
    long at = graph.lowerBound(low, wanted);
    return at < graph.offset(low + 1) && graph.neighbor(at) == wanted;
  }

  /**
   * Writes the members of a set that are (or, with {@code keepAdjacent} false, are not) neighbours
   * of a vertex.
   *
   * @return how many
   */
  int filter(int[] set, int size, int vertex, boolean keepAdjacent, int[] out) {
    long[] row = hubs.row(vertex);
    int kept = 0;
    if (row != null) {
      int wanted = keepAdjacent ? 1 : 0;
      for (int i = 0; i < size; i++) {
        int x = set[i];
        out[kept] = x;
        kept += (int) (row[x >>> 6] >>> x & 1) ^ wanted ^ 1;
      }
      return kept;
    }
    long start = graph.offset(vertex);
    long end = graph.offset(vertex + 1);
    if ((end - start) > (long) size * gallop) {
      for (int i = 0; i < size; i++) {
        start = search(start, end, set[i]);
        boolean found = start < end && graph.neighbor(start) == set[i];
        if (found == keepAdjacent) {
          out[kept++] = set[i];
        }
      }
      return kept;
    }
    for (int i = 0; i < size; i++) {
      int x = set[i];
      while (start < end && graph.neighbor(start) < x) {
        start++;
      }
      boolean found = start < end && graph.neighbor(start) == x;
      if (found == keepAdjacent) {
        out[kept++] = x;
      }
    }
    return kept;
  }

  /** How many members {@link #filter} would write. */
  int countFiltered(int[] set, int size, int vertex, boolean keepAdjacent) {
    int found = 0;
    long[] row = hubs.row(vertex);
    if (row != null) {
      for (int i = 0; i < size; i++) {
        int x = set[i];
        found += (int) (row[x >>> 6] >>> x & 1);
      }
    } else {
      long start = graph.offset(vertex);
      long end = graph.offset(vertex + 1);
      boolean search = (end - start) > (long) size * gallop;
      for (int i = 0; i < size && start < end; i++) {
        int x = set[i];
        if (search) {
          start = search(start, end, x);
        } else {
          while (start < end && graph.neighbor(start) < x) {
            start++;
          }
        }
        found += start < end && graph.neighbor(start) == x ? 1 : 0;
      }
    }
    return keepAdjacent ? found : size - found;
  }

  /** First index from {@code start} on whose entry is not below {@code x}: gallop, then halve. */
  private long search(long start, long end, int x) {
    long step = 1;
    long low = start;
    long high = start;
    while (high < end && graph.neighbor(high) < x) {
      low = high + 1;
      high += step;
      step <<= 1;
    }
    return BinarySearch.firstInt(graph.neighbors(), low, Math.min(high, end), x);
  }
}
