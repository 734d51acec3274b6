package io.cliquestream.kernels.cpu.triangle;

import io.cliquestream.kernels.cpu.schedule.ChunkedWork;
import io.cliquestream.kernels.cpu.schedule.Slice;
import io.cliquestream.kernels.graph.OrientedGraph;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Counts triangles by oriented wedges. For an edge (u, v) with v at position p of N⁺(u), only the p
 * targets before v can be in N⁺(v), since targets ascend and every target of v is below v. So for
 * each v the prefixes of all its incoming edges are streamed against a bitmap of N⁺(v): Σ p probes
 * in all, fewer than either list of every edge on skewed graphs, each one load and one shift.
 *
 * <p>The prefixes lie anywhere in memory, and waiting for them takes longer than the probes where
 * targets exceed the caches: the beginnings of some are therefore read ahead together, so that a
 * core waits for many of them at a time.
 *
 * <p>A chunk is a range of incoming edges; a vertex with many of them is spread over several
 * chunks, each of which sets its bitmap up again. Memory for each thread: n/8 bytes for the bitmap;
 * with counts by edge 4·n bytes more for positions.
 */
final class WedgeWork implements ChunkedWork<WedgeWork.State> {
  private final OrientedGraph graph;
  private final IncomingEdges incoming;
  private final WedgeChunks chunks;
  private final TriangleTotals totals;
  private long triangles;

  /** One thread's bitmap and sum. */
  static final class State {
    private final long[] bitmap;
    private final int[] prefix;
    private final int[] positions;
    private final long[] byPosition;
    private long triangles;

    /** The sum of what was read ahead, so that it is read. */
    @SuppressWarnings("UnusedVariable")
    private int ahead;

    State(OrientedGraph graph, boolean locate) {
      bitmap = new long[(graph.vertexCount() >>> 6) + 1];
      prefix = new int[graph.maximumOutDegree()];
      positions = new int[locate ? graph.vertexCount() : 0];
      byPosition = new long[locate ? graph.maximumOutDegree() : 0];
    }
  }

  /** With {@code totals} counts go to vertices or edges too. */
  WedgeWork(
      OrientedGraph graph, IncomingEdges incoming, WedgeChunks chunks, TriangleTotals totals) {
    this.graph = graph;
    this.incoming = incoming;
    this.chunks = chunks;
    this.totals = totals;
  }

  long triangles() {
    return triangles;
  }

  @Override
  public long chunkCount() {
    return chunks.count();
  }

  @Override
  public double cost(long chunk) {
    return chunks.cost(chunk);
  }

  @Override
  public boolean isSmall() {
    return chunks.total() <= TrianglePolicy.SMALL_WORK;
  }

  @Override
  public State newState() {
    return new State(graph, totals.wanted());
  }

  @Override
  public void merge(State state) {
    triangles += state.triangles;
  }

  @Override
  public void mergeStopped(State state) {
    merge(state);
  }

  @Override
  public void process(long chunk, State state, Slice<State> slice) {
    long end = chunks.end(chunk);
    long e = chunks.first(chunk);
    for (int v = incoming.head(e); e < end; v++) {
      long last = Math.min(end, incoming.offset(v + 1));
      if (e < last && graph.outDegree(v) > 0) {
        slice.checkStopped();
        mark(v, state);
        if (totals.wanted()) {
          locate(v, e, last, state);
        } else {
          count(e, last, state);
        }
        clear(v, state);
      }
      e = last;
    }
  }

  private void mark(int v, State state) {
    MemorySegment targets = graph.targets();
    long begin = graph.offset(v);
    int degree = graph.outDegree(v);
    for (int i = 0; i < degree; i++) {
      int w = targets.get(ValueLayout.JAVA_INT, (begin + i) << 2);
      state.bitmap[w >>> 6] |= 1L << w;
    }
    if (totals.wanted()) {
      for (int i = 0; i < degree; i++) {
        state.positions[targets.get(ValueLayout.JAVA_INT, (begin + i) << 2)] = i;
      }
    }
  }

  private void clear(int v, State state) {
    MemorySegment targets = graph.targets();
    long begin = graph.offset(v);
    int degree = graph.outDegree(v);
    for (int i = 0; i < degree; i++) {
      state.bitmap[targets.get(ValueLayout.JAVA_INT, (begin + i) << 2) >>> 6] = 0;
    }
  }

  private void count(long first, long end, State state) {
    MemorySegment targets = graph.targets();
    long[] bitmap = state.bitmap;
    long found = 0;
    for (long e = first; e < end; ) {
      long last = Math.min(end, e + TrianglePolicy.EDGES_AHEAD);
      state.ahead += readAhead(e, last);
      for (; e < last; e++) {
        long edge = incoming.edge(e);
        found +=
            probe(
                targets,
                graph.offset(IncomingEdges.tail(edge)) << 2,
                IncomingEdges.position(edge),
                bitmap,
                state.prefix);
      }
    }
    state.triangles += found;
  }

  /** Reads a target of each of the first cache lines of some prefixes. */
  private int readAhead(long first, long end) {
    int sum = 0;
    for (long e = first; e < end; e++) {
      long edge = incoming.edge(e);
      long begin = graph.offset(IncomingEdges.tail(edge));
      int position = IncomingEdges.position(edge);
      for (int i = 0; i < TrianglePolicy.TARGETS_AHEAD; i += TrianglePolicy.LINE_TARGETS) {
        sum += graph.target(begin + Math.min(i, position));
      }
    }
    return sum;
  }

  /** Copies the prefix first: a loop over an array is much faster than one over a segment. */
  private static int probe(
      MemorySegment targets, long begin, int length, long[] bitmap, int[] prefix) {
    MemorySegment.copy(targets, ValueLayout.JAVA_INT, begin, prefix, 0, length);
    int found = 0;
    for (int i = 0; i < length; i++) {
      int w = prefix[i];
      found += (int) (bitmap[w >>> 6] >>> w) & 1;
    }
    return found;
  }

  /** Counts and tells every triangle's vertices and edges. */
  private void locate(int v, long first, long end, State state) {
    MemorySegment targets = graph.targets();
    long ofHead = 0;
    for (long e = first; e < end; e++) {
      long edge = incoming.edge(e);
      int u = IncomingEdges.tail(edge);
      int position = IncomingEdges.position(edge);
      long begin = graph.offset(u);
      int found = 0;
      for (int i = 0; i < position; i++) {
        int w = targets.get(ValueLayout.JAVA_INT, (begin + i) << 2);
        if ((state.bitmap[w >>> 6] >>> w & 1) != 0) {
          state.byPosition[state.positions[w]]++;
          totals.addEdge(begin + i, 1);
          found++;
        }
      }
      if (found > 0) {
        totals.addVertex(u, found);
        totals.addEdge(begin + position, found);
        ofHead += found;
      }
    }
    state.triangles += ofHead;
    if (ofHead > 0) {
      totals.addVertex(v, ofHead);
      flush(v, state);
    }
  }

  private void flush(int v, State state) {
    long begin = graph.offset(v);
    int degree = graph.outDegree(v);
    for (int i = 0; i < degree; i++) {
      long count = state.byPosition[i];
      if (count != 0) {
        state.byPosition[i] = 0;
        totals.addEdge(begin + i, count);
        totals.addVertex(graph.target(begin + i), count);
      }
    }
  }
}
