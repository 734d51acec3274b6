package io.cliquestream.kernels.sharded;

import io.cliquestream.kernels.answer.CountArray;
import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.control.StopMeter;

/**
 * Where an edge of a graph stands in the order of counts by edge: rows one after another, in each
 * only the neighbours above its vertex. Eight bytes a vertex.
 */
final class EdgeIndex {
  private static final long VERTICES = 1 << 12;

  private final RootedGraph graph;
  private final CountArray endOfRow;

  EdgeIndex(RootedGraph graph, Parallelism parallelism) {
    this.graph = graph;
    this.endOfRow = new CountArray(graph.vertexCount());
    parallelism.forRanges(
        graph.vertexCount(),
        VERTICES,
        (from, to) -> {
          for (long v = from; v < to; v++) {
            endOfRow.set(v, graph.rowOffset(v + 1) - graph.find(v, v));
          }
        });
    StopMeter meter = parallelism.meter();
    long edges = 0;
    for (long v = 0; v < graph.vertexCount(); v++) {
      meter.work(4);
      edges += endOfRow.get(v).longValueExact();
      endOfRow.set(v, edges);
    }
  }

  /** The index of an edge, {@code from} below {@code to}. */
  long of(long from, long to) {
    return endOfRow.get(from).longValueExact() - (graph.rowOffset(from + 1) - graph.find(from, to));
  }
}
