package io.cliquestream.kernels.cuda.kclique;

import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.cuda.device.DeviceMemory;
import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.graph.LaneCalls;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.cuda.library.NativeRecord;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Where each edge of the host's graph stands in the adjacency of a device's. The device sorts
 * 32-bit counts of edges into the host's order; here each edge's count is its own position.
 */
final class EdgePositions {
  /** Positions that are written and sent at a time. */
  private static final long PART = 1L << 20;

  private final MemorySegment positions;

  private EdgePositions(MemorySegment positions) {
    this.positions = positions;
  }

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
  static EdgePositions of(Lane lane, CudaLibrary library, NativeRecord graph, Arena arena) {
    long bytes = library.local().edgesByIdBytes(graph);
    try (DeviceMemory own = lane.allocate(Integer.BYTES * numbers(graph));
        DeviceMemory working = lane.allocate(bytes);
        Arena scratch = Arena.ofShared()) {
      numberPositions(lane, own, numbers(graph), scratch);
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
      return new EdgePositions(arrived);
    }
  }

  private static void numberPositions(Lane lane, DeviceMemory own, long numbers, Arena scratch) {
    StopMeter meter = new StopMeter(lane.control());
    MemorySegment part = scratch.allocate(Integer.BYTES * Math.min(PART, numbers), Integer.BYTES);
    for (long first = 0; first < numbers; first += PART) {
      long length = Math.min(PART, numbers - first);
      meter.work(length / Integer.BYTES);
      for (long i = 0; i < length; i++) {
        part.setAtIndex(ValueLayout.JAVA_INT, i, (int) (first + i));
      }
      lane.upload(part.asSlice(0, Integer.BYTES * length), own, Integer.BYTES * first);
      lane.await();
    }
  }

  /** The position of an edge, by its index in the host's order. */
  long of(long edge) {
    return Integer.toUnsignedLong(positions.getAtIndex(ValueLayout.JAVA_INT, edge));
  }
}
