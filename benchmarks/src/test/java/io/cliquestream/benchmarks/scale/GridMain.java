package io.cliquestream.benchmarks.scale;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.kernels.grid.GridOptions;
import io.cliquestream.kernels.grid.GridTriangles;
import io.cliquestream.kernels.job.TriangleCount;
import java.lang.management.ManagementFactory;
import java.math.BigInteger;
import java.nio.file.Path;

/**
 * Triangles of an R-MAT graph in memory, and with a budget of all, a half, a quarter and an eighth
 * of what its rows take, on two threads. Processor seconds are from pairs to the answer.
 *
 * <p>Arguments: scale, pairs for each vertex, a folder for the parts.
 */
public final class GridMain {
  private GridMain() {}

  /** Runs it. */
  public static void main(String[] arguments) {
    System.out.println("way\tbudget MB\tn\tm\tread MB\tpeak MB\tprocessor s\ttriangles");
    Path folder = Path.of(arguments[2]);
    try (EdgeArray edges =
        RandomPairs.rmat(Integer.parseInt(arguments[0]), Integer.parseInt(arguments[1]))) {
      for (int round = 0; round < 2; round++) {
        inMemory(edges);
        GridOptions all = GridOptions.of(1L << 40, folder, new Parallelism(2));
        long bytes = GridTriangles.plan(edges, all).bytes(0);
        for (int share = 1; share <= 8; share *= 2) {
          // Sorting takes four times the rows, so that even the whole is cut.
          onDisk(edges, GridOptions.of(bytes / share, folder, new Parallelism(2)));
        }
      }
    }
  }

  private static void inMemory(EdgeArray edges) {
    double before = processorSeconds();
    try (PreparedGraph.Owned graph = PreparedGraph.of(GraphBuilder.build(edges));
        CpuEngine engine = new CpuEngine(2)) {
      var answer = (Answer.Triangles) engine.run(graph, TriangleCount.total()).answer();
      print("memory", "\t\t\t\t", before, answer.triangles());
    }
  }

  private static void onDisk(EdgeArray edges, GridOptions options) {
    double before = processorSeconds();
    GridTriangles.Outcome found = GridTriangles.count(edges, options, JobControl.unbounded());
    print(
        "parts",
        String.format(
            "%.1f\t%d\t%d\t%.1f\t%.1f",
            options.budgetBytes() / 1e6,
            found.plan().n(),
            found.plan().m(),
            found.readBytes() / 1e6,
            found.peakBytes() / 1e6),
        before,
        found.triangles());
  }

  private static void print(String way, String plan, double before, BigInteger triangles) {
    System.out.printf("%s\t%s\t%.2f\t%s%n", way, plan, processorSeconds() - before, triangles);
  }

  private static double processorSeconds() {
    var system =
        (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    return system.getProcessCpuTime() / 1e9;
  }
}
