package io.cliquestream.kernels.cpu.maxclique;

import io.cliquestream.kernels.cpu.CpuJobRun;
import io.cliquestream.kernels.cpu.schedule.CpuScheduler;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.JobControl;
import io.cliquestream.kernels.job.ListingSink;
import io.cliquestream.kernels.job.MaximumClique;
import io.cliquestream.kernels.job.StoppedException;
import io.cliquestream.kernels.reference.RealGraphs;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

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
          double[] millis = new double[repeats];
          int early = 0;
          for (int i = 0; i < repeats; i++) {
            millis[i] = latency(graph, scheduler, 1 + random.nextInt(latest));
            early += millis[i] == 0 ? 1 : 0;
          }
          Arrays.sort(millis);
          System.out.printf(
              Locale.ROOT,
              "%-20s median %.2f ms, largest %.2f ms, ended before %d of %d%n",
              name,
              millis[repeats / 2],
              millis[repeats - 1],
              early,
              repeats);
        }
      }
    }
  }

  /** 0 when the job had ended before. */
  private static double latency(PreparedGraph.Owned graph, CpuScheduler scheduler, int delay)
      throws InterruptedException {
    JobControl control = JobControl.unbounded();
    long[] ended = new long[1];
    boolean[] stopped = new boolean[1];
    Thread job =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    new CpuJobRun(graph, control, ListingSink.NONE, scheduler)
                        .run(MaximumClique.one());
                  } catch (StoppedException e) {
                    stopped[0] = true;
                  }
                  ended[0] = System.nanoTime();
                });
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(delay));
    long start = System.nanoTime();
    control.cancel("latency");
    job.join();
    return stopped[0] ? (ended[0] - start) / 1e6 : 0;
  }
}
