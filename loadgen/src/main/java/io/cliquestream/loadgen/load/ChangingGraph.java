package io.cliquestream.loadgen.load;

import io.cliquestream.contract.EdgeSource;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * A random graph that changes edge by edge, and its triangles, counted by the common neighbours of
 * each changed edge: slow, and obviously right. Once it has its edges, every second change deletes
 * one at random. Of a graph that it began with, edges that were deleted come back first. Not
 * thread-safe.
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

  /** Edges of the beginning that are not there now, as pairs. */
  private int[] gone = new int[1 << 10];

  private int goneEdges;
  private boolean ofGiven;
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

  /** Begins with a given graph: its own edges leave and come back. */
  public static ChangingGraph of(long seed, EdgeSource given) {
    var graph = new ChangingGraph(seed, 2, Integer.MAX_VALUE);
    given.forEach((u, v) -> graph.begin(vertex(u), vertex(v)));
    if (graph.edges == 0) {
      throw new IllegalArgumentException("a graph without edges cannot change");
    }
    graph.ofGiven = true;
    return graph;
  }

  private static int vertex(long id) {
    if (id < 0 || id > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "a load begins with a graph whose ids are below 2^31, and one is "
              + Long.toUnsignedString(id));
    }
    return (int) id;
  }

  private void begin(int u, int v) {
    boolean _ = u != v && insert(u, v);
  }

  /** Makes the next change, which may be one that changes nothing. */
  public void next(Change change) {
    if (ofGiven ? deletesGiven() : edges == most || (edges > most / 2 && random.nextBoolean())) {
      delete(change);
    } else if (ofGiven) {
      goneEdges--;
      int u = gone[2 * goneEdges];
      int v = gone[2 * goneEdges + 1];
      boolean _ = insert(u, v);
      change.take(false, u, v);
    } else {
      int u = random.nextInt(vertices);
      int v = random.nextInt(vertices);
      boolean _ = u != v && insert(u, v);
      change.take(false, u, v);
    }
  }

  private boolean deletesGiven() {
    return goneEdges == 0 || (edges > 1 && random.nextBoolean());
  }

  private void delete(Change change) {
    int victim = random.nextInt(edges);
    int u = sources[victim];
    int v = targets[victim];
    edges--;
    sources[victim] = sources[edges];
    targets[victim] = targets[edges];
    neighbors.get(u).remove(v);
    neighbors.get(v).remove(u);
    triangles -= common(u, v);
    if (ofGiven) {
      if (2 * goneEdges == gone.length) {
        gone = Arrays.copyOf(gone, 2 * gone.length);
      }
      gone[2 * goneEdges] = u;
      gone[2 * goneEdges + 1] = v;
      goneEdges++;
    }
    change.take(true, u, v);
  }

  private boolean insert(int u, int v) {
    if (!of(u).add(v)) {
      return false;
    }
    of(v).add(u);
    triangles += common(u, v);
    if (edges == sources.length) {
      sources = Arrays.copyOf(sources, 2 * edges);
      targets = Arrays.copyOf(targets, 2 * edges);
    }
    sources[edges] = u;
    targets[edges] = v;
    edges++;
    return true;
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
