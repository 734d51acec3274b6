package io.cliquestream.kernels.graph;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/** Ranks the vertices of a graph, relabels it by rank and orients it. */
public final class Orientation {
  private Orientation() {}

  /** Orients a graph; see {@link OrientedGraph} for the conventions. */
  public static OrientedGraph orient(Graph graph, Ordering ordering) {
    int n = graph.vertexCount();
    int[] cores = new int[n];
    int[] order =
        switch (ordering) {
          case DEGREE -> byDegree(graph);
          case DEGENERACY -> byDegeneracy(graph, cores);
        };
    int[] rank = new int[n];
    for (int r = 0; r < n; r++) {
      rank[order[r]] = r;
    }
    Arena arena = Arena.ofShared();
    MemorySegment offsets = arena.allocate((n + 1L) * Long.BYTES, 64);
    MemorySegment targets = arena.allocate(graph.edgeCount() * Integer.BYTES, 64);
    MemorySegment vertices = arena.allocate((long) n * Integer.BYTES, 64);
    MemorySegment coreNumbers =
        ordering == Ordering.DEGENERACY ? arena.allocate((long) n * Integer.BYTES, 64) : null;
    int maximum = 0;
    int[] row = new int[16];
    long position = 0;
    for (int r = 0; r < n; r++) {
      int v = order[r];
      vertices.setAtIndex(ValueLayout.JAVA_INT, r, v);
      if (coreNumbers != null) {
        coreNumbers.setAtIndex(ValueLayout.JAVA_INT, r, cores[v]);
      }
      int length = 0;
      for (long i = graph.offset(v); i < graph.offset(v + 1); i++) {
        int other = rank[graph.neighbor(i)];
        if (other < r) {
          if (length == row.length) {
            row = Arrays.copyOf(row, 2 * length);
          }
          row[length++] = other;
        }
      }
      Arrays.sort(row, 0, length);
      MemorySegment.copy(row, 0, targets, ValueLayout.JAVA_INT, position * Integer.BYTES, length);
      position += length;
      offsets.setAtIndex(ValueLayout.JAVA_LONG, r + 1, position);
      maximum = Math.max(maximum, length);
    }
    return new OrientedGraph(arena, ordering, offsets, targets, vertices, coreNumbers, maximum);
  }

  /** Vertices by descending degree, equal degrees by ascending id. */
  private static int[] byDegree(Graph graph) {
    int n = graph.vertexCount();
    long[] keys = new long[n];
    for (int v = 0; v < n; v++) {
      keys[v] = (long) (Integer.MAX_VALUE - graph.degree(v)) << 32 | v;
    }
    Arrays.parallelSort(keys);
    int[] order = new int[n];
    for (int r = 0; r < n; r++) {
      order[r] = (int) keys[r];
    }
    return order;
  }

  /** Reverse of a peel by buckets (Batagelj and Zaveršnik, O(m)); fills the core numbers. */
  private static int[] byDegeneracy(Graph graph, int[] cores) {
    int n = graph.vertexCount();
    int largest = 0;
    for (int v = 0; v < n; v++) {
      cores[v] = graph.degree(v);
      largest = Math.max(largest, cores[v]);
    }
    int[] start = new int[largest + 2];
    for (int v = 0; v < n; v++) {
      start[cores[v] + 1]++;
    }
    for (int d = 0; d <= largest; d++) {
      start[d + 1] += start[d];
    }
    int[] peel = new int[n];
    int[] position = new int[n];
    int[] next = start.clone();
    for (int v = 0; v < n; v++) {
      position[v] = next[cores[v]]++;
      peel[position[v]] = v;
    }
    for (int i = 0; i < n; i++) {
      int v = peel[i];
      for (long e = graph.offset(v); e < graph.offset(v + 1); e++) {
        int u = graph.neighbor(e);
        if (cores[u] > cores[v]) {
          int first = start[cores[u]];
          int w = peel[first];
          peel[position[u]] = w;
          position[w] = position[u];
          peel[first] = u;
          position[u] = first;
          start[cores[u]]++;
          cores[u]--;
        }
      }
    }
    int[] order = new int[n];
    for (int i = 0; i < n; i++) {
      order[n - 1 - i] = peel[i];
    }
    return order;
  }
}
