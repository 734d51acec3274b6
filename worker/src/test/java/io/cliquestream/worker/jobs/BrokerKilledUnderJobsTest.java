package io.cliquestream.worker.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.contract.Counts;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.JobStatus;
import io.cliquestream.v1.VersionSelector;
import io.cliquestream.worker.ChildProcess;
import io.cliquestream.worker.Polling;
import io.cliquestream.worker.jobs.service.JobService;
import io.cliquestream.worker.jobs.service.JobServiceHealth;
import io.cliquestream.worker.metrics.Metric;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The only broker is killed with SIGKILL in the middle of transactions and comes back on the same
 * log and port, while one worker lives on. How long it takes is {@link RecoveryBenchmark}'s.
 */
@Tag("long")
@Tag("seam")
final class BrokerKilledUnderJobsTest {
  private static final int GRAPHS = 12;
  private static final int BURST = 600;

  /** Of the burst, when the broker is killed. */
  private static final int ANSWERED_BEFORE = 60;

  /** Graph number 0 again, as its second version. */
  private static final long[] TRIANGLE = {0, 1, 1, 2, 2, 0};

  @Test
  void aBrokerThatWasKilledUnderJobsLeftTheWorkerWithoutAnswers(@TempDir Path folder) {
    ChildProcess broker = broker(folder, 0);
    try {
      String bootstrap = broker.awaitLine(BrokerProcess.LISTENING);
      int port = Integer.parseInt(bootstrap.substring(bootstrap.lastIndexOf(':') + 1));
      try (var installation = Installation.on(bootstrap, 3);
          var log = new ResultLog(installation.client)) {
        JobServiceSettings settings =
            installation.settings(
                "steady", Map.of("jobs.commit-jobs", "5", "jobs.version-wait", "5m"));
        try (var worker =
            TestWorker.start(settings, graphs -> WorkerProcess.putGraphs(graphs, GRAPHS))) {
          await(worker, JobServiceHealth::ready);
          // For a version that comes when the broker is back: a job in flight all the time.
          installation.client.submit(
              Installation.triangles("waiting-0", "complete-0")
                  .setVersion(VersionSelector.newBuilder().setAtLeast(2))
                  .build());
          var sent = new ArrayList<>(submit(installation, "during", BURST));
          log.awaitResults(ANSWERED_BEFORE);
          broker.kill();
          JobServiceHealth down = await(worker, health -> !health.ready());
          assertThat(down.state()).isEqualTo(JobService.State.RUNNING);
          assertThat(await(worker, health -> !health.broker()).failure()).isEmpty();
          assertThat(worker.registry.get(Metric.JOBS_IN_FLIGHT.text()).gauge().value())
              .isPositive();

          broker = broker(folder, port);
          broker.awaitLine(BrokerProcess.LISTENING);
          await(worker, health -> health.ready() && health.broker());
          worker.graphs.put("complete-0", 2, TRIANGLE);
          sent.addAll(submit(installation, "after", GRAPHS));
          sent.forEach(CompletableFuture::join);
          log.awaitJobs(1 + BURST + GRAPHS);
          new CommittedOffsets(installation).awaitAllFinished();
          assertThat(log.results())
              .hasSize(1 + BURST + GRAPHS)
              .allSatisfy(BrokerKilledUnderJobsTest::requireRight);
          assertThat(worker.service.health().ready()).isTrue();
          assertThat(worker.service.broken().isComplete()).isFalse();
        }
      }
    } finally {
      broker.kill();
    }
  }

  private static ChildProcess broker(Path folder, int port) {
    return ChildProcess.start(
        BrokerProcess.class,
        List.of(),
        List.of(folder.resolve("broker").toString(), Integer.toString(port)));
  }

  private static JobServiceHealth await(TestWorker worker, Predicate<JobServiceHealth> condition) {
    return Polling.until(Duration.ofMinutes(2), worker.service::health, condition);
  }

  /** Jobs named by a word, their graph and a number. */
  private static List<CompletableFuture<?>> submit(
      Installation installation, String word, int count) {
    var sent = new ArrayList<CompletableFuture<?>>();
    for (int job = 0; job < count; job++) {
      int graph = job % GRAPHS;
      sent.add(
          installation.client.submitAsync(
              Installation.triangles(word + "-" + job + "-" + graph, "complete-" + graph).build()));
    }
    return sent;
  }

  private static void requireRight(JobResult result) {
    String id = result.getJobId();
    int graph = Integer.parseInt(id.substring(id.lastIndexOf('-') + 1));
    assertThat(result.getStatus()).as(result.toString()).isEqualTo(JobStatus.JOB_STATUS_SUCCEEDED);
    assertThat(Counts.toDecimal(result.getTriangles().getTriangles()))
        .isEqualTo(Long.toString(WorkerProcess.triangles(graph)));
  }
}
