package io.cliquestream.kernels.graph;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/** Makes simple graphs out of edge arrays: drops loops and duplicates, makes ids dense. */
public final class GraphBuilder {
  private GraphBuilder() {}

  /**
   * Builds the simple undirected graph of an edge array, which stays as it is.
   *
   * @throws ComputeException GRAPH_TOO_LARGE beyond 2^31 - 16 vertices with an edge
   */
  public static Graph build(EdgeArray edges) {
    int pairs = Math.toIntExact(edges.size());
    long[] ids = new long[2 * pairs];
    long loops = 0;
    int used = 0;
    for (int i = 0; i < pairs; i++) {
      long from = edges.from(i);
      long to = edges.to(i);
      if (from == to) {
        loops++;
      } else {
        ids[used++] = from ^ Long.MIN_VALUE;
        ids[used++] = to ^ Long.MIN_VALUE;
      }
    }
    ids = Arrays.copyOf(ids, used);
    Arrays.parallelSort(ids);
    int vertices = 0;
    for (int i = 0; i < used; i++) {
      if (i == 0 || ids[i] != ids[i - 1]) {
        ids[vertices++] = ids[i];
      }
    }
    if (vertices > Integer.MAX_VALUE - 16) {
      throw new ComputeException(FailureCode.GRAPH_TOO_LARGE, "too many vertices: " + vertices);
    }
    long[] keys = new long[used];
    int count = 0;
    for (int i = 0; i < pairs; i++) {
      long from = edges.from(i);
      long to = edges.to(i);
      if (from != to) {
        long a = Arrays.binarySearch(ids, 0, vertices, from ^ Long.MIN_VALUE);
        long b = Arrays.binarySearch(ids, 0, vertices, to ^ Long.MIN_VALUE);
        keys[count++] = a << 32 | b;
        keys[count++] = b << 32 | a;
      }
    }
    Arrays.parallelSort(keys);
    int arcs = 0;
    for (int i = 0; i < count; i++) {
      if (i == 0 || keys[i] != keys[i - 1]) {
        keys[arcs++] = keys[i];
      }
    }
    Arena arena = Arena.ofShared();
    MemorySegment offsets = arena.allocate((vertices + 1L) * Long.BYTES, 64);
    MemorySegment neighbors = arena.allocate((long) arcs * Integer.BYTES, 64);
    MemorySegment originals = arena.allocate((long) vertices * Long.BYTES, 64);
    boolean identity = true;
    for (int v = 0; v < vertices; v++) {
      long original = ids[v] ^ Long.MIN_VALUE;
      identity &= original == v;
      originals.setAtIndex(ValueLayout.JAVA_LONG, v, original);
    }
    int vertex = 0;
    for (int i = 0; i < arcs; i++) {
      int source = (int) (keys[i] >>> 32);
      while (vertex < source) {
        offsets.setAtIndex(ValueLayout.JAVA_LONG, ++vertex, i);
      }
      neighbors.setAtIndex(ValueLayout.JAVA_INT, i, (int) keys[i]);
    }
    while (vertex < vertices) {
      offsets.setAtIndex(ValueLayout.JAVA_LONG, ++vertex, arcs);
    }
    return new Graph(
        arena,
        vertices,
        offsets,
        neighbors,
        identity ? VertexIds.identity(vertices) : VertexIds.table(originals),
        new GraphInput(pairs, loops, pairs - loops - arcs / 2));
  }
}
