package io.cliquestream.kernels.cuda.triangle;

import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.graph.DeviceGraph;
import io.cliquestream.kernels.cuda.library.CudaLibrary;

/** The triangles of a prepared graph that is counted once, by the wedge kernel. */
public final class SingleTriangleCount {
  private SingleTriangleCount() {}

  /** Device bytes beside the graph. */
  public static long bytes(long vertices, long edges) {
    return WedgePlan.bytes(vertices, edges);
  }

  /** {@return the triangles; the lane is waited for} */
  public static long count(Lane lane, CudaLibrary library, DeviceGraph graph) {
    return graph.statistics().edges() == 0
        ? 0
        : SinglePlan.count(lane, library, graph.record(), graph.headerAddress());
  }
}
