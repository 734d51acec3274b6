package io.cliquestream.kernels.cuda.triangle;

import io.cliquestream.kernels.cuda.graph.DeviceStatistics;
import io.cliquestream.kernels.job.TriangleCount;
import io.cliquestream.kernels.job.TriangleMethod;
import io.cliquestream.kernels.job.TriangleTuning;

/**
 * Predicts the time of a triangle count from statistics that cost the device O(m), and cuts it into
 * launches. The model is linear: so much for an edge, so much for a probe or step. It is within a
 * factor of two on the recorded graphs.
 */
public final class TrianglePlanner {
  private final double scale;

  /**
   * A planner for a device.
   *
   * @param multiprocessors of the device
   */
  public TrianglePlanner(int multiprocessors) {
    this.scale = (double) DeviceTrianglePolicy.MEASURED_MULTIPROCESSORS / multiprocessors;
  }

  /**
   * Whether a graph is so small that starting the device takes longer than counting on the host.
   */
  public static boolean isForTheHost(long edges) {
    return edges < DeviceTrianglePolicy.LEAST_DEVICE_EDGES;
  }

  /**
   * The plan of a total count: by wedges, which no other method beat on any recorded graph, unless
   * the job names one.
   *
   * @param planned whether the device holds a wedge plan of the graph
   */
  public TrianglePlan total(DeviceStatistics graph, TriangleCount job, boolean planned) {
    TriangleMethod method = job.method().orElse(TriangleMethod.WEDGES);
    return sliced(predict(graph, method, planned), job.tuning());
  }

  /** The plan of counts by edge, which vertices and clustering follow from. */
  public TrianglePlan local(DeviceStatistics graph, TriangleCount job) {
    double nanos =
        graph.shorterList() * DeviceTrianglePolicy.LOCAL_STEP_NANOS
            + graph.edges() * DeviceTrianglePolicy.LOCAL_EDGE_NANOS;
    return sliced(
        new TrianglePlan(
            TriangleMethod.MERGE, DeviceTrianglePolicy.FIXED_NANOS + scale * nanos, 0, 1),
        job.tuning());
  }

  private TrianglePlan predict(DeviceStatistics graph, TriangleMethod method, boolean planned) {
    double edges = graph.edges();
    double kernel =
        switch (method) {
          case WEDGES ->
              edges
                      * (isTiny(graph)
                          ? DeviceTrianglePolicy.TINY_EDGE_NANOS
                          : DeviceTrianglePolicy.WEDGE_EDGE_NANOS)
                  + graph.wedges() * DeviceTrianglePolicy.WEDGE_PROBE_NANOS;
          case MERGE ->
              edges * DeviceTrianglePolicy.MERGE_EDGE_NANOS
                  + ((double) graph.squaredOutDegrees() + graph.targetOutDegrees())
                      * DeviceTrianglePolicy.MERGE_STEP_NANOS
                  + (double) graph.maximumOutDegree()
                      * graph.maximumOutDegree()
                      * DeviceTrianglePolicy.MERGE_LONGEST_NANOS;
          case HASH, HASH_IN_DEGREE, HASH_COLLECTIVE ->
              graph.vertices() * DeviceTrianglePolicy.HASH_VERTEX_NANOS
                  + edges * DeviceTrianglePolicy.HASH_EDGE_NANOS
                  + graph.targetOutDegrees() * DeviceTrianglePolicy.HASH_PROBE_NANOS;
        };
    double plan =
        switch (method) {
          case WEDGES ->
              planned
                  ? 0
                  : DeviceTrianglePolicy.PLAN_FIXED_NANOS
                      + scale * edges * DeviceTrianglePolicy.PLAN_EDGE_NANOS;
          case MERGE -> 0;
          case HASH -> DeviceTrianglePolicy.FIXED_NANOS;
          case HASH_IN_DEGREE, HASH_COLLECTIVE ->
              DeviceTrianglePolicy.FIXED_NANOS
                  + scale * edges * DeviceTrianglePolicy.HASH_RENUMBER_EDGE_NANOS;
        };
    return new TrianglePlan(method, DeviceTrianglePolicy.FIXED_NANOS + scale * kernel, plan, 1);
  }

  private static boolean isTiny(DeviceStatistics graph) {
    return graph.maximumOutDegree() <= DeviceTrianglePolicy.TINY_ROW;
  }

  private static TrianglePlan sliced(TrianglePlan plan, TriangleTuning tuning) {
    long slices =
        tuning.get(
            TriangleTuning.Choice.SLICES,
            Math.clamp(
                (long) Math.ceil(plan.kernelNanos() / DeviceTrianglePolicy.LAUNCH_NANOS),
                1,
                DeviceTrianglePolicy.MOST_SLICES));
    return new TrianglePlan(plan.method(), plan.kernelNanos(), plan.planNanos(), (int) slices);
  }
}
