package io.cliquestream.kernels.sharded;

import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.graph.Graph;
import java.util.Optional;

/**
 * Cuts a graph's order into intervals of roots, from its end to its start, and makes their shards
 * one by one.
 *
 * <p>An interval that does not fit is halved until it does; after one that fits the next try is
 * twice as long. So a shard costs a few tries, each given up as soon as it has too many vertices,
 * and no more than one too large by bytes. What an engine refuses all the same is cut again, and
 * shards stay at half of that. Memory: three quarters of a byte per vertex of the graph at most.
 */
final class ShardCutter implements AutoCloseable {
  private final RootedGraph graph;
  private final ShardRoom room;
  private final int radius;
  private final Parallelism parallelism;
  private final VertexSubset members;
  private final Ball ball;
  private long end;
  private long length;

  /** Most bytes of a shard of several roots: less than the room once something was refused. */
  private long mostBytes;

  /** Where the last shard ended. */
  private long lastEnd;

  /**
   * A cutter at the end of the order.
   *
   * @param radius steps from a root that a shard must hold, 1 or more
   */
  ShardCutter(RootedGraph graph, ShardRoom room, int radius, Parallelism parallelism) {
    this.graph = graph;
    this.room = room;
    this.mostBytes = room.mostBytes();
    this.radius = radius;
    this.parallelism = parallelism;
    this.members = new VertexSubset(graph.vertexCount());
    this.ball = new Ball(graph, members, room.mostVertices(), parallelism);
    this.end = graph.vertexCount();
    this.length = room.mostVertices();
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
   * @throws ComputeException what the room says when a single root does not fit
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
        length = Math.min(room.mostVertices(), 2 * (end - first));
        lastEnd = end;
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
        ? Subgraphs.induced(
            graph.graph(),
            members,
            v -> v,
            (vertices, edges) -> fits(end - first, vertices, edges),
            parallelism)
        : Optional.empty();
  }

  private boolean fits(long roots, long vertices, long edges) {
    return room.holds(vertices, edges) && (roots == 1 || room.bytes(vertices, edges) <= mostBytes);
  }

  /**
   * Takes the last shard back, which an engine could not hold: the next one is smaller.
   *
   * @param refused what the engine said; thrown when the shard has a single root
   */
  void refuse(Shard shard, ShardRefused refused) {
    if (lastEnd - end <= 1) {
      throw refused.failure();
    }
    mostBytes = room.bytes(shard.graph().vertexCount(), shard.graph().edgeCount()) / 2;
    length = (lastEnd - end) / 2;
    end = lastEnd;
  }

  private ComputeException tooLarge(long position) {
    return room.tooLarge(
        "what lies within %d steps of vertex %s, among vertices of no smaller degree"
            .formatted(
                radius, Long.toUnsignedString(graph.originalId(graph.atPosition(position)))));
  }

  @Override
  public void close() {
    members.close();
    ball.close();
  }
}
