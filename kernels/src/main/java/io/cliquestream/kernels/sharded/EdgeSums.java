package io.cliquestream.kernels.sharded;

import io.cliquestream.kernels.answer.CountArray;
import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.graph.Graph;
import java.math.BigInteger;

/** Counts by edge of a graph, put together from those of shards. */
final class EdgeSums {
  private final EdgeIndex edges;
  private final CountArray sums;

  EdgeSums(RootedGraph graph, Parallelism parallelism) {
    this.edges = new EdgeIndex(graph, parallelism);
    this.sums = new CountArray(graph.edgeCount());
  }

  /**
   * Adds, or takes away, the counts of a shard's edges.
   *
   * @param part whose ids are vertices of the whole graph
   */
  void add(Graph part, CountArray counts, boolean plus, StopMeter meter) {
    long[] edge = {0};
    part.forEachEdge(
        (from, to) -> {
          meter.work(16);
          BigInteger count = counts.get(edge[0]++);
          if (count.signum() != 0) {
            sums.add(edges.of(from, to), plus ? count : count.negate());
          }
        });
  }

  /** The counts so far. */
  CountArray counts() {
    return sums;
  }
}
