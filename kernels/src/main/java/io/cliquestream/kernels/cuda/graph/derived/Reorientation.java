package io.cliquestream.kernels.cuda.graph.derived;

import io.cliquestream.kernels.cuda.device.DeviceMemory;
import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.graph.DeviceGraph;
import io.cliquestream.kernels.cuda.graph.DeviceGraphMemory;
import io.cliquestream.kernels.cuda.graph.GraphKnowledge;
import io.cliquestream.kernels.cuda.graph.GraphPreparation;
import io.cliquestream.kernels.cuda.graph.GraphUse;
import io.cliquestream.kernels.cuda.graph.LaneCalls;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.cuda.library.NativeRecord;
import io.cliquestream.kernels.failure.ComputeException;

/** Rows by another order, made on the device out of a graph's rows by degree. */
final class Reorientation {
  private Reorientation() {}

  /** Puts the vertices in order. */
  @FunctionalInterface
  interface Order {
    /**
     * Enqueues it; may wait for the lane.
     *
     * @return the device address of the source's ranks in the new order, inside the memory
     */
    long enqueue(DeviceMemory memory);
  }

  /**
   * Makes it on a lane, complete and resident.
   *
   * @param kind stands for what the memory is set aside for
   * @param orderBytes memory that the order works in
   * @param besides device bytes that the job takes besides
   * @throws ComputeException GRAPH_TOO_LARGE beyond 2^31 edges
   */
  static DeviceGraph make(
      Lane lane,
      CudaLibrary library,
      GraphUse use,
      Class<?> kind,
      long orderBytes,
      long besides,
      Order order) {
    NativeRecord source = use.graph().record();
    long edges = source.get("edges");
    long vertices = source.get("id_bound");
    use.require(
        kind,
        orderBytes
            + library.graph().preparationBytes(edges, vertices)
            + library.graph().graphBytes(edges, vertices)
            + DeviceGraphMemory.SMALL,
        besides);
    try (DeviceMemory memory = lane.allocate(orderBytes);
        GraphPreparation preparation = new GraphPreparation(lane, library, edges, vertices)) {
      long ranks = order.enqueue(memory);
      LaneCalls.enqueue(
          lane,
          () ->
              library
                  .core()
                  .orient(
                      source,
                      ranks,
                      preparation.record(),
                      preparation.graph(),
                      preparation.builtHeader(),
                      lane.stream()));
      return preparation.finish(0);
    }
  }

  /** Device bytes that a reorientation takes: learnt, or an upper bound. */
  static long bytes(Class<?> kind, GraphKnowledge known) {
    long n = known.vertices();
    long m = known.edges();
    return known
        .bytesOf(kind)
        .orElse(
            DeviceGraphMemory.graph(n, m)
                + 26 * m
                + 128 * n
                + DeviceGraphMemory.sortScratch(m)
                + DeviceGraphMemory.sortScratch(n)
                + 2 * DeviceGraphMemory.SMALL);
  }
}
