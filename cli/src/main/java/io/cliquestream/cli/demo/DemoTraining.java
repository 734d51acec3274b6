package io.cliquestream.cli.demo;

import io.cliquestream.client.CliquestreamClient;
import io.cliquestream.contract.EdgeSource;
import io.cliquestream.contract.PayloadCompressor;
import io.cliquestream.contract.SnapshotPlan;
import io.cliquestream.v1.JobRequest;
import java.io.PrintWriter;
import java.io.Writer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;

/** The demo's jobs, again and again, for a worker that is watched while it learns them. */
public final class DemoTraining {
  private static final int GRAPHS = 12;
  private static final Duration LIMIT = Duration.ofMinutes(1);

  private DemoTraining() {}

  /**
   * Publishes small graphs, which lie in several partitions, and runs jobs of every kind on them.
   *
   * @param name of this play, unlike that of any before it
   * @param rounds of one job of every kind
   */
  public static void jobs(CliquestreamClient client, String name, int rounds) {
    for (int graph = 0; graph < GRAPHS; graph++) {
      client.publishSnapshot(
          SnapshotPlan.pairs(name + "-" + graph, 1, vertices(graph)),
          PayloadCompressor.NONE,
          edges(graph));
    }
    for (int round = 0; round < rounds; round++) {
      var requests = DemoJobs.on(name + "-" + round % GRAPHS, 1).values();
      List<JobRequest> renamed = new ArrayList<>();
      for (JobRequest request : requests) {
        renamed.add(
            request.toBuilder().setJobId(name + "-" + round + "-" + request.getJobId()).build());
      }
      renamed.forEach(request -> client.run(request, LIMIT));
    }
  }

  /** A graph that changes and a job that tells of it; once at a broker. */
  public static void alerts(CliquestreamClient client)
      throws InterruptedException, TimeoutException {
    DemoAlerts.play(client, new PrintWriter(Writer.nullWriter()), LIMIT);
  }

  private static int vertices(int graph) {
    return 40 + graph;
  }

  /** A ring whose vertices know the next few. */
  private static EdgeSource edges(int graph) {
    int vertices = vertices(graph);
    long[] ends = new long[vertices * 6];
    int used = 0;
    for (long v = 0; v < vertices; v++) {
      for (int step = 1; step <= 3; step++) {
        ends[used++] = v;
        ends[used++] = (v + step) % vertices;
      }
    }
    return EdgeSource.of(ends);
  }
}
