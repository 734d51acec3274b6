package io.cliquestream.kernels.sharded;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.DenseLimits;
import io.cliquestream.kernels.graph.GraphMemory;

/**
 * How large a shard may be: what an engine can hold of one. Asked before a shard is made, so a
 * prediction out of the numbers of vertices and edges alone.
 */
public interface ShardRoom {
  /** {@return most vertices of a shard, 1 or more} */
  int mostVertices();

  /** {@return most bytes of a shard, as {@link #bytes} predicts them} */
  long mostBytes();

  /**
   * {@return bytes that a shard is predicted to take where it is computed; no fewer for more of
   * either}
   *
   * @param vertices number of vertices
   * @param edges number of edges
   */
  long bytes(long vertices, long edges);

  /**
   * {@return the failure of a job of which what a single root needs has no room}
   *
   * @param needed names the root, and what of the graph it needs
   */
  ComputeException tooLarge(String needed);

  /**
   * {@return whether there is room for a shard}
   *
   * @param vertices of the shard
   * @param edges of the shard
   */
  default boolean holds(long vertices, long edges) {
    return vertices <= mostVertices() && bytes(vertices, edges) <= mostBytes();
  }

  /**
   * {@return room by limits, which bound a shard as a graph on the host}
   *
   * @param limits vertices and bytes of a shard
   */
  static ShardRoom of(DenseLimits limits) {
    return new ShardRoom() {
      @Override
      public int mostVertices() {
        return limits.shardVertices();
      }

      @Override
      public long mostBytes() {
        return limits.shardBytes();
      }

      @Override
      public long bytes(long vertices, long edges) {
        return GraphMemory.graphBytes(vertices, edges);
      }

      @Override
      public ComputeException tooLarge(String needed) {
        return new ComputeException(
            FailureCode.GRAPH_TOO_LARGE,
            "%s, is more than a shard may hold: %d vertices in %d bytes"
                .formatted(needed, limits.shardVertices(), limits.shardBytes()));
      }
    };
  }
}
