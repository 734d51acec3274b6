package io.cliquestream.worker.jobs;

import io.cliquestream.worker.metrics.Metric;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;

/**
 * What the way through the broker costs: latency of one job at a time from submit to its committed
 * result at the client, and jobs per second when many wait. Broker, worker and client share this
 * process and the machine; each job counts the triangles of one triangle, so that nothing but the
 * way is measured. Not a test: run its main.
 */
final class RoundTripBenchmark {
  private static final int WARM_UP_JOBS = 3_000;
  private static final int LATENCY_JOBS = 1_000;
  private static final int THROUGHPUT_JOBS = 20_000;
  private static final int ROUNDS = 3;
  private static final int PARTITIONS = 6;
  private static final int GRAPHS = 60;

  private RoundTripBenchmark() {}

  public static void main(String[] arguments) {
    measure();
    // The shared broker's threads would keep the process alive.
    System.exit(0);
  }

  private static void measure() {
    try (var installation = Installation.open(PARTITIONS);
        var worker =
            TestWorker.start(
                installation.settings("benchmark", Map.of("jobs.lanes", "2")),
                store -> WorkerProcess.putGraphs(store, GRAPHS));
        var log = new ResultLog(installation.client)) {
      int jobs = burst(installation, log, 0, WARM_UP_JOBS);
      for (int round = 0; round < ROUNDS; round++) {
        long[] nanos = new long[LATENCY_JOBS];
        for (int job = 0; job < LATENCY_JOBS; job++) {
          long start = System.nanoTime();
          String jobId = "job-" + jobs++;
          installation.client.run(
              Installation.triangles(jobId, "complete-" + job % GRAPHS).build(), Installation.WAIT);
          nanos[job] = System.nanoTime() - start;
        }
        Arrays.sort(nanos);
        System.out.printf(
            "latency round %d: median %.2f ms, p99 %.2f ms, max %.2f ms%n",
            round,
            nanos[LATENCY_JOBS / 2] / 1e6,
            nanos[LATENCY_JOBS * 99 / 100] / 1e6,
            nanos[LATENCY_JOBS - 1] / 1e6);
      }
      for (int round = 0; round < ROUNDS; round++) {
        long start = System.nanoTime();
        jobs = burst(installation, log, jobs, THROUGHPUT_JOBS);
        Duration taken = Duration.ofNanos(System.nanoTime() - start);
        System.out.printf(
            "throughput round %d: %d jobs in %.2f s = %.0f jobs/s%n",
            round,
            THROUGHPUT_JOBS,
            taken.toNanos() / 1e9,
            THROUGHPUT_JOBS / (taken.toNanos() / 1e9));
      }
      double committed =
          worker.registry.counter(Metric.TRANSACTIONS.text(), "outcome", "committed").count();
      var seconds = worker.registry.get(Metric.TRANSACTION_COMMIT.text()).timer();
      System.out.printf(
          "%.0f transactions, %.2f ms each on average, %.1f jobs each%n",
          committed, seconds.mean(java.util.concurrent.TimeUnit.MILLISECONDS), jobs / committed);
    }
  }

  private static int burst(Installation installation, ResultLog log, int first, int count) {
    for (int job = first; job < first + count; job++) {
      var _ =
          installation.client.submitAsync(
              Installation.triangles("job-" + job, "complete-" + job % GRAPHS).build());
    }
    log.awaitResults(first + count);
    return first + count;
  }
}
