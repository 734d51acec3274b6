package io.cliquestream.benchmarks.maximum;

import io.cliquestream.benchmarks.CancelLatency;
import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.cpu.CpuAlgorithms;
import io.cliquestream.kernels.cpu.schedule.CpuJobRun;
import io.cliquestream.kernels.cpu.schedule.CpuScheduler;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.MaximumClique;
import io.cliquestream.kernels.reference.RealGraphs;
import java.util.Arrays;
import java.util.Random;

/**
 * Time from a cancel in the middle of a maximum clique job to its end, at moments drawn at random.
 *
 * <p>Arguments: threads, repeats, milliseconds after which a job is cancelled at the latest, then
 * names of graphs in the folder given by the system property {@code cliquestream.graphs}. Prints
 * the median and the largest latency, and how many runs had ended before.
 */
public final class CancelLatencyRuns {
  private CancelLatencyRuns() {}

  public static void main(String[] arguments) throws InterruptedException {
    int threads = Integer.parseInt(arguments[0]);
    int repeats = Integer.parseInt(arguments[1]);
    int latest = Integer.parseInt(arguments[2]);
    Random random = new Random(1);
    try (CpuScheduler scheduler = new CpuScheduler(threads)) {
      for (String name : Arrays.copyOfRange(arguments, 3, arguments.length)) {
        try (PreparedGraph.Owned graph = PreparedGraph.of(RealGraphs.read(name))) {
          String latency =
              CancelLatency.of(
                  control ->
                      CpuAlgorithms.run(
                          MaximumClique.one(),
                          new CpuJobRun(graph, control, ListingSink.NONE, scheduler)),
                  repeats,
                  latest,
                  random);
          System.out.printf("%-20s %s%n", name, latency);
        }
      }
    }
  }
}
