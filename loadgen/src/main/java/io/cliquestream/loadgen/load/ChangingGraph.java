package io.cliquestream.loadgen.load;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * A random graph that changes edge by edge, and its triangles, counted by the common neighbours of
 * each changed edge: slow, and obviously right. Once it has its edges, every second change deletes
 * one at random. Not thread-safe.
 */
public final class ChangingGraph {
  /** Takes a change. */
  @FunctionalInterface
  public interface Change {
    void take(boolean deletion, long source, long target);
  }

  private final Random random;
  private final int vertices;
  private final int most;
  private final Map<Integer, Set<Integer>> neighbors = new HashMap<>();
  private int[] sources = new int[1 << 10];
  private int[] targets = new int[1 << 10];
  private int edges;
  private long triangles;

  /**
   * @param vertices 2 or more
   * @param most edges at a time, 1 or more
   */
  public ChangingGraph(long seed, int vertices, int most) {
    if (vertices < 2 || most < 1) {
      throw new IllegalArgumentException("2 vertices and 1 edge, or more");
    }
    this.random = new Random(seed);
    this.vertices = vertices;
    this.most = most;
  }

  /** Makes the next change, which may be one that changes nothing. */
  public void next(Change change) {
    if (edges == most || (edges > most / 2 && random.nextBoolean())) {
      int victim = random.nextInt(edges);
      int u = sources[victim];
      int v = targets[victim];
      edges--;
      sources[victim] = sources[edges];
      targets[victim] = targets[edges];
      neighbors.get(u).remove(v);
      neighbors.get(v).remove(u);
      triangles -= common(u, v);
      change.take(true, u, v);
      return;
    }
    int u = random.nextInt(vertices);
    int v = random.nextInt(vertices);
    if (u != v && of(u).add(v)) {
      of(v).add(u);
      triangles += common(u, v);
      if (edges == sources.length) {
        sources = Arrays.copyOf(sources, 2 * edges);
        targets = Arrays.copyOf(targets, 2 * edges);
      }
      sources[edges] = u;
      targets[edges] = v;
      edges++;
    }
    change.take(false, u, v);
  }

  private Set<Integer> of(int vertex) {
    return neighbors.computeIfAbsent(vertex, _ -> new HashSet<>());
  }

  private long common(int u, int v) {
    boolean swapped = of(u).size() > of(v).size();
    Set<Integer> smaller = of(swapped ? v : u);
    Set<Integer> larger = of(swapped ? u : v);
    long found = 0;
    for (int w : smaller) {
      found += larger.contains(w) ? 1 : 0;
    }
    return found;
  }

  public long triangles() {
    return triangles;
  }
}
