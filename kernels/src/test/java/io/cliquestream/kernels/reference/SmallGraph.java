package io.cliquestream.kernels.reference;

import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.job.Pattern;
import java.util.ArrayList;
import java.util.List;

/** A graph of at most 30 vertices, one bit row per vertex; what the brute force works on. */
public final class SmallGraph {
  private final int[] rows;

  private SmallGraph(int[] rows) {
    this.rows = rows;
  }

  /** The same graph, with the same dense vertices. */
  public static SmallGraph of(Graph graph) {
    if (graph.vertexCount() > 30) {
      throw new IllegalArgumentException("too large for brute force: " + graph.vertexCount());
    }
    int[] rows = new int[graph.vertexCount()];
    for (int v = 0; v < rows.length; v++) {
      for (long i = graph.offset(v); i < graph.offset(v + 1); i++) {
        rows[v] |= 1 << graph.neighbor(i);
      }
    }
    return new SmallGraph(rows);
  }

  /** The graph that a pattern draws, without its labels. */
  public static SmallGraph of(Pattern pattern) {
    int[] rows = new int[pattern.vertexCount()];
    for (int v = 0; v < rows.length; v++) {
      for (int w = 0; w < rows.length; w++) {
        rows[v] |= pattern.hasEdge(v, w) ? 1 << w : 0;
      }
    }
    return new SmallGraph(rows);
  }

  public int vertexCount() {
    return rows.length;
  }

  public int row(int vertex) {
    return rows[vertex];
  }

  public int degree(int vertex) {
    return Integer.bitCount(rows[vertex]);
  }

  public boolean hasEdge(int first, int second) {
    return (rows[first] >> second & 1) != 0;
  }

  /** Edges as pairs (smaller, larger), in the order of a walk over ascending rows. */
  public List<int[]> edges() {
    List<int[]> edges = new ArrayList<>();
    for (int u = 0; u < rows.length; u++) {
      for (int v = u + 1; v < rows.length; v++) {
        if (hasEdge(u, v)) {
          edges.add(new int[] {u, v});
        }
      }
    }
    return edges;
  }

  /** Whether the vertices of a bit set are pairwise adjacent. */
  public boolean isClique(int set) {
    for (int v = 0; v < rows.length; v++) {
      if ((set >> v & 1) != 0 && (set & ~(1 << v) & ~rows[v]) != 0) {
        return false;
      }
    }
    return true;
  }

  /** The members of a bit set, ascending. */
  public static int[] members(int set) {
    int[] members = new int[Integer.bitCount(set)];
    for (int v = 0, next = 0; next < members.length; v++) {
      if ((set >> v & 1) != 0) {
        members[next++] = v;
      }
    }
    return members;
  }

  /** The bit set of some vertices. */
  public static int set(int[] vertices) {
    int set = 0;
    for (int v : vertices) {
      set |= 1 << v;
    }
    return set;
  }
}
