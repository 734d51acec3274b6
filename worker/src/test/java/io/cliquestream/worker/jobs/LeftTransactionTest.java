package io.cliquestream.worker.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.worker.ChildProcess;
import io.cliquestream.worker.jobs.exchange.CrashPoint;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A worker is killed within a transaction and does not come back. Broker and workers are processes
 * of their own.
 */
@Tag("long")
@Tag("seam")
@Timeout(180)
final class LeftTransactionTest {
  private static final int PARTITIONS = 2;
  private static final int GRAPHS = 8;

  /** Far longer than whoever waits for results here does. */
  private static final String TRANSACTION_TIMEOUT = "jobs.transaction-timeout=10m";

  private static final String SESSION_TIMEOUT = "jobs.session-timeout=6s";

  /** Its partitions could not be positioned, and no result behind it was seen, until the broker. */
  @Test
  void theTransactionOfAWorkerThatStayedDeadHeldUpEverybodysResults() {
    try (var broker = ChildProcess.start(BrokerProcess.class, List.of(), List.of())) {
      String bootstrap = broker.awaitLine(BrokerProcess.LISTENING);
      try (var installation = Installation.on(bootstrap, PARTITIONS);
          var log = new ResultLog(installation.client);
          var graphs = new TestGraphs(installation.settings("graphs"))) {
        WorkerProcess.putGraphs(graphs, GRAPHS);
        try (var dies =
            worker(
                bootstrap,
                "dies",
                List.of("-Dcliquestream.crash-point=" + CrashPoint.INSIDE_TRANSACTION + ":1"))) {
          dies.awaitLine(WorkerProcess.TAKING_JOBS);
          submit(installation, 0);
          dies.awaitLine(CrashPoint.ARRIVED);
        }
        try (var stays = worker(bootstrap, "stays", List.of())) {
          stays.awaitLine(WorkerProcess.TAKING_JOBS);
          submit(installation, GRAPHS);
          log.awaitJobs(2 * GRAPHS);
          new CommittedOffsets(installation).awaitAllFinished();
        }
        assertThat(log.results()).hasSize(2 * GRAPHS);
      }
    }
  }

  private static ChildProcess worker(String bootstrap, String instance, List<String> properties) {
    return ChildProcess.start(
        WorkerProcess.class,
        properties,
        List.of(bootstrap, instance, TRANSACTION_TIMEOUT, SESSION_TIMEOUT));
  }

  private static void submit(Installation installation, int first) {
    for (int job = first; job < first + GRAPHS; job++) {
      installation
          .client
          .submitAsync(Installation.triangles("job-" + job, "complete-" + job % GRAPHS).build())
          .join();
    }
  }
}
