package io.cliquestream.worker.jobs;

import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** Main of a process that is a worker until it is killed. Arguments: broker, graphs. */
final class WorkerProcess {
  static final String TAKING_JOBS = "TAKING JOBS";

  /** Jobs of one transaction, few enough that a test's round has several transactions. */
  private static final String COMMIT_JOBS = "10";

  private WorkerProcess() {}

  /** Graph number g is a complete graph on g + 3 vertices. */
  static void putGraphs(MemoryGraphStore store, int graphs) {
    for (int graph = 0; graph < graphs; graph++) {
      int vertices = graph + 3;
      long[] ends = new long[vertices * (vertices - 1)];
      int used = 0;
      for (int i = 0; i < vertices; i++) {
        for (int j = 0; j < i; j++) {
          ends[used++] = i;
          ends[used++] = j;
        }
      }
      store.put("complete-" + graph, 1, ends);
    }
  }

  static long triangles(int graph) {
    long vertices = graph + 3L;
    return vertices * (vertices - 1) * (vertices - 2) / 6;
  }

  public static void main(String[] arguments) throws InterruptedException {
    try (var installation = Installation.existing(arguments[0])) {
      var _ =
          TestWorker.start(
              installation.settings("crashing", Map.of("jobs.commit-jobs", COMMIT_JOBS)),
              store -> putGraphs(store, Integer.parseInt(arguments[1])));
    }
    System.out.println(TAKING_JOBS);
    new CountDownLatch(1).await();
  }
}
