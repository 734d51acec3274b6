package io.cliquestream.kernels.cuda.graph.derived;

import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.graph.DeviceAttachment;
import io.cliquestream.kernels.cuda.graph.DeviceGraph;
import io.cliquestream.kernels.cuda.graph.GraphKnowledge;
import io.cliquestream.kernels.cuda.graph.GraphUse;
import io.cliquestream.kernels.cuda.graph.LaneCalls;
import io.cliquestream.kernels.cuda.library.CoreFunctions;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.cuda.library.NativeRecord;
import io.cliquestream.kernels.failure.ComputeException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A graph oriented by an order near a degeneracy order, made in a few passes over the edges instead
 * of a peel: out-degrees come close to the degeneracy, with no bound of their own.
 *
 * @param graph the oriented graph
 */
public record ApproximateCoreGraph(DeviceGraph graph) implements DeviceAttachment.Oriented {
  private static final int USUAL_ROUNDS = 0;

  /** Device bytes that making it takes, learnt, or an upper bound. */
  public static long bytes(GraphKnowledge known) {
    return Reorientation.bytes(ApproximateCoreGraph.class, known);
  }

  /**
   * Makes it on a lane, complete and resident.
   *
   * @param besides device bytes that the job takes besides
   * @throws ComputeException GRAPH_TOO_LARGE beyond 2^31 edges
   */
  public static ApproximateCoreGraph make(
      Lane lane, CudaLibrary library, GraphUse use, long besides) {
    NativeRecord source = use.graph().record();
    CoreFunctions functions = library.core();
    long bytes = functions.approximateOrderBytes(source);
    return new ApproximateCoreGraph(
        Reorientation.make(
            lane,
            library,
            use,
            ApproximateCoreGraph.class,
            bytes,
            besides,
            memory -> {
              MemorySegment order = Arena.ofAuto().allocate(ValueLayout.JAVA_LONG);
              LaneCalls.enqueue(
                  lane,
                  () ->
                      functions.approximateOrder(
                          source, USUAL_ROUNDS, memory.address(), bytes, order, lane.stream()));
              return order.get(ValueLayout.JAVA_LONG, 0);
            }));
  }
}
