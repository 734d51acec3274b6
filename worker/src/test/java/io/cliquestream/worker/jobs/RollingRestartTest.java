package io.cliquestream.worker.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.JobStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Workers of a group are replaced one after another while jobs come, as by an upgrade. */
final class RollingRestartTest {
  private static final int PARTITIONS = 4;
  private static final int GRAPHS = 8;
  private static final int WORKERS = 3;
  private static final long PERIOD_MILLIS = 20;

  private static void publish(TestGraphs graphs) {
    for (int graph = 0; graph < GRAPHS; graph++) {
      graphs.put("graph-" + graph, 1, 0, 1, 1, 2, 2, 0);
    }
  }

  @Test
  void everyJobIsAnsweredOnceWhileEveryWorkerIsReplaced() throws Exception {
    List<TestWorker> workers = new ArrayList<>();
    var submitted = new AtomicInteger();
    try (var installation = Installation.open(PARTITIONS);
        var log = new ResultLog(installation.client)) {
      try (var sender = Executors.newSingleThreadScheduledExecutor()) {
        for (int number = 0; number < WORKERS; number++) {
          workers.add(
              TestWorker.start(
                  installation.settings("worker-" + number),
                  number == 0 ? RollingRestartTest::publish : _ -> {}));
        }
        var _ =
            sender.scheduleAtFixedRate(
                () -> {
                  int job = submitted.getAndIncrement();
                  installation.client.submit(
                      Installation.triangles("job-" + job, "graph-" + job % GRAPHS).build());
                },
                0,
                PERIOD_MILLIS,
                TimeUnit.MILLISECONDS);
        for (int number = 0; number < WORKERS; number++) {
          log.awaitJobs(log.jobIds().size() + GRAPHS);
          workers.get(number).close();
          // The others have its partitions: all graphs are answered without it.
          log.awaitJobs(log.jobIds().size() + GRAPHS);
          workers.set(number, TestWorker.start(installation.settings("worker-" + number), _ -> {}));
        }
      }
      log.awaitJobs(submitted.get());
      new CommittedOffsets(installation).awaitAllFinished();
      assertThat(log.results()).hasSize(submitted.get());
      assertThat(log.results())
          .extracting(JobResult::getStatus)
          .containsOnly(JobStatus.JOB_STATUS_SUCCEEDED);
      workers.forEach(TestWorker::close);
    }
  }
}
