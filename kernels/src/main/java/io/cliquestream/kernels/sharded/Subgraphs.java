package io.cliquestream.kernels.sharded;

import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.GraphInput;
import io.cliquestream.kernels.graph.GraphMemory;
import io.cliquestream.kernels.graph.SimpleGraph;
import io.cliquestream.kernels.graph.VertexIds;
import io.cliquestream.kernels.memory.LargeArena;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongUnaryOperator;

/**
 * Makes subgraphs induced by some vertices of a graph of any size.
 *
 * <p>Two passes over the members' rows in parallel, first to count, then to write; members without
 * an edge to another member go. Costs one look at a bit for every neighbour of a member, and four
 * bytes a member beside the result.
 */
final class Subgraphs {
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

  private Subgraphs() {}

  /**
   * The subgraph induced by the members of a set.
   *
   * @param graph of any width, which stays as it is
   * @param members at most {@link io.cliquestream.kernels.graph.DenseLimits#MAXIMUM_VERTICES};
   *     those without an edge to another one are taken out of the set
   * @param id what {@link Graph#ids} of the result says of a member: ascends with the vertices
   * @param maximumBytes most bytes of the result
   * @param parallelism threads, and what stops them
   * @return empty when the result would take more
   */
  static Optional<Graph> induced(
      SimpleGraph graph,
      VertexSubset members,
      LongUnaryOperator id,
      long maximumBytes,
      Parallelism parallelism) {
    return induced(
        graph,
        members,
        id,
        (vertices, edges) -> GraphMemory.graphBytes(vertices, edges) <= maximumBytes,
        parallelism);
  }

  /** Says how large a subgraph may be. */
  @FunctionalInterface
  interface Room {
    /**
     * {@return whether there is room for a graph of so many vertices and edges}
     *
     * @param vertices of the result
     * @param edges of the result
     */
    boolean holds(long vertices, long edges);
  }

  /**
   * The same where something else than bytes on the host bounds the result.
   *
   * @param graph of any width, which stays as it is
   * @param members at most {@link io.cliquestream.kernels.graph.DenseLimits#MAXIMUM_VERTICES};
   *     those without an edge to another one are taken out of the set
   * @param id what {@link Graph#ids} of the result says of a member: ascends with the vertices
   * @param room asked once, before anything of the result is made
   * @param parallelism threads, and what stops them
   * @return empty when there is no room for the result
   */
  static Optional<Graph> induced(
      SimpleGraph graph,
      VertexSubset members,
      LongUnaryOperator id,
      Room room,
      Parallelism parallelism) {
    int candidates = Math.toIntExact(members.rank(parallelism.meter()));
    try (Arena working = LargeArena.shared()) {
      MemorySegment degrees = working.allocate(Math.max(1L, candidates) * Integer.BYTES, 64);
      LongAdder arcs = new LongAdder();
      LongAdder lonely = new LongAdder();
      members.forEach(
          parallelism,
          (vertex, meter) -> {
            long end = graph.rowOffset(vertex + 1);
            int degree = 0;
            for (long i = graph.rowOffset(vertex); i < end; i++) {
              meter.work(1);
              degree += members.contains(graph.neighborAt(i)) ? 1 : 0;
            }
            degrees.setAtIndex(INT, members.rank(vertex), degree);
            arcs.add(degree);
            if (degree == 0) {
              lonely.increment();
            }
          });
      int count = candidates - lonely.intValue();
      if (!room.holds(count, arcs.sum() / 2)) {
        return Optional.empty();
      }
      Arena arena = LargeArena.shared();
      try {
        MemorySegment offsets = arena.allocate((count + 1L) * Long.BYTES, 64);
        MemorySegment ids = arena.allocate((long) count * Long.BYTES, 64);
        dropLonely(members, id, degrees, offsets, ids, parallelism.sequential());
        MemorySegment neighbors = arena.allocate(arcs.sum() * Integer.BYTES, 64);
        fill(graph, members, offsets, neighbors, parallelism);
        VertexIds table = VertexIds.table(ids);
        GraphInput input = new GraphInput(arcs.sum() / 2, 0, 0);
        return Optional.of(new Graph(arena, count, offsets, neighbors, table, input));
      } catch (Throwable failure) {
        arena.close();
        throw failure;
      }
    }
  }

  /** Takes members without neighbours out; fills the offsets and ids of the others, in order. */
  private static void dropLonely(
      VertexSubset members,
      LongUnaryOperator id,
      MemorySegment degrees,
      MemorySegment offsets,
      MemorySegment ids,
      Parallelism sequential) {
    long[] candidate = {0};
    long[] kept = {0};
    members.forEach(
        sequential,
        (vertex, meter) -> {
          meter.work(2);
          int degree = degrees.getAtIndex(INT, candidate[0]++);
          if (degree == 0) {
            members.remove(vertex);
          } else {
            long local = kept[0]++;
            ids.setAtIndex(LONG, local, id.applyAsLong(vertex));
            offsets.setAtIndex(LONG, local + 1, offsets.getAtIndex(LONG, local) + degree);
          }
        });
    var _ = members.rank(sequential.meter());
  }

  private static void fill(
      SimpleGraph graph,
      VertexSubset members,
      MemorySegment offsets,
      MemorySegment neighbors,
      Parallelism parallelism) {
    members.forEach(
        parallelism,
        (vertex, meter) -> {
          long at = offsets.getAtIndex(LONG, members.rank(vertex));
          long end = graph.rowOffset(vertex + 1);
          for (long i = graph.rowOffset(vertex); i < end; i++) {
            meter.work(1);
            long neighbor = graph.neighborAt(i);
            if (members.contains(neighbor)) {
              neighbors.setAtIndex(INT, at++, (int) members.rank(neighbor));
            }
          }
        });
  }
}
