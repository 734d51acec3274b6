package io.cliquestream.kernels.assembly;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * Joins the cliques of two graphs whose vertices are all adjacent to each other's.
 *
 * <p>The lexicographically smallest unions come from the smallest parts: of two sets of equal size
 * the smaller is the one with the least vertex of their symmetric difference, and joining a
 * disjoint set changes neither.
 */
public final class CliqueUnions {
  private CliqueUnions() {}

  /**
   * The lexicographically smallest unions of one set of each list, in order.
   *
   * @param left the smallest sets of one side, all of one size, ascending and in order, not empty
   * @param right the same of the other side, which has no vertex in common
   * @param limit most unions
   */
  public static List<int[]> smallest(List<int[]> left, List<int[]> right, long limit) {
    record Pair(int i, int j, int[] union) {}
    PriorityQueue<Pair> next =
        new PriorityQueue<>((a, b) -> CliqueCollector.LEXICOGRAPHIC.compare(a.union, b.union));
    Set<Long> seen = new HashSet<>();
    List<int[]> joined = new ArrayList<>();
    next.add(new Pair(0, 0, union(left.get(0), right.get(0))));
    while (!next.isEmpty() && joined.size() < limit) {
      Pair pair = next.poll();
      joined.add(pair.union);
      for (int step = 0; step < 2; step++) {
        int i = pair.i + 1 - step;
        int j = pair.j + step;
        if (i < left.size() && j < right.size() && seen.add((long) i << 32 | j)) {
          next.add(new Pair(i, j, union(left.get(i), right.get(j))));
        }
      }
    }
    return joined;
  }

  /** The vertices of both, ascending. */
  public static int[] union(int[] a, int[] b) {
    int[] union = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, union, a.length, b.length);
    Arrays.sort(union);
    return union;
  }
}
