package io.cliquestream.kernels.graph.build;

import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.GraphInput;
import io.cliquestream.kernels.graph.PairSource;
import io.cliquestream.kernels.graph.VertexIds;
import io.cliquestream.kernels.memory.LargeArena;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Optional;

/**
 * Builds small graphs on one thread, in plain arrays that are copied to their place at the end. A
 * virtual machine that has just started interprets an access to an off-heap word some fifty times
 * slower than one to an array, and a worker that comes back has hundreds of small graphs to build
 * before it answers. The graph is the same as that of {@link RowAssembly}.
 *
 * <p>Rows are sorted by scattering twice: whoever walks through all rows in order, and puts its own
 * number into the row of each neighbour, fills every row in ascending order. Costs O(pairs + ids).
 */
record SmallRows(int n, int[] ends, int[] starts, long[] originals) {
  /** Pairs of a small graph: arrays of a few hundred kilobytes. */
  private static final int MOST_PAIRS = 1 << 16;

  /** Possible ids a pair, at most; more are a matter for a map. */
  private static final int IDS_PER_PAIR = 16;

  /** Possible ids that are always few enough. */
  private static final int FEW_IDS = 1 << 12;

  private static final int BATCH_IDS = 1 << 12;

  /**
   * Builds the graph if it is a small one.
   *
   * @param mostVertices more vertices with an edge make another kind of graph
   */
  static Optional<Graph> build(
      PairSource edges, PairShape input, long mostVertices, Parallelism parallelism) {
    long pairs = edges.size();
    long most = Math.max(FEW_IDS, IDS_PER_PAIR * Math.min(pairs, MOST_PAIRS));
    if (pairs > MOST_PAIRS || Long.compareUnsigned(input.largestId(), most) >= 0) {
      return Optional.empty();
    }
    int[] ends = read(edges, (int) (pairs - input.loops()), parallelism);
    int[] vertices = new int[(int) input.largestId() + 1];
    for (int end : ends) {
      vertices[end] = 1;
    }
    int n = 0;
    for (int id = 0; id < vertices.length; id++) {
      int there = vertices[id];
      vertices[id] = n;
      n += there;
    }
    if (n > mostVertices) {
      return Optional.empty();
    }
    boolean identity = n == vertices.length;
    long[] originals = identity ? null : new long[n];
    if (!identity) {
      for (int i = 0; i < ends.length; i++) {
        int id = ends[i];
        originals[vertices[id]] = id;
        ends[i] = vertices[id];
      }
    }
    int[] starts = new int[n + 1];
    for (int end : ends) {
      starts[end + 1]++;
    }
    for (int v = 0; v < n; v++) {
      starts[v + 1] += starts[v];
    }
    return Optional.of(new SmallRows(n, ends, starts, originals).assemble(pairs, input.loops()));
  }

  /** The ends of all pairs but loops, two a pair. */
  private static int[] read(PairSource edges, int pairs, Parallelism parallelism) {
    int[] ends = new int[2 * pairs];
    long[] batch = new long[BATCH_IDS];
    int used = 0;
    long at = 0;
    while (at < edges.size()) {
      parallelism.stop().checkStopped();
      int given = (int) Math.min(edges.copyPairs(at, batch), edges.size() - at);
      for (int i = 0; i < 2 * given; i += 2) {
        if (batch[i] != batch[i + 1]) {
          ends[used++] = (int) batch[i];
          ends[used++] = (int) batch[i + 1];
        }
      }
      at += given;
    }
    return ends;
  }

  private Graph assemble(long pairs, long loops) {
    int[] rows = new int[ends.length];
    int[] next = Arrays.copyOf(starts, n);
    for (int i = 0; i < ends.length; i += 2) {
      int first = ends[i];
      int second = ends[i + 1];
      rows[next[first]++] = second;
      rows[next[second]++] = first;
    }
    // The ends are in the rows now; their array takes the rows in order.
    int[] sorted = ends;
    System.arraycopy(starts, 0, next, 0, n);
    for (int v = 0; v < n; v++) {
      for (int i = starts[v]; i < starts[v + 1]; i++) {
        int other = rows[i];
        int place = next[other];
        if (place == starts[other] || sorted[place - 1] != v) {
          sorted[place] = v;
          next[other] = place + 1;
        }
      }
    }
    long[] offsets = new long[n + 1];
    int arcs = 0;
    for (int v = 0; v < n; v++) {
      int length = next[v] - starts[v];
      if (arcs != starts[v]) {
        System.arraycopy(sorted, starts[v], sorted, arcs, length);
      }
      arcs += length;
      offsets[v + 1] = arcs;
    }
    return graph(offsets, sorted, new GraphInput(pairs, loops, pairs - loops - arcs / 2));
  }

  private Graph graph(long[] offsets, int[] neighbors, GraphInput input) {
    int arcs = (int) offsets[n];
    Arena arena = LargeArena.shared();
    boolean made = false;
    try {
      MemorySegment bounds = arena.allocate((n + 1L) * Long.BYTES, 64);
      MemorySegment.copy(offsets, 0, bounds, ValueLayout.JAVA_LONG, 0, n + 1);
      MemorySegment values = arena.allocate((long) arcs * Integer.BYTES, 64);
      MemorySegment.copy(neighbors, 0, values, ValueLayout.JAVA_INT, 0, arcs);
      Graph graph = new Graph(arena, n, bounds, values, vertexIds(arena), input);
      made = true;
      return graph;
    } finally {
      if (!made) {
        arena.close();
      }
    }
  }

  private VertexIds vertexIds(Arena arena) {
    if (originals == null) {
      return VertexIds.identity(n);
    }
    MemorySegment table = arena.allocate((long) n * Long.BYTES, 64);
    MemorySegment.copy(originals, 0, table, ValueLayout.JAVA_LONG, 0, n);
    return VertexIds.table(table);
  }
}
