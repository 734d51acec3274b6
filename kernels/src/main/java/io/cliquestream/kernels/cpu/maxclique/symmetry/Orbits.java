package io.cliquestream.kernels.cpu.maxclique.symmetry;

import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.kernels.cpu.maxclique.dense.BitGraph;
import java.util.ArrayList;
import java.util.List;

/**
 * Sets of vertices that automorphisms of a graph map onto each other.
 *
 * <p>Vertices in different cells of the coarsest equitable {@link OrderedPartition} are in
 * different orbits. For two of the same cell an automorphism is looked for: both are
 * individualised, each in a partition of its own, and then, as long as the two are alike, one
 * vertex of the same cell on either side. Discrete partitions give a mapping, which counts once
 * every edge has been checked. All the cycles of an automorphism found are joined, so a few of them
 * settle a cell. The search is cut off when it has done its work; sets are then smaller than
 * orbits, which is as right.
 *
 * <p>Cost: a search to the end is some n²/64 words for each level of a mapping, n levels at most.
 * Memory: n numbers for each automorphism found, n of them at most.
 */
final class Orbits {
  private final BitGraph graph;
  private final StopCheck stop;
  private final OrderedPartition root;
  private final int[] parent;

  /** The automorphisms found, each of which joined sets: the vertex that each vertex goes to. */
  private final List<int[]> maps = new ArrayList<>();

  /** What the first vertex of a pair leads to, level by level. */
  private final List<OrderedPartition> path = new ArrayList<>();

  private final List<OrderedPartition> images = new ArrayList<>();
  private int pathOf = -1;
  private long work;
  private long workLeft;
  private int triesLeft;

  private Orbits(BitGraph graph, int[] kinds, long mostWork, StopCheck stop) {
    this.graph = graph;
    this.stop = stop;
    this.root = OrderedPartition.coarsest(graph, kinds);
    this.workLeft = mostWork;
    this.parent = new int[graph.size()];
    for (int v = 0; v < parent.length; v++) {
      parent[v] = v;
    }
  }

  /**
   * Orbits and the automorphisms that make them.
   *
   * @param sets every vertex once, each set ascending, the sets by their first vertices
   * @param maps the vertex that each vertex goes to; the orbits of the group that they generate are
   *     the sets
   */
  record Found(int[][] sets, List<int[]> maps) {}

  /**
   * The orbits, or parts of them, under those automorphisms that keep the kinds of vertices apart.
   *
   * @param kinds what kind each vertex is of, 0 or more; numbers without gaps
   * @param mostTries wrong turns on the way to one mapping
   * @param mostWork words touched in all, more or less
   */
  static Found of(BitGraph graph, int[] kinds, int mostTries, long mostWork, StopCheck stop) {
    Orbits orbits = new Orbits(graph, kinds, mostWork, stop);
    orbits.join(mostTries);
    int n = graph.size();
    int[] size = new int[n];
    int count = 0;
    for (int v = 0; v < n; v++) {
      count += size[orbits.find(v)]++ == 0 ? 1 : 0;
    }
    int[][] sets = new int[count][];
    int[] index = new int[n];
    int[] filled = new int[count];
    int next = 0;
    for (int v = 0; v < n; v++) {
      int first = orbits.find(v);
      if (first == v) {
        index[v] = next;
        sets[next++] = new int[size[v]];
      }
      int set = index[first];
      sets[set][filled[set]++] = v;
    }
    return new Found(sets, orbits.maps);
  }

  private void join(int mostTries) {
    for (int cell = 0; cell < graph.size(); cell += root.length(cell)) {
      List<Integer> different = new ArrayList<>();
      for (int i = cell; i < cell + root.length(cell) && workLeft > 0; i++) {
        int v = root.vertex(i);
        if (!meets(cell, different, v, mostTries)) {
          different.add(v);
        }
      }
    }
  }

  /** Whether a vertex is in the orbit of one of others of its cell. */
  private boolean meets(int cell, List<Integer> others, int v, int mostTries) {
    for (int other : others) {
      if (find(other) == find(v)) {
        return true;
      }
    }
    for (int other : others) {
      triesLeft = mostTries;
      if (maps(cell, other, v)) {
        return true;
      }
    }
    return false;
  }

  private int find(int v) {
    int at = v;
    while (parent[at] != at) {
      parent[at] = parent[parent[at]];
      at = parent[at];
    }
    return at;
  }

  private void unite(int a, int b) {
    int first = find(a);
    int second = find(b);
    parent[Math.max(first, second)] = Math.min(first, second);
  }

  private OrderedPartition at(List<OrderedPartition> levels, int level) {
    if (level == levels.size()) {
      levels.add(root.copy());
    }
    return levels.get(level);
  }

  /** Steps a partition, counting its work. */
  private void individualize(OrderedPartition partition, int cell, int vertex) {
    long before = partition.work();
    partition.individualize(cell, vertex);
    long spent = partition.work() - before + graph.size();
    work += spent;
    workLeft -= spent;
    if (work >= 1 << 20) {
      work = 0;
      stop.checkStopped();
    }
  }

  private boolean maps(int cell, int from, int to) {
    if (pathOf != from) {
      pathOf = from;
      OrderedPartition partition = at(path, 0);
      partition.set(root);
      individualize(partition, cell, from);
      for (int level = 1; !partition.isDiscrete(); level++) {
        OrderedPartition next = at(path, level);
        next.set(partition);
        int smallest = partition.smallestCell();
        individualize(next, smallest, partition.vertex(smallest));
        partition = next;
      }
    }
    OrderedPartition image = at(images, 0);
    image.set(root);
    individualize(image, cell, to);
    return image.isLike(path.get(0)) && descend(0);
  }

  private boolean descend(int level) {
    OrderedPartition image = images.get(level);
    if (image.isDiscrete()) {
      return isAutomorphism(path.get(level), image);
    }
    int cell = image.smallestCell();
    OrderedPartition next = at(images, level + 1);
    for (int i = cell; i < cell + image.length(cell); i++) {
      if (triesLeft == 0 || workLeft <= 0) {
        return false;
      }
      if (i > cell) {
        triesLeft--;
      }
      next.set(image);
      individualize(next, cell, image.vertex(i));
      if (next.isLike(path.get(level + 1)) && descend(level + 1)) {
        return true;
      }
    }
    return false;
  }

  /** Checks the mapping of one discrete partition to another, and joins its cycles. */
  private boolean isAutomorphism(OrderedPartition from, OrderedPartition to) {
    int n = graph.size();
    workLeft -= (long) n * n / 2;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < i; j++) {
        if (graph.connected(from.vertex(i), from.vertex(j))
            != graph.connected(to.vertex(i), to.vertex(j))) {
          return false;
        }
      }
    }
    int[] map = new int[n];
    for (int i = 0; i < n; i++) {
      map[from.vertex(i)] = to.vertex(i);
      unite(from.vertex(i), to.vertex(i));
    }
    maps.add(map);
    return true;
  }
}
