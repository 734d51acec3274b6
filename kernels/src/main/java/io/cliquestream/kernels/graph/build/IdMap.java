package io.cliquestream.kernels.graph.build;

import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.DenseLimits;
import io.cliquestream.kernels.graph.VertexIds;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Makes the ids of an edge array dense, keeping their order; any number of threads may ask. */
sealed interface IdMap extends AutoCloseable permits BitmapIds, HashedIds {
  /** Number of ids. */
  long count();

  /** Replaces the first {@code count} ids by their vertices; those of loops may become anything. */
  void toVertices(long[] ids, int count);

  /** The ascending ids as 64-bit numbers in {@code arena}, or null when they are 0 … count-1. */
  MemorySegment originals(Arena arena, StopMeter meter);

  /** The translation back of at most 2^31 - 16 vertices, its table in {@code arena}. */
  default VertexIds vertexIds(Arena arena, StopMeter meter) {
    MemorySegment originals = originals(arena, meter);
    return originals == null
        ? VertexIds.identity(requireCount(count()))
        : VertexIds.table(originals);
  }

  @Override
  void close();

  /** Checks the number of vertices of a {@link io.cliquestream.kernels.graph.Graph}. */
  static int requireCount(long vertices) {
    if (vertices > DenseLimits.MAXIMUM_VERTICES) {
      throw new ComputeException(
          FailureCode.GRAPH_TOO_LARGE,
          "%d vertices, at most %d are possible".formatted(vertices, DenseLimits.MAXIMUM_VERTICES));
    }
    return (int) vertices;
  }
}
