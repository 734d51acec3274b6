package io.cliquestream.kernels.graph;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.job.StopMeter;
import java.lang.foreign.Arena;

/** Makes the ids of an edge array dense, keeping their order; any number of threads may ask. */
sealed interface IdMap extends AutoCloseable permits BitmapIds, HashedIds {
  /** Most vertices of a graph: arrays indexed by vertex must stay possible. */
  int MAXIMUM_VERTICES = Integer.MAX_VALUE - 15;

  /** Number of ids. */
  int count();

  /** Replaces the first {@code count} ids by their vertices; those of loops may become anything. */
  void toVertices(long[] ids, int count);

  /** The translation back, its table in {@code arena}. */
  VertexIds vertexIds(Arena arena, StopMeter meter);

  @Override
  void close();

  /** Checks a number of vertices. */
  static int requireCount(long vertices) {
    if (vertices > MAXIMUM_VERTICES) {
      throw new ComputeException(
          FailureCode.GRAPH_TOO_LARGE,
          "%d vertices, at most %d are possible".formatted(vertices, MAXIMUM_VERTICES));
    }
    return (int) vertices;
  }
}
