package io.cliquestream.kernels.cuda.graph;

import io.cliquestream.kernels.cuda.device.DeviceMemory;
import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.graph.Graph;

/**
 * Takes a host graph to a device and prepares it there.
 *
 * <p>The symmetric rows cross PCIe as they lie in memory, in parts through pinned staging: 8 bytes
 * an edge, as many as an edge array would have, and no pass over them on the host. One kernel turns
 * each part into edges, each once, and the preparation goes on from there. The lane is waited for
 * twice: for the degrees and for the finished graph.
 */
final class DeviceGraphBuilder {
  private DeviceGraphBuilder() {}

  /** Builds the graph; it is resident when this returns, and complete. */
  static DeviceGraph build(Lane lane, CudaLibrary library, Graph host) {
    long edges = host.edgeCount();
    try (DeviceMemory pairs = lane.allocate(Math.max(Long.BYTES, Long.BYTES * edges))) {
      writePairs(lane, library, host, pairs);
      try (GraphPreparation preparation =
          new GraphPreparation(lane, library, edges, host.vertexCount())) {
        preparation.countDegrees(pairs, 0, edges);
        preparation.build(pairs, edges);
        preparation.fill();
        return preparation.finish();
      }
    }
  }

  /** Uploads the rows, part by part, and writes each edge once. */
  static void writePairs(Lane lane, CudaLibrary library, Graph host, DeviceMemory pairs) {
    if (host.edgeCount() == 0) {
      return;
    }
    long neighbors = 2 * host.edgeCount();
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
                library
                    .graph()
                    .edgesFromRows(
                        offsets.address(),
                        host.vertexCount(),
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
}
