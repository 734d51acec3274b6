package io.cliquestream.worker.jobs;

import java.util.HashMap;
import java.util.Map;

/**
 * Main of a process that is a worker with streams until it is killed. Arguments: the broker, the
 * instance, settings of changes as NAME=VALUE.
 */
final class StreamProcess {
  private StreamProcess() {}

  public static void main(String[] arguments) throws Exception {
    TestWorker worker;
    var settings = new HashMap<String, String>();
    for (int i = 2; i < arguments.length; i++) {
      int equals = arguments[i].indexOf('=');
      settings.put(arguments[i].substring(0, equals), arguments[i].substring(equals + 1));
    }
    try (var installation = Installation.existing(arguments[0])) {
      worker =
          TestWorker.streaming(
              installation.settings(
                  arguments[1],
                  // A broker that ran out of memory beside bombs takes more than 5 s for an answer.
                  Map.of("jobs.session-timeout", "6s", "kafka.request-timeout", "30s")),
              settings);
    }
    System.out.println(WorkerProcess.TAKING_JOBS);
    worker.service.broken().toCompletionStage().toCompletableFuture().get();
  }
}
