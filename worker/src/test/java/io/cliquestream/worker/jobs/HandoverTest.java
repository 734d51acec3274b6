package io.cliquestream.worker.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.worker.jobs.partition.PartitionHealth;
import io.cliquestream.worker.jobs.partition.PartitionStage;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** A second worker comes to one that answers, on a real broker. */
final class HandoverTest {
  private static final int PARTITIONS = 6;
  private static final int GRAPHS = 24;

  private static void graphs(TestGraphs graphs) {
    for (int graph = 0; graph < GRAPHS; graph++) {
      graphs.put("graph-" + graph, 1, 0, 1, 1, 2, 2, 0);
    }
  }

  private static void submit(Installation installation, String name, int jobs) {
    for (int job = 0; job < jobs; job++) {
      installation.client.submit(
          Installation.triangles(name + "-" + job, "graph-" + job % GRAPHS).build());
    }
  }

  private static Set<Integer> active(TestWorker worker) {
    Set<Integer> active = new TreeSet<>();
    for (PartitionHealth partition : worker.service.health().partitions()) {
      if (partition.stage() == PartitionStage.ACTIVE) {
        active.add(partition.partition());
      }
    }
    return active;
  }

  private static void awaitActive(TestWorker worker, int partitions) throws InterruptedException {
    while (active(worker).size() != partitions) {
      Thread.sleep(5);
    }
  }

  @Test
  void aPartitionWasTakenFromItsOwnerBeforeItsGraphsWereAtTheNext() throws Exception {
    try (var installation = Installation.open(PARTITIONS);
        var log = new ResultLog(installation.client);
        var first = TestWorker.start(installation.settings("a"), HandoverTest::graphs)) {
      awaitActive(first, PARTITIONS);
      var gate = new GatedStore.Gate();
      try (var second = TestWorker.behind(installation.settings("b"), gate)) {
        gate.awaitArrival(PARTITIONS / 2);
        // Everything is still the first one's, and answered.
        submit(installation, "before", 2 * GRAPHS);
        log.awaitJobs(2 * GRAPHS);
        assertThat(active(first)).hasSize(PARTITIONS);
        assertThat(second.service.health().partitions()).isEmpty();

        Set<Integer> prepared = gate.open();
        awaitActive(second, PARTITIONS / 2);
        awaitActive(first, PARTITIONS / 2);
        assertThat(active(second)).isEqualTo(prepared);
        submit(installation, "after", 2 * GRAPHS);
        log.awaitJobs(4 * GRAPHS);
        new CommittedOffsets(installation).awaitAllFinished();
        assertThat(log.results()).hasSize(4 * GRAPHS);
        assertThat(gate.restores()).as("none was read twice").hasSize(PARTITIONS / 2);
      }
    }
  }

  @Test
  void aWorkerThatDiesWhileItPreparesHoldsNobodyUp() throws Exception {
    try (var installation = Installation.open(PARTITIONS);
        var log = new ResultLog(installation.client);
        var first = TestWorker.start(installation.settings("a"), HandoverTest::graphs)) {
      awaitActive(first, PARTITIONS);
      var gate = new GatedStore.Gate();
      try (var _ = TestWorker.behind(installation.settings("b"), gate)) {
        gate.awaitArrival(PARTITIONS / 2);
      }
      submit(installation, "job", GRAPHS);
      log.awaitJobs(GRAPHS);
      assertThat(active(first)).hasSize(PARTITIONS);
    }
  }

  @Test
  void whoeverIsLeftTakesOverWhatHePreparedAndWhatHeDidNot() throws Exception {
    try (var installation = Installation.open(PARTITIONS);
        var log = new ResultLog(installation.client)) {
      var gate = new GatedStore.Gate();
      TestWorker first = TestWorker.start(installation.settings("a"), HandoverTest::graphs);
      try (var second = TestWorker.behind(installation.settings("b"), gate)) {
        gate.awaitArrival(PARTITIONS / 2);
        first.close();
        gate.open();
        awaitActive(second, PARTITIONS);
        submit(installation, "job", GRAPHS);
        log.awaitJobs(GRAPHS);
        new CommittedOffsets(installation).awaitAllFinished();
        assertThat(log.results()).hasSize(GRAPHS);
      } finally {
        first.close();
      }
    }
  }
}
