package io.cliquestream.benchmarks.device;

import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.engine.CudaEngine;
import io.cliquestream.kernels.engine.EngineOptions;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.Ordering;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.reference.RealGraphs;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/**
 * Times what passes before the first clique of a graph that is nowhere yet: on the GPU a job from
 * call to answer less its kernel (transfer, ranking, orders, plan, samples), on the host a
 * degeneracy order and orientation. These are the constants of the choice between the two.
 *
 * <p>Arguments: repeats, names of graphs in the folder given by the system property {@code
 * cliquestream.graphs}. Prints medians; the first graph also warms up.
 */
public final class StartTimesMain {
  private StartTimesMain() {}

  public static void main(String[] arguments) {
    int repeats = Integer.parseInt(arguments[0]);
    Path folder =
        RealGraphs.folder()
            .orElseThrow(() -> new IllegalStateException("set -Dcliquestream.graphs=FOLDER"));
    try (CudaEngine engine = CudaEngine.open(EngineOptions.DEFAULT)) {
      for (String name : Arrays.copyOfRange(arguments, 1, arguments.length)) {
        double[] device = new double[repeats];
        double[] host = new double[repeats];
        long edges = 0;
        for (int i = 0; i < repeats; i++) {
          Graph read = RealGraphs.read(folder, name);
          edges = read.edgeCount();
          try (PreparedGraph.Owned graph = PreparedGraph.of(read)) {
            long start = System.nanoTime();
            JobOutcome outcome = engine.run(graph, KCliqueCount.of(4));
            double kernel =
                Double.parseDouble(outcome.plan().getOrDefault("measured-kernel-ms", "0"));
            device[i] = millisSince(start) - kernel;
            start = System.nanoTime();
            graph.oriented(Ordering.DEGENERACY, JobControl.unbounded());
            host[i] = millisSince(start);
          }
        }
        Arrays.sort(device);
        Arrays.sort(host);
        System.out.printf(
            Locale.ROOT,
            "%-22s %9d edges: GPU %.2f ms (least %.2f), host %.2f ms, %.1f ns an edge%n",
            name,
            edges,
            device[repeats / 2],
            device[0],
            host[repeats / 2],
            1e6 * host[repeats / 2] / edges);
      }
    }
  }

  private static double millisSince(long start) {
    return (System.nanoTime() - start) / 1e6;
  }
}
