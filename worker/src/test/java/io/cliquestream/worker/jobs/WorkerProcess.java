package io.cliquestream.worker.jobs;

import io.cliquestream.contract.ExitCode;
import io.cliquestream.worker.failure.WorkerException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Main of a process that is a worker until it is killed. Arguments: the broker, and perhaps an
 * instance id, with which the worker has the documented defaults instead of a test's short waits,
 * but for settings that follow as NAME=VALUE. It has a device where the property {@link #DEVICE}
 * says so.
 */
final class WorkerProcess {
  static final String TAKING_JOBS = "TAKING JOBS";
  static final String DEVICE = "cliquestream.test.device";

  /** Jobs of one transaction, few enough that a test's round has several transactions. */
  private static final String COMMIT_JOBS = "10";

  private WorkerProcess() {}

  /** Graph number g is a complete graph on g + 3 vertices. */
  static void putGraphs(TestGraphs store, int graphs) {
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

  private static Map<String, String> named(String[] arguments, String groupId) {
    Map<String, String> settings = new HashMap<>();
    settings.put("kafka.bootstrap", arguments[0]);
    settings.put("kafka.group-id", groupId);
    settings.put("jobs.instance-id", arguments[1]);
    for (String setting : List.of(arguments).subList(2, arguments.length)) {
      int equals = setting.indexOf('=');
      settings.put(setting.substring(0, equals), setting.substring(equals + 1));
    }
    return settings;
  }

  /** Ends as {@code serve} does when it cannot go on. */
  public static void main(String[] arguments) throws Exception {
    TestWorker worker;
    try (var installation = Installation.existing(arguments[0])) {
      JobServiceSettings settings =
          arguments.length == 1
              ? installation.settings("crashing", Map.of("jobs.commit-jobs", COMMIT_JOBS))
              : TestSettings.of(named(arguments, installation.settings("any").groupId()));
      worker =
          Boolean.getBoolean(DEVICE)
              ? TestWorker.startWithDevice(settings, _ -> {})
              : TestWorker.start(settings, _ -> {});
    }
    System.out.println(TAKING_JOBS);
    WorkerException failure =
        worker.service.broken().toCompletionStage().toCompletableFuture().get();
    System.exit(ExitCode.of(failure.code()).number());
  }
}
