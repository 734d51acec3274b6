package io.cliquestream.kernels.cuda.graph;

import io.cliquestream.kernels.cuda.device.DeviceMemory;
import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.graph.Graph;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Brings the rows of a host graph to a device, part by part, as edges. The symmetric rows cross PCIe
 * as they lie in memory, through pinned staging: 8 bytes an edge, as many as an edge array would
 * have, and no pass over them on the host. One kernel turns a part into edges, each once.
 */
final class RowFeed implements AutoCloseable {
  private final Lane lane;
  private final CudaLibrary library;
  private final Graph host;
  private final long partLength;
  private final DeviceMemory offsets;
  private final DeviceMemory part;
  private final DeviceMemory written;
  private final MemorySegment arrived;

  /** Takes edges on the device, {@code count} of them from the beginning of the memory. */
  @FunctionalInterface
  interface Pairs {
    void take(DeviceMemory pairs, long count);
  }

  /**
   * A feed of a graph with at least an edge.
   *
   * @param partLength neighbours that cross at a time
   */
  RowFeed(Lane lane, CudaLibrary library, Graph host, long partLength) {
    this.lane = lane;
    this.library = library;
    this.host = host;
    this.partLength = Math.min(partLength, 2 * host.edgeCount());
    this.offsets = lane.allocate(host.offsets().byteSize());
    this.part = lane.allocate(Integer.BYTES * this.partLength);
    this.written = lane.allocate(Long.BYTES);
    this.arrived = lane.host(Long.BYTES);
    lane.upload(host.offsets(), offsets, 0);
  }

  /** Writes every edge; enqueues, but for what staging waits for. */
  void all(DeviceMemory pairs) {
    lane.fill(written, (byte) 0);
    for (long at = 0; at < 2 * host.edgeCount(); at += partLength) {
      bring(at, pairs);
      lane.control().checkStopped();
    }
  }

  /**
   * Writes the edges of one part after another to the beginning of the same memory.
   *
   * @param pairs room for as many edges as a part has neighbours
   */
  void inParts(DeviceMemory pairs, Pairs taker) {
    for (long at = 0; at < 2 * host.edgeCount(); at += partLength) {
      lane.fill(written, (byte) 0);
      bring(at, pairs);
      lane.download(written, 0, arrived);
      lane.await();
      taker.take(pairs, arrived.get(ValueLayout.JAVA_LONG, 0));
    }
  }

  private void bring(long first, DeviceMemory pairs) {
    long count = Math.min(partLength, 2 * host.edgeCount() - first);
    lane.upload(host.neighbors().asSlice(Integer.BYTES * first, Integer.BYTES * count), part, 0);
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
  }

  @Override
  public void close() {
    offsets.close();
    part.close();
    written.close();
  }
}
