package io.cliquestream.kernels.cuda.engine;

import io.cliquestream.kernels.engine.CudaEngine;
import io.cliquestream.kernels.engine.EngineOptions;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.JobControl;
import io.cliquestream.kernels.job.ListingSink;
import io.cliquestream.kernels.job.StoppedException;
import io.cliquestream.kernels.reference.RealGraphs;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.DoubleStream;

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
          latency(engine, graph, job, 1);
          double[] millis = new double[repeats];
          for (int i = 0; i < repeats; i++) {
            millis[i] = latency(engine, graph, job, 1 + random.nextInt(latest));
          }
          double[] stopped = DoubleStream.of(millis).filter(ms -> ms > 0).sorted().toArray();
          System.out.printf(
              Locale.ROOT,
              "%-20s %-14s median %.2f ms, largest %.2f ms, ended before %d of %d%n",
              name,
              arguments[0],
              stopped.length == 0 ? 0 : stopped[stopped.length / 2],
              stopped.length == 0 ? 0 : stopped[stopped.length - 1],
              repeats - stopped.length,
              repeats);
        }
      }
    }
  }

  /** 0 when the job had ended before. */
  private static double latency(CudaEngine engine, PreparedGraph graph, Job job, int delay)
      throws InterruptedException {
    JobControl control = JobControl.unbounded();
    long[] ended = new long[1];
    boolean[] stopped = new boolean[1];
    Thread running =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    engine.run(graph, job, control, ListingSink.NONE);
                  } catch (StoppedException e) {
                    stopped[0] = true;
                  }
                  ended[0] = System.nanoTime();
                });
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(delay));
    long start = System.nanoTime();
    control.cancel("latency");
    running.join();
    return stopped[0] ? (ended[0] - start) / 1e6 : 0;
  }
}
