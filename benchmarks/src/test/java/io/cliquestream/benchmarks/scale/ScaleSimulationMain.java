package io.cliquestream.benchmarks.scale;

import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.MaximalCliques;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.job.TriangleCount;

/**
 * Measures the parts of jobs on an R-MAT graph (a, b, c = 0.57, 0.19, 0.19) on one thread of the
 * CPU engine, and simulates each job on 1 to 1,024 such devices ({@link ScaleSimulation}); then
 * forecasts triangles of 10^12 edges ({@link GridForecast}).
 *
 * <p>Arguments: scale, edges for each vertex, seconds that the job should take where all devices
 * are always busy, then any of {@code triangles}, {@code cliques-K}, {@code maximal}, {@code
 * motifs-K}. Prints one tab-separated line for each job and number of devices.
 */
public final class ScaleSimulationMain {
  private static final int FINEST = 30_000;
  private static final int TASKS = 16;
  private static final int PARTITIONS = 3;
  private static final double TASK_SECONDS = 0.02;
  private static final double REDUCE_SECONDS = 0.0001;
  private static final double TIMEOUT = 30;

  private ScaleSimulationMain() {}

  /** Runs it. */
  public static void main(String[] arguments) {
    int scale = Integer.parseInt(arguments[0]);
    int factor = Integer.parseInt(arguments[1]);
    double seconds = Double.parseDouble(arguments[2]);
    System.out.println(
        "job\tparts\tmeasured s\tdevices\tcopies\ttasks\thanded over\tcut s\tseconds\tefficiency"
            + "\timbalance\tefficiency, cut on 64 threads");
    try (EdgeArray edges = RandomPairs.rmat(scale, factor);
        PreparedGraph.Owned graph = PreparedGraph.of(GraphBuilder.build(edges))) {
      for (int i = 3; i < arguments.length; i++) {
        TaskCosts costs = TaskCosts.measure(graph, job(arguments[i]), FINEST);
        for (int devices = 1; devices <= 1_024; devices *= 4) {
          simulate(arguments[i], costs, devices, seconds);
        }
      }
    }
    var forecast =
        new GridForecast(1_000_000_000_000L, 4_000_000_000L, 110_000_000_000L, 54.6e9, 1_000, 2e12);
    for (int devices : new int[] {8, 128, 1_024}) {
      System.out.println(forecast.text(devices));
    }
  }

  private static void simulate(String job, TaskCosts costs, int devices, double seconds) {
    int copies = (int) Math.max(1, Math.round(seconds * devices / costs.total()));
    var serial = outcome(costs, devices, copies, 1);
    var parallel = outcome(costs, devices, copies, 64);
    System.out.printf(
        "%s\t%d\t%.1f\t%d\t%d\t%d\t%d\t%.2f\t%.1f\t%.3f\t%.3f\t%.3f%n",
        job,
        costs.plan().parts().size(),
        costs.total(),
        devices,
        copies,
        serial.tasks(),
        serial.handedOver(),
        serial.cutSeconds(),
        serial.seconds(),
        serial.efficiency(),
        serial.imbalance(),
        parallel.efficiency());
  }

  private static ScaleSimulation.Outcome outcome(
      TaskCosts costs, int devices, int copies, int cutThreads) {
    return new ScaleSimulation(
            costs,
            new ScaleSimulation.Assumptions(
                devices,
                copies,
                TASKS,
                PARTITIONS,
                TASK_SECONDS,
                REDUCE_SECONDS,
                cutThreads,
                TIMEOUT))
        .run();
  }

  private static Job job(String name) {
    String[] words = name.split("-", 2);
    return switch (words[0]) {
      case "triangles" -> TriangleCount.total();
      case "cliques" -> KCliqueCount.of(Integer.parseInt(words[1]));
      case "maximal" -> MaximalCliques.count();
      case "motifs" -> new MotifCensus(Integer.parseInt(words[1]));
      default -> throw new IllegalArgumentException(name);
    };
  }
}
