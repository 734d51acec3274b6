package io.cliquestream.kernels.sharded;

import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.DenseLimits;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.WideGraph;
import io.cliquestream.kernels.graph.build.Subgraphs;
import io.cliquestream.kernels.graph.build.VertexSubset;
import java.util.Optional;

/**
 * Cuts a wide graph's order into intervals of roots, from its end to its start, and makes their
 * shards one by one.
 *
 * <p>An interval that does not fit is halved until it does; after one that fits the next try is
 * twice as long. So a shard costs a few tries, each given up as soon as it has too many vertices,
 * and no more than one too large by bytes. Memory: three quarters of a byte per vertex of the wide
 * graph at most.
 */
final class ShardCutter implements AutoCloseable {
  private final WideGraph graph;
  private final DenseLimits limits;
  private final int radius;
  private final Parallelism parallelism;
  private final VertexSubset members;
  private final Ball ball;
  private long end;
  private long length;

  /**
   * A cutter at the end of the order.
   *
   * @param radius steps from a root that a shard must hold, 1 or more
   */
  ShardCutter(WideGraph graph, DenseLimits limits, int radius, Parallelism parallelism) {
    this.graph = graph;
    this.limits = limits;
    this.radius = radius;
    this.parallelism = parallelism;
    this.members = new VertexSubset(graph.vertexCount());
    this.ball = new Ball(graph, members, limits.shardVertices(), parallelism);
    this.end = graph.vertexCount();
    this.length = limits.shardVertices();
  }

  /** Roots before this position have not been in a shard. */
  long end() {
    return end;
  }

  /**
   * The next shard; its roots are those before all roots so far.
   *
   * @param minimumDegree vertices of smaller degree are not needed, as roots or otherwise
   * @return empty when no root is left; a shard without vertices is possible
   * @throws ComputeException GRAPH_TOO_LARGE when a single root does not fit
   */
  Optional<Shard> next(long minimumDegree) {
    long least = graph.firstOfDegree(minimumDegree);
    if (end <= least) {
      return Optional.empty();
    }
    long first = Math.max(least, end - length);
    while (true) {
      parallelism.stop().checkStopped();
      Optional<Graph> cut = cut(first);
      if (cut.isPresent()) {
        Shard shard = new Shard(graph, first, end, cut.get(), parallelism);
        length = Math.min(limits.shardVertices(), 2 * (end - first));
        end = first;
        return Optional.of(shard);
      }
      if (first == end - 1) {
        throw tooLarge(first);
      }
      first = end - (end - first) / 2;
    }
  }

  private Optional<Graph> cut(long first) {
    members.clear(parallelism);
    return ball.fill(first, end, radius)
        ? Subgraphs.induced(graph, members, v -> v, limits.shardBytes(), parallelism)
        : Optional.empty();
  }

  private ComputeException tooLarge(long position) {
    return new ComputeException(
        FailureCode.GRAPH_TOO_LARGE,
        ("what lies within %d steps of vertex %s, among vertices of no smaller degree, is more than"
                + " a shard may hold: %d vertices in %d bytes")
            .formatted(
                radius,
                Long.toUnsignedString(graph.originalId(graph.atPosition(position))),
                limits.shardVertices(),
                limits.shardBytes()));
  }

  @Override
  public void close() {
    members.close();
    ball.close();
  }
}
