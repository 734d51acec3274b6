package io.cliquestream.kernels.change.rows;

import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.GraphInput;
import io.cliquestream.kernels.graph.VertexIds;
import io.cliquestream.kernels.memory.LargeArena;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/**
 * Makes a {@link Graph} of a view: vertices dense and ascending by id, slots without a row gone.
 * Costs O(n + m), and 8 bytes of heap for each slot.
 */
public final class GraphAssembly {
  private static final int GRAIN = 1 << 10;

  private GraphAssembly() {}

  /** The slots that have a row, ascending by id: position is the vertex of the graph. */
  public static int[] vertices(RowView view) {
    int slots = view.slots();
    int[] vertices = new int[slots];
    int sorted = 0;
    int first = Math.min(slots, view.table().ids.ascending());
    for (int slot = 0; slot < first; slot++) {
      vertices[sorted] = slot;
      sorted += view.degree(slot) > 0 ? 1 : 0;
    }
    int count = sorted;
    for (int slot = first; slot < slots; slot++) {
      vertices[count] = slot;
      count += view.degree(slot) > 0 ? 1 : 0;
    }
    if (count > sorted) {
      mergeAdded(view, vertices, sorted, count);
    }
    return Arrays.copyOf(vertices, count);
  }

  private static void mergeAdded(RowView view, int[] vertices, int sorted, int count) {
    Integer[] added = new Integer[count - sorted];
    for (int i = 0; i < added.length; i++) {
      added[i] = vertices[sorted + i];
    }
    Arrays.parallelSort(added, (a, b) -> Long.compareUnsigned(view.id(a), view.id(b)));
    int i = sorted - 1;
    int j = added.length - 1;
    for (int at = count - 1; j >= 0; at--) {
      vertices[at] =
          i >= 0 && Long.compareUnsigned(view.id(vertices[i]), view.id(added[j])) > 0
              ? vertices[i--]
              : added[j--];
    }
  }

  /** The graph of a view. */
  public static Graph of(RowView view, Parallelism parallelism) {
    int[] vertices = vertices(view);
    int n = vertices.length;
    int[] dense = new int[view.slots()];
    boolean monotone = true;
    for (int v = 0; v < n; v++) {
      dense[vertices[v]] = v;
      monotone &= v == 0 || vertices[v - 1] < vertices[v];
    }
    boolean keepsOrder = monotone;
    Arena arena = LargeArena.shared();
    try {
      MemorySegment offsets = arena.allocate((n + 1L) * Long.BYTES, 64);
      long arcs = 0;
      boolean identity = true;
      for (int v = 0; v < n; v++) {
        arcs += view.degree(vertices[v]);
        identity &= view.id(vertices[v]) == v;
        offsets.setAtIndex(ValueLayout.JAVA_LONG, v + 1L, arcs);
      }
      MemorySegment neighbors = arena.allocate(arcs * Integer.BYTES, 64);
      parallelism.forRanges(
          n,
          GRAIN,
          (from, to) -> {
            StageRows rows = StageRows.of(view);
            IntBuffer row = new IntBuffer();
            for (int v = (int) from; v < to; v++) {
              int length = rows.read(vertices[v], row);
              int[] values = row.values();
              for (int i = 0; i < length; i++) {
                values[i] = dense[values[i]];
              }
              if (!keepsOrder) {
                Arrays.sort(values, 0, length);
              }
              long at = offsets.getAtIndex(ValueLayout.JAVA_LONG, v);
              MemorySegment.copy(
                  values, 0, neighbors, ValueLayout.JAVA_INT, at * Integer.BYTES, length);
            }
          });
      VertexIds ids = identity ? VertexIds.identity(n) : table(view, vertices, arena);
      return new Graph(arena, n, offsets, neighbors, ids, new GraphInput(arcs / 2, 0, 0));
    } catch (Throwable failure) {
      arena.close();
      throw failure;
    }
  }

  private static VertexIds table(RowView view, int[] vertices, Arena arena) {
    MemorySegment originals = arena.allocate((long) vertices.length * Long.BYTES, 64);
    for (int v = 0; v < vertices.length; v++) {
      originals.setAtIndex(ValueLayout.JAVA_LONG, v, view.id(vertices[v]));
    }
    return VertexIds.table(originals);
  }
}
