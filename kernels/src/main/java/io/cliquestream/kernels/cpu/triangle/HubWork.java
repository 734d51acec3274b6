package io.cliquestream.kernels.cpu.triangle;

import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.cpu.bitset.BitMatrix;
import io.cliquestream.kernels.cpu.ranked.RootChunks;
import io.cliquestream.kernels.cpu.schedule.ChunkedWork;
import io.cliquestream.kernels.cpu.schedule.Slice;
import io.cliquestream.kernels.graph.OrientedGraph;
import io.cliquestream.kernels.part.RootRange;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Counts the triangles whose middle vertex v is one of the hubs, which on skewed graphs is where
 * half of all wedges end. What {@link WedgeWork} finds by as many probes as u has targets before v,
 * is here the bits that N⁺(u) and the row of v share: 64 ranks a step, and the compiler makes eight
 * steps one. Where u has few targets before v, these are looked up in the row.
 *
 * <p>A chunk is a range of tails u, whose targets are read once and in order of memory, while the
 * rows of all hubs stay in cache.
 */
final class HubWork implements ChunkedWork<HubWork.State> {
  private final OrientedGraph graph;
  private final HubBitRows rows;
  private final RootChunks chunks;
  private long triangles;

  /** One thread's bits of N⁺(u) among the hubs, and its sum. */
  static final class State {
    private final long[] bits;
    private final int[] targets;
    private long triangles;

    State(int hubs, int degree) {
      bits = new long[BitMatrix.words(hubs)];
      targets = new int[degree];
    }
  }

  HubWork(OrientedGraph graph, HubBitRows rows, StopMeter meter) {
    this.graph = graph;
    this.rows = rows;
    RootRange tails =
        new RootRange(Math.min(graph.vertexCount(), rows.hubs().first() + 1), graph.vertexCount());
    this.chunks = RootChunks.of(tails, this::cost, meter);
  }

  /** Most bytes of its chunks on a graph of so many edges. */
  static long bytes(long edges) {
    return 48 * Math.min(4097, edges * TrianglePolicy.HUB_EDGE_COST / 50_000 + 16);
  }

  private double cost(int tail) {
    double degree = Math.min(graph.outDegree(tail), rows.hubs().end());
    return degree * Math.min(degree / 2, TrianglePolicy.HUB_EDGE_COST);
  }

  long triangles() {
    return triangles;
  }

  /** Estimated work. */
  double total() {
    return chunks.total();
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
    return new State(rows.hubs().end(), graph.maximumOutDegree());
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
    StopMeter meter = new StopMeter(slice);
    for (int tail = chunks.start(chunk); tail < chunks.end(chunk); tail++) {
      meter.work(1 + (long) cost(tail));
      long begin = graph.offset(tail);
      int degree = (int) (graph.firstTargetFrom(tail, rows.hubs().end()) - begin);
      // The first target has none before it.
      if (degree > 1) {
        count(begin, degree, state);
      }
    }
  }

  private void count(long begin, int degree, State state) {
    int[] targets = state.targets;
    long[] bits = state.bits;
    MemorySegment.copy(
        graph.targets(), ValueLayout.JAVA_INT, begin * Integer.BYTES, targets, 0, degree);
    for (int i = 0; i < degree; i++) {
      bits[targets[i] >>> 6] |= 1L << targets[i];
    }
    int first = rows.hubs().first();
    long found = 0;
    for (int i = 1; i < degree; i++) {
      int hub = targets[i];
      if (hub >= first) {
        int words = BitMatrix.words(hub);
        found +=
            TrianglePolicy.looksUp(i, words)
                ? probe(rows.bits(), rows.begin(hub), targets, i)
                : shared(rows.bits(), rows.begin(hub), bits, words);
      }
    }
    state.triangles += found;
    for (int i = 0; i < degree; i++) {
      bits[targets[i] >>> 6] = 0;
    }
  }

  private static int probe(long[] rows, int begin, int[] targets, int count) {
    int found = 0;
    for (int i = 0; i < count; i++) {
      int target = targets[i];
      found += (int) (rows[begin + (target >>> 6)] >>> target) & 1;
    }
    return found;
  }

  /** A loop of this form the compiler makes one over vectors. */
  private static int shared(long[] rows, int begin, long[] bits, int words) {
    int found = 0;
    for (int i = 0; i < words; i++) {
      found += Long.bitCount(rows[begin + i] & bits[i]);
    }
    return found;
  }
}
