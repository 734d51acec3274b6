package io.cliquestream.kernels.cpu.ranked;

import io.cliquestream.kernels.answer.CountArray;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.cpu.schedule.ChunkedWork;
import io.cliquestream.kernels.cpu.schedule.CpuJobRun;
import io.cliquestream.kernels.cpu.schedule.Slice;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.OrientedGraph;
import io.cliquestream.kernels.memory.BinarySearch;

/**
 * Puts counts of oriented edges into the order of the undirected graph: edge {v, w} with v &lt; w
 * stands where w does among the neighbours above v, rows one after another. Memory: 8 bytes for
 * each vertex beside the answer.
 */
public final class EdgeCounts implements ChunkedWork<EdgeCounts> {
  /** Where counts come from. */
  @FunctionalInterface
  public interface Source {
    /** Copies the count of an edge of the oriented graph to an index; for any thread. */
    void copy(long oriented, CountArray to, long index);
  }

  private static final int RANKS = 1024;

  private final Graph graph;
  private final OrientedGraph oriented;
  private final Source source;
  private final CountArray counts;
  private final long[] firstAbove;

  private EdgeCounts(Graph graph, OrientedGraph oriented, Source source, StopMeter meter) {
    this.graph = graph;
    this.oriented = oriented;
    this.source = source;
    this.counts = new CountArray(graph.edgeCount());
    this.firstAbove = new long[graph.vertexCount() + 1];
    long edges = 0;
    for (int v = 0; v < graph.vertexCount(); v++) {
      meter.work(16);
      firstAbove[v] = edges;
      edges += graph.offset(v + 1) - find(v, v);
    }
    firstAbove[graph.vertexCount()] = edges;
  }

  /** The counts by edge, put in order by the engine's threads. */
  public static CountArray of(CpuJobRun run, OrientedGraph oriented, Source source) {
    EdgeCounts edges = new EdgeCounts(run.graph(), oriented, source, run.meter());
    run.scheduler().run(run.control(), edges);
    return edges.counts;
  }

  @Override
  public long chunkCount() {
    return (oriented.vertexCount() + RANKS - 1L) / RANKS;
  }

  @Override
  public double cost(long chunk) {
    return oriented.offset(end(chunk)) - oriented.offset((int) (chunk * RANKS));
  }

  private int end(long chunk) {
    return (int) Math.min(oriented.vertexCount(), (chunk + 1) * RANKS);
  }

  @Override
  public EdgeCounts newState() {
    return this;
  }

  @Override
  public void merge(EdgeCounts state) {}

  @Override
  public void process(long chunk, EdgeCounts state, Slice<EdgeCounts> slice) {
    for (int u = (int) (chunk * RANKS); u < end(chunk); u++) {
      slice.checkStopped();
      int first = oriented.vertex(u);
      for (long i = oriented.offset(u); i < oriented.offset(u + 1); i++) {
        int second = oriented.vertex(oriented.target(i));
        int low = Math.min(first, second);
        int high = Math.max(first, second);
        long index = firstAbove[low + 1] - (graph.offset(low + 1) - find(low, high));
        source.copy(i, counts, index);
      }
    }
  }

  /** Index of the first neighbour of a vertex that is {@code wanted} or above. */
  private long find(int vertex, int wanted) {
    return BinarySearch.firstInt(
        graph.neighbors(), graph.offset(vertex), graph.offset(vertex + 1), wanted);
  }
}
