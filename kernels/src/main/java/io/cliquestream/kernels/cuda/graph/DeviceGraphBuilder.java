package io.cliquestream.kernels.cuda.graph;

import io.cliquestream.kernels.cuda.device.DeviceMemory;
import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.cuda.library.GraphFunctions;
import io.cliquestream.kernels.cuda.library.NativeRecord;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.Graph;
import java.lang.foreign.Arena;

/**
 * Takes a host graph to a device and prepares it there (Polak 2016, section III; see {@code
 * src/main/cuda/graph}).
 *
 * <p>The symmetric rows cross PCIe as they lie in memory, in parts through pinned staging: 8 bytes
 * an edge, as many as an edge array would have, and no pass over them on the host. One kernel turns
 * each part into edges, each once; the preparation then counts degrees, ranks, relabels, orients and
 * sorts. The lane is waited for twice: for the largest degree and for the finished graph.
 */
final class DeviceGraphBuilder {
  private static final long ALIGNMENT = 256;

  private final Lane lane;
  private final CudaLibrary library;
  private final GraphFunctions functions;
  private final Graph host;
  private final long vertices;
  private final long edges;

  private DeviceGraphBuilder(Lane lane, CudaLibrary library, Graph host) {
    this.lane = lane;
    this.library = library;
    this.functions = library.graph();
    this.host = host;
    this.vertices = host.vertexCount();
    this.edges = host.edgeCount();
  }

  /** Builds the graph; it is resident when this returns, and complete. */
  static DeviceGraph build(Lane lane, CudaLibrary library, Graph host) {
    return new DeviceGraphBuilder(lane, library, host).build();
  }

  private DeviceGraph build() {
    long graphBytes = functions.graphBytes(edges, vertices);
    long headerOffset = (graphBytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    NativeRecord first = pinned("cs_prepare_header");
    NativeRecord built = pinned("cs_prepare_header");
    NativeRecord statistics = pinned("cs_graph_statistics");
    DeviceMemory memory =
        lane.allocate(
            headerOffset + built.layout().bytes() + ALIGNMENT + statistics.layout().bytes());
    NativeRecord graph = library.allocate("cs_graph", Arena.ofAuto());
    functions.bindGraph(memory.address(), graphBytes, edges, vertices, graph);
    try (DeviceMemory pairs = lane.allocate(Long.BYTES * edges)) {
      writePairs(pairs);
      prepare(pairs, first, built, graph);
    }
    long headerAddress = memory.address() + headerOffset;
    lane.upload(built.memory(), memory, headerOffset);
    long statisticsAddress =
        headerAddress + (built.layout().bytes() + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    LaneCalls.enqueue(
        lane, () -> functions.statistics(graph, statisticsAddress, statistics, lane.stream()));
    lane.await();
    return new DeviceGraph(
        graph, memory.keep(), headerAddress, DeviceStatistics.of(graph, statistics));
  }

  /** Uploads the rows, part by part, and writes each edge once. */
  private void writePairs(DeviceMemory pairs) {
    if (edges == 0) {
      return;
    }
    long neighbors = 2 * edges;
    long partLength = Math.min(DeviceGraphMemory.PART_NEIGHBORS, neighbors);
    try (DeviceMemory offsets = lane.allocate(host.offsets().byteSize());
        DeviceMemory part = lane.allocate(Integer.BYTES * partLength);
        DeviceMemory written = lane.allocate(Long.BYTES)) {
      lane.upload(host.offsets(), offsets, 0);
      lane.fill(written, (byte) 0);
      for (long at = 0; at < neighbors; at += partLength) {
        long first = at;
        long count = Math.min(partLength, neighbors - at);
        lane.upload(
            host.neighbors().asSlice(Integer.BYTES * first, Integer.BYTES * count), part, 0);
        LaneCalls.enqueue(
            lane,
            () ->
                functions.edgesFromRows(
                    offsets.address(),
                    vertices,
                    part.address(),
                    first,
                    count,
                    pairs.address(),
                    written.address(),
                    lane.stream()));
        lane.control().checkStopped();
      }
    }
  }

  private void prepare(
      DeviceMemory pairs, NativeRecord first, NativeRecord built, NativeRecord graph) {
    long bytes = functions.preparationBytes(edges, vertices);
    NativeRecord preparation = library.allocate("cs_preparation", Arena.ofAuto());
    long stream = lane.stream();
    try (DeviceMemory working = lane.allocate(bytes)) {
      functions.bindPreparation(working.address(), bytes, edges, vertices, preparation);
      LaneCalls.enqueue(
          lane,
          () -> {
            functions.start(preparation, stream);
            functions.accumulate(preparation, pairs.address(), edges, stream);
            functions.summarise(preparation, first, stream);
          });
      lane.await();
      requireClean(first, "invalid", "loops");
      LaneCalls.enqueue(
          lane,
          () -> {
            functions.orderByDegree(preparation, first, graph, stream);
            functions.build(preparation, first, pairs.address(), edges, graph, built, stream);
            functions.fill(preparation, graph, stream);
          });
      lane.await();
      requireClean(built, "duplicates");
    }
  }

  /** A host graph has no loops, duplicates or foreign ids: their presence is a defect. */
  private static void requireClean(NativeRecord header, String... counters) {
    for (String counter : counters) {
      if (header.get(counter) != 0) {
        throw new ComputeException(
            FailureCode.INTERNAL,
            "the graph prepared on the device has " + header.get(counter) + " " + counter);
      }
    }
  }

  private NativeRecord pinned(String record) {
    var layout = library.layout(record);
    return new NativeRecord(layout, lane.host(layout.bytes()));
  }
}
