package io.cliquestream.kernels.cuda.enumerate;

import io.cliquestream.kernels.cuda.device.DeviceMemory;
import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.graph.DeviceAttachment;
import io.cliquestream.kernels.cuda.graph.DeviceGraphMemory;
import io.cliquestream.kernels.cuda.graph.GraphKnowledge;
import io.cliquestream.kernels.cuda.graph.GraphUse;
import io.cliquestream.kernels.cuda.graph.LaneCalls;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.cuda.library.EnumerateFunctions;
import io.cliquestream.kernels.cuda.library.NativeRecord;
import io.cliquestream.kernels.graph.Graph;
import java.lang.foreign.Arena;

/**
 * Whole rows of a graph by rank of degree, both directions of every edge, with bit rows for the
 * vertices of largest degree, as many as fit a bound. Comes with what a plan compiler wants to
 * know.
 *
 * @param record the C library's {@code cs_enumerate_graph}
 * @param memory behind it
 * @param degrees what is known of degrees and closure
 */
record EnumerationGraph(NativeRecord record, DeviceMemory memory, DegreeKnowledge degrees)
    implements DeviceAttachment {
  /** Device bytes that making it takes: what was learnt, or an upper bound. */
  static long bytes(GraphKnowledge known, long bitBytes) {
    if (known.attached().contains(EnumerationGraph.class)) {
      return 0;
    }
    long n = known.vertices();
    long m = known.edges();
    long bits = Math.min(bitBytes, n * ((n + Integer.SIZE - 1) / Integer.SIZE) * Integer.BYTES);
    return known
        .bytesOf(EnumerationGraph.class)
        .orElse(
            24 * m
                + 44 * n
                + bits
                + DeviceGraphMemory.sortScratch(m)
                + DeviceGraphMemory.sortScratch(n)
                + DeviceGraphMemory.SMALL);
  }

  /**
   * Makes it on a lane, complete and resident.
   *
   * @param bitBytes most bytes of bit rows
   */
  static EnumerationGraph make(
      Lane lane, CudaLibrary library, GraphUse use, Graph host, long bitBytes) {
    NativeRecord source = use.graph().record();
    EnumerateFunctions functions = library.enumerate();
    long bytes = functions.graphBytes(source, bitBytes);
    long scratchBytes = functions.graphScratchBytes(source);
    use.require(
        EnumerationGraph.class,
        bytes + scratchBytes + DeviceGraphMemory.SMALL,
        DeviceGraphMemory.SMALL);
    NativeRecord record = library.allocate("cs_enumerate_graph", Arena.ofAuto());
    DeviceMemory memory = lane.allocate(bytes);
    functions.graphBind(memory.address(), bytes, source, bitBytes, record);
    try (DeviceMemory scratch = lane.allocate(scratchBytes)) {
      LaneCalls.enqueue(
          lane,
          () ->
              functions.graphBuild(source, record, scratch.address(), scratchBytes, lane.stream()));
      DegreeKnowledge degrees = DegreeKnowledge.of(host, lane.control());
      lane.await();
      memory.keep();
      return new EnumerationGraph(record, memory, degrees);
    }
  }

  @Override
  public long bytes() {
    return memory.bytes();
  }

  @Override
  public void close() {
    memory.close();
  }
}
