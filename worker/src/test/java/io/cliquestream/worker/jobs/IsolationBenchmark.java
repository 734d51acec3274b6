package io.cliquestream.worker.jobs;

import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.MotifCensus;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;

/**
 * What one tenant's long jobs cost another tenant's small ones: latency from submit to the
 * committed result, alone and beside five censuses that take minutes to hours, in turn. Broker,
 * worker and client share this process and the machine. Not a test: run its main, with the number
 * of small jobs of a measurement (400) and of rounds (3).
 */
final class IsolationBenchmark {
  private static final int JOBS = 400;
  private static final int ROUNDS = 3;
  private static final int LONG_JOBS = 5;
  private static final long PAUSE_MILLIS = 5;

  private IsolationBenchmark() {}

  public static void main(String[] arguments) throws InterruptedException {
    measure(
        arguments.length > 0 ? Integer.parseInt(arguments[0]) : JOBS,
        arguments.length > 1 ? Integer.parseInt(arguments[1]) : ROUNDS);
    // The shared broker's threads would keep the process alive.
    System.exit(0);
  }

  private static void putGraphs(TestGraphs graphs) {
    graphs.put("dense", 1, random(3_000, 0.5, 1));
    graphs.put("small", 1, random(2_000, 0.02, 2));
  }

  private static long[] random(int vertices, double density, long seed) {
    var random = new Random(seed);
    var edges = LongStream.builder();
    for (int i = 0; i < vertices; i++) {
      for (int j = 0; j < i; j++) {
        if (random.nextDouble() < density) {
          edges.add(i).add(j);
        }
      }
    }
    return edges.build().toArray();
  }

  private static void measure(int jobs, int rounds) throws InterruptedException {
    try (var installation = Installation.open(6);
        var log = new ResultLog(installation.client);
        var _ =
            TestWorker.start(
                installation.settings("benchmark", Map.of("jobs.lanes", "2")),
                IsolationBenchmark::putGraphs)) {
      small(installation, "warm-up", 5 * jobs);
      for (int round = 0; round < rounds; round++) {
        double[] alone = small(installation, "alone-" + round, jobs);
        for (int job = 0; job < LONG_JOBS; job++) {
          installation.client.submit(
              JobRequest.newBuilder()
                  .setJobId("long-" + round + "-" + job)
                  .setGraphId("dense")
                  .setTenant("a")
                  .setPriority(0)
                  .setMotifCensus(MotifCensus.newBuilder().setSize(5))
                  .build());
        }
        // Until those that will run have become long ones.
        Thread.sleep(2_000);
        double[] beside = small(installation, "beside-" + round, jobs);
        long ended = log.of("long-" + round + "-0").size();
        for (int job = 0; job < LONG_JOBS; job++) {
          installation.client.cancel("long-" + round + "-" + job, "measured");
        }
        for (int job = 0; job < LONG_JOBS; job++) {
          log.await("long-" + round + "-" + job, 1);
        }
        System.out.printf(
            "round %d: alone p50 %.1f ms, p99 %.1f ms; beside %d long jobs p50 %.1f ms, p99 %.1f"
                + " ms; p99 %.1f times%s%n",
            round,
            alone[0],
            alone[1],
            LONG_JOBS,
            beside[0],
            beside[1],
            beside[1] / alone[1],
            ended > 0 ? "; the long jobs ended too early" : "");
      }
    }
  }

  /** The median and the 99th percentile of some jobs, one after the other, in milliseconds. */
  private static double[] small(Installation installation, String name, int jobs)
      throws InterruptedException {
    long[] nanos = new long[jobs];
    for (int job = 0; job < jobs; job++) {
      long start = System.nanoTime();
      installation.client.run(
          Installation.triangles(name + "-" + job, "small").setTenant("b").build(),
          Installation.WAIT);
      nanos[job] = System.nanoTime() - start;
      Thread.sleep(PAUSE_MILLIS);
    }
    Arrays.sort(nanos);
    return new double[] {nanos[jobs / 2] / 1e6, nanos[jobs * 99 / 100] / 1e6};
  }
}
