package io.cliquestream.kernels.cpu.motif;

import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.cpu.ranked.RankedGraph;
import io.cliquestream.kernels.cpu.ranked.RootChunks;
import io.cliquestream.kernels.cpu.schedule.Slice;
import io.cliquestream.kernels.memory.BinarySearch;
import io.cliquestream.kernels.memory.MemoryMeter;
import io.cliquestream.kernels.memory.ScratchArena;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The graphs among the neighbours of some consecutive vertices, off the heap: for every arc xy of
 * these vertices the common neighbours of x and y, ascending, as positions in the row of x.
 *
 * <p>A page holds as many vertices as its budget allows, and at least one, so that the memory of a
 * pass over all pages stays bounded however many triangles there are.
 */
final class NeighborhoodPage implements AutoCloseable {
  private final RankedGraph graph;
  private final Arena arena;
  private final int first;
  private final int end;
  private final MemorySegment starts;
  private final MemorySegment positions;

  /**
   * An empty page of the vertices from {@code first} on.
   *
   * @param budget most positions, unless a single vertex needs more
   */
  NeighborhoodPage(
      RankedGraph graph,
      ArcTriangles triangles,
      int first,
      long budget,
      StopMeter meter,
      MemoryMeter memory) {
    arena = ScratchArena.open(memory);
    this.graph = graph;
    this.first = first;
    long held = 0;
    int next = first;
    while (next < graph.vertexCount()) {
      meter.work(1 + graph.degree(next));
      long needed = 0;
      for (long arc = graph.offset(next); arc < graph.offset(next + 1); arc++) {
        needed += triangles.get(arc);
      }
      if (next > first && held + needed > budget) {
        break;
      }
      held += needed;
      next++;
    }
    end = next;
    long base = graph.offset(first);
    long arcs = graph.offset(end) - base;
    starts = arena.allocate((arcs + 1) * Long.BYTES, 64);
    positions = arena.allocate(Math.max(1, held) * Integer.BYTES, 64);
    try {
      fillStarts(triangles, base, arcs, meter);
    } catch (Throwable failure) {
      arena.close();
      throw failure;
    }
  }

  private void fillStarts(ArcTriangles triangles, long base, long arcs, StopMeter meter) {
    long start = 0;
    for (long i = 0; i < arcs; i++) {
      meter.work(1);
      starts.setAtIndex(ValueLayout.JAVA_LONG, i, start);
      start += triangles.get(base + i);
    }
    starts.setAtIndex(ValueLayout.JAVA_LONG, arcs, start);
  }

  /** First vertex. */
  int first() {
    return first;
  }

  /** Vertex after the last one. */
  int end() {
    return end;
  }

  /** Index of the first position of an arc of the page's vertices; the arc after the last too. */
  long start(long arc) {
    return starts.getAtIndex(ValueLayout.JAVA_LONG, arc - graph.offset(first));
  }

  /** The position at an index. */
  int position(long index) {
    return positions.getAtIndex(ValueLayout.JAVA_INT, index);
  }

  /** The first index from {@code low} to {@code high} whose position is not below a bound. */
  long firstFrom(int bound, long low, long high) {
    return BinarySearch.firstInt(positions, low, high, bound);
  }

  @Override
  public void close() {
    arena.close();
  }

  /** Fills a page; its roots count from the page's first vertex. */
  static final class Fill extends RootPass<Fill.Marks> {
    /** Marks of one thread. */
    static final class Marks extends State {
      final int[] position;
      final long[] next;

      Marks(RankedGraph graph) {
        position = new int[graph.vertexCount()];
        next = new long[graph.maximumDegree()];
      }
    }

    private final NeighborhoodPage page;

    Fill(NeighborhoodPage page, RootChunks chunks) {
      super(page.graph, chunks, new SumTable());
      this.page = page;
    }

    @Override
    public Marks newState() {
      return new Marks(graph);
    }

    @Override
    void process(int root, Marks state, Slice<Marks> slice) {
      int x = page.first + root;
      long row = graph.offset(x);
      int degree = graph.degree(x);
      for (int i = 0; i < degree; i++) {
        state.position[graph.neighbor(row + i)] = i + 1;
        state.next[i] = page.start(row + i);
      }
      // Neighbours ascend: each list first gets what lies before its own arc, then what lies after.
      for (int i = 0; i < degree; i++) {
        int y = graph.neighbor(row + i);
        long start = graph.offset(y);
        long end = start + graph.outDegree(y);
        for (long j = start; j < end; j++) {
          int at = state.position[graph.neighbor(j)] - 1;
          if (at >= 0) {
            page.positions.setAtIndex(ValueLayout.JAVA_INT, state.next[i]++, at);
            page.positions.setAtIndex(ValueLayout.JAVA_INT, state.next[at]++, i);
          }
        }
        state.work(end - start, slice);
      }
      for (int i = 0; i < degree; i++) {
        state.position[graph.neighbor(row + i)] = 0;
      }
    }
  }
}
