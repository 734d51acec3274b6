package io.cliquestream.kernels.cpu.kclique.plan;

import io.cliquestream.kernels.cpu.kclique.search.KCliquePolicy;
import io.cliquestream.kernels.cpu.ranked.RootChunks;
import io.cliquestream.kernels.cpu.schedule.CpuJobRun;
import io.cliquestream.kernels.graph.OrientedGraph;

/**
 * Estimated work below a root: the square of its out-degree, the size of its matrix, plus a little
 * for reading its list.
 */
public final class RootCost {
  private RootCost() {}

  /** Of one root, in steps of about a nanosecond. */
  public static double of(OrientedGraph graph, int root) {
    double degree = graph.outDegree(root);
    return 1 + degree * (8 + degree);
  }

  /** The run's roots in chunks, so many for each thread that the last ones to end are short. */
  public static RootChunks chunks(OrientedGraph graph, CpuJobRun run) {
    int threads = run.scheduler().threadCount();
    return RootChunks.of(
        run.roots(graph.vertexCount()),
        root -> of(graph, root),
        Math.min(KCliquePolicy.MAXIMUM_CHUNKS, KCliquePolicy.CHUNKS_PER_THREAD * threads),
        0,
        run.meter());
  }
}
