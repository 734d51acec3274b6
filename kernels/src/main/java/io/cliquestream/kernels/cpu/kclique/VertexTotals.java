package io.cliquestream.kernels.cpu.kclique;

import io.cliquestream.kernels.graph.OrientedGraph;
import io.cliquestream.kernels.job.CountArray;
import io.cliquestream.kernels.job.StopMeter;
import java.math.BigInteger;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Exact counts by rank that all threads add to: a long each, and a big integer beside it for the
 * few that outgrow it. Memory: 8 bytes for each vertex.
 */
final class VertexTotals {
  private static final long SPILL = 1L << 61;

  private final AtomicLongArray small;
  private final Map<Integer, BigInteger> large = new ConcurrentHashMap<>();

  VertexTotals(int vertices) {
    small = new AtomicLongArray(vertices);
  }

  /** Adds 0 ≤ count &lt; 2^61. */
  void add(int rank, long count) {
    while (true) {
      long old = small.get(rank);
      long sum = old + count;
      if (sum < SPILL) {
        if (small.compareAndSet(rank, old, sum)) {
          return;
        }
      } else if (small.compareAndSet(rank, old, 0)) {
        add(rank, BigInteger.valueOf(sum));
        return;
      }
    }
  }

  /** Adds a count of any size. */
  void add(int rank, BigInteger count) {
    large.merge(rank, count, BigInteger::add);
  }

  /** The counts by the graph's dense vertices. */
  CountArray byVertex(OrientedGraph graph, StopMeter meter) {
    CountArray counts = new CountArray(graph.vertexCount());
    for (int rank = 0; rank < graph.vertexCount(); rank++) {
      meter.work(8);
      BigInteger big = large.get(rank);
      long rest = small.get(rank);
      if (big == null) {
        counts.set(graph.vertex(rank), rest);
      } else {
        counts.set(graph.vertex(rank), big.add(BigInteger.valueOf(rest)));
      }
    }
    return counts;
  }
}
