package io.cliquestream.kernels.cuda.kclique;

import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.cuda.device.DeviceMemory;
import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.graph.LaneCalls;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.cuda.library.NativeRecord;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Where each edge of the host's graph stands in the adjacency of a device's, as an unsigned number
 * of 4 bytes an edge. The device sorts 32-bit counts of edges into the host's order; here each
 * edge's count is its own position.
 */
final class EdgePositions {
  /** Positions that are written and sent at a time. */
  private static final long PART = 1L << 20;

  /** Positions that are numbered on the heap at a time. */
  private static final int BLOCK = 1 << 12;

  /** Positions that are worth a thread. */
  private static final long GRAIN = 1 << 15;

  private EdgePositions() {}

  /** Device bytes that it takes to find them. */
  static long bytes(CudaLibrary library, NativeRecord graph) {
    return Integer.BYTES * numbers(graph) + library.local().edgesByIdBytes(graph);
  }

  private static long numbers(NativeRecord graph) {
    return Math.max(2, graph.get("adjacency_capacity"));
  }

  /**
   * Finds them on the lane, which is waited for.
   *
   * @param graph the C library's {@code cs_graph}
   * @param arena of the positions, 4 bytes an edge
   */
  static MemorySegment of(
      Lane lane, CudaLibrary library, NativeRecord graph, Arena arena, Parallelism parallelism) {
    long bytes = library.local().edgesByIdBytes(graph);
    try (DeviceMemory own = lane.allocate(Integer.BYTES * numbers(graph));
        DeviceMemory working = lane.allocate(bytes);
        Arena scratch = Arena.ofShared()) {
      numberPositions(lane, own, numbers(graph), scratch, parallelism);
      MemorySegment ordered = scratch.allocate(ValueLayout.JAVA_LONG);
      LaneCalls.enqueue(
          lane,
          () ->
              library
                  .local()
                  .edgesById(
                      graph, own.address(), working.address(), bytes, ordered, lane.stream()));
      MemorySegment arrived =
          arena.allocate(Integer.BYTES * Math.max(1, graph.get("edges")), Integer.BYTES);
      lane.download(working, ordered.get(ValueLayout.JAVA_LONG, 0) - working.address(), arrived);
      lane.await();
      return arrived;
    }
  }

  private static void numberPositions(
      Lane lane, DeviceMemory own, long numbers, Arena scratch, Parallelism parallelism) {
    MemorySegment part = scratch.allocate(Integer.BYTES * Math.min(PART, numbers), Integer.BYTES);
    for (long first = 0; first < numbers; first += PART) {
      MemorySegment sent = part.asSlice(0, Integer.BYTES * Math.min(PART, numbers - first));
      number(sent, first, parallelism);
      lane.upload(sent, own, Integer.BYTES * first);
      lane.await();
    }
  }

  /** Fills a segment with numbers that follow each other. */
  static void number(MemorySegment to, long first, Parallelism parallelism) {
    parallelism.forRanges(
        to.byteSize() / Integer.BYTES,
        GRAIN,
        (from, end) -> {
          int[] block = new int[BLOCK];
          for (long at = from; at < end; at += BLOCK) {
            int count = (int) Math.min(BLOCK, end - at);
            number(block, first + at, count);
            MemorySegment.copy(block, 0, to, ValueLayout.JAVA_INT, Integer.BYTES * at, count);
          }
        });
  }

  private static void number(int[] block, long first, int count) {
    for (int i = 0; i < count; i++) {
      block[i] = (int) (first + i);
    }
  }
}
