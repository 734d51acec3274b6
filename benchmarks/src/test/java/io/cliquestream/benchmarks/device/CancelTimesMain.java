package io.cliquestream.benchmarks.device;

import io.cliquestream.benchmarks.CancelLatency;
import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.engine.CudaEngine;
import io.cliquestream.kernels.engine.EngineOptions;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.reference.RealGraphs;
import java.util.Arrays;
import java.util.Random;
import java.util.function.Consumer;

/**
 * Time from a cancel in the middle of a clique job of the CUDA engine to its end, at moments drawn
 * at random, the graph resident.
 *
 * <p>Arguments: a job as of {@link CliqueTimesMain}, repeats, milliseconds after which a job is
 * cancelled at the latest, names of graphs in the folder given by the system property {@code
 * cliquestream.graphs}. Prints the median and the largest latency, and how many runs had ended
 * before.
 */
public final class CancelTimesMain {
  private CancelTimesMain() {}

  public static void main(String[] arguments) throws InterruptedException {
    Job job = CliqueTimesMain.job(arguments[0]);
    int repeats = Integer.parseInt(arguments[1]);
    int latest = Integer.parseInt(arguments[2]);
    Random random = new Random(1);
    try (CudaEngine engine = CudaEngine.open(EngineOptions.DEFAULT)) {
      for (String name : Arrays.copyOfRange(arguments, 3, arguments.length)) {
        try (PreparedGraph.Owned graph = PreparedGraph.of(RealGraphs.read(name))) {
          Consumer<JobControl> run = control -> engine.run(graph, job, control, ListingSink.NONE);
          engine.run(graph, KCliqueCount.of(3)); // prepares the graph
          String latency = CancelLatency.of(run, repeats, latest, random);
          System.out.printf("%-20s %-14s %s%n", name, arguments[0], latency);
        }
      }
    }
  }
}
