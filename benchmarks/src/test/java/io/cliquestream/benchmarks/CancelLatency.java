package io.cliquestream.benchmarks;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StoppedException;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.DoubleStream;

/** Times from a cancel in the middle of a job to its end, at moments drawn at random. */
public final class CancelLatency {
  private CancelLatency() {}

  /**
   * The median and the largest time, and how many runs had ended before they were cancelled; those
   * are in neither.
   *
   * @param job runs it on the calling thread
   * @param latestMillis after which a job is cancelled at the latest
   */
  public static String of(Consumer<JobControl> job, int repeats, int latestMillis, Random random)
      throws InterruptedException {
    double[] millis = new double[repeats];
    for (int i = 0; i < repeats; i++) {
      millis[i] = millis(job, 1 + random.nextInt(latestMillis));
    }
    double[] stopped = DoubleStream.of(millis).filter(ms -> ms > 0).sorted().toArray();
    return String.format(
        Locale.ROOT,
        "median %.2f ms, largest %.2f ms, ended before %d of %d",
        stopped.length == 0 ? 0 : stopped[stopped.length / 2],
        stopped.length == 0 ? 0 : stopped[stopped.length - 1],
        repeats - stopped.length,
        repeats);
  }

  /** 0 when the job had ended before. */
  private static double millis(Consumer<JobControl> job, int delay) throws InterruptedException {
    JobControl control = JobControl.unbounded();
    long[] ended = new long[1];
    boolean[] stopped = new boolean[1];
    Thread running =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    job.accept(control);
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
