package io.cliquestream.worker.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.broker.EmbeddedBroker;
import io.cliquestream.broker.EmbeddedBrokerSettings;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.JobStatus;
import io.cliquestream.v1.Trigger;
import io.cliquestream.v1.VersionSelector;
import io.cliquestream.worker.jobs.exchange.OpenOffsets;
import io.cliquestream.worker.jobs.service.JobService;
import io.cliquestream.worker.metrics.Metric;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What survives restarts, rebalances, and the loss of the broker. */
@Tag("seam")
final class JobRecoveryTest {
  private static final long[] TRIANGLE = {1, 2, 2, 3, 3, 1};

  private Installation installation;
  private ResultLog log;

  /** Topics of the test's own, and every result that comes. */
  private void open(int partitions) {
    installation = Installation.open(partitions);
    log = new ResultLog(installation.client);
  }

  @AfterEach
  void close() {
    if (installation != null) {
      log.close();
      installation.close();
    }
  }

  /** A worker that knows version 1 of a graph with one triangle. */
  private TestWorker worker(String instance) {
    return TestWorker.start(
        installation.settings(instance), graphs -> graphs.put("graph", 1, TRIANGLE));
  }

  private static JobRequest waitingFor(String jobId, long version) {
    return Installation.triangles(jobId, "graph")
        .setVersion(VersionSelector.newBuilder().setAtLeast(version))
        .build();
  }

  @Test
  void jobsThatFinishBeforeAnOlderOneAreNotRepeatedByASuccessor() {
    open(1);
    try (var _ = worker("a")) {
      installation.client.submit(waitingFor("oldest", 2));
      for (int job = 0; job < 50; job++) {
        installation.client.submit(Installation.triangles("job-" + job, "graph").build());
      }
      log.awaitJobs(50);
    }
    var committed = new CommittedOffsets(installation).now().values().iterator().next();
    assertThat(committed.offset()).isZero();
    assertThat(OpenOffsets.decode(0, committed.metadata()))
        .isEqualTo(new OpenOffsets(51, new TreeSet<>(Set.of(0L))));
    try (var second = worker("b")) {
      installation.client.submit(Installation.triangles("last", "graph").build());
      log.await("last", 1);
      second.graphs.put("graph", 2, TRIANGLE);
      log.await("oldest", 1);
      new CommittedOffsets(installation).awaitAllFinished();
    }
    assertThat(log.results()).hasSize(52);
    assertThat(log.of("oldest").getFirst().getGraphVersion()).isEqualTo(2);
  }

  @Test
  void oneLongJobHeldUpItsPartitionOnceAWindowOfOthersWasAnswered() {
    open(1);
    Map<String, String> narrow = Map.of("jobs.window-offsets", "64", "jobs.version-wait", "10m");
    try (var _ =
        TestWorker.start(
            installation.settings("a", narrow), graphs -> graphs.put("graph", 1, TRIANGLE))) {
      installation.client.submit(waitingFor("oldest", 2));
      submit(installation, "job", 300);
      log.awaitJobs(300);
      assertThat(log.of("oldest")).isEmpty();
    }
    try (var second =
        TestWorker.start(
            installation.settings("b", narrow), graphs -> graphs.put("graph", 1, TRIANGLE))) {
      submit(installation, "later", 300);
      log.awaitJobs(600);
      assertThat(log.of("oldest")).isEmpty();
      second.graphs.put("graph", 2, TRIANGLE);
      log.await("oldest", 1);
      new CommittedOffsets(installation).awaitAllFinished();
      assertThat(log.results()).hasSize(601);
    }
  }

  @Test
  void aFullWindowHoldsJobsBackWithoutLosingAny() {
    open(1);
    try (var worker =
        TestWorker.start(
            installation.settings(
                "a", Map.of("jobs.window-offsets", "64", "jobs.version-wait", "10m")),
            graphs -> graphs.put("graph", 1, TRIANGLE))) {
      for (int job = 0; job < 600; job++) {
        installation.client.submit(waitingFor("waiting-" + job, 2));
      }
      submit(installation, "job", 50);
      // More wait than the metadata of the offset could tell of: the last ones are not taken.
      while (worker.registry.get(Metric.JOBS_IN_FLIGHT.text()).gauge().value() < 512) {
        Thread.onSpinWait();
      }
      assertThat(log.results()).isEmpty();
      worker.graphs.put("graph", 2, TRIANGLE);
      log.awaitJobs(650);
      new CommittedOffsets(installation).awaitAllFinished();
      assertThat(log.results()).hasSize(650);
    }
  }

  @Test
  void twoWorkersShareAndHandOverPartitionsWithoutLossOrRepetition() {
    open(6);
    TestWorker first = TestWorker.start(installation.settings("a"), JobRecoveryTest::manyGraphs);
    try (first) {
      submitSpread(installation, 0, 300);
      try (var _ = TestWorker.start(installation.settings("b"), JobRecoveryTest::manyGraphs)) {
        submitSpread(installation, 300, 600);
        log.awaitJobs(400);
        first.stop();
        submitSpread(installation, 600, 900);
        log.awaitJobs(900);
        new CommittedOffsets(installation).awaitAllFinished();
      }
    }
    assertThat(log.results()).hasSize(900);
    assertThat(log.results())
        .allMatch(result -> result.getStatus() == JobStatus.JOB_STATUS_SUCCEEDED);
  }

  @Test
  void aJobIdIsAnsweredOnceAlsoAfterARestart() {
    open(2);
    JobRequest job = Installation.triangles("repeated", "graph").build();
    try (var _ = worker("a")) {
      installation.client.submit(job);
      installation.client.submit(job);
      log.await("repeated", 1);
      installation.client.submit(job);
      new CommittedOffsets(installation).awaitAllFinished();
    }
    try (var second = worker("b")) {
      installation.client.submit(job);
      installation.client.submit(Installation.triangles("other", "graph").build());
      log.await("other", 1);
      new CommittedOffsets(installation).awaitAllFinished();
      assertThat(second.registry.counter(Metric.JOBS_DUPLICATES.text()).count()).isEqualTo(1);
    }
    assertThat(log.of("repeated")).hasSize(1);
  }

  @Test
  void aCancelReachesJobsBeforeAndAfterTheyArrive() {
    open(2);
    try (var _ = worker("a")) {
      installation.client.submit(waitingFor("waiting", 2));
      installation.client.cancel("waiting", "not needed");
      JobResult waiting = log.await("waiting", 1).getFirst();
      assertThat(waiting.getStatus()).isEqualTo(JobStatus.JOB_STATUS_CANCELLED);
      assertThat(waiting.getFailure().getMessage()).contains("not needed");

      installation.client.cancel("early", "before its time");
      installation.client.submit(waitingFor("early", 2));
      JobResult early = log.await("early", 1).getFirst();
      assertThat(early.getStatus()).isEqualTo(JobStatus.JOB_STATUS_CANCELLED);
      assertThat(early.getFailure().getMessage()).contains("before its time");
    }
  }

  @Test
  void aDeadlineEndsAJobThatWaitsForItsGraph() {
    open(1);
    try (var _ = worker("a")) {
      installation.client.submit(
          waitingFor("late", 2).toBuilder()
              .setDeadlineEpochMillis(System.currentTimeMillis() + 700)
              .build());
      assertThat(log.await("late", 1).getFirst().getFailure().getCode())
          .isEqualTo(FailureCode.FAILURE_CODE_DEADLINE_EXCEEDED);
    }
  }

  @Test
  void jobsWaitForTheRestoreOfTheirPartition() {
    open(1);
    JobServiceSettings settings = installation.settings("a");
    // Everything lies in the topics before the worker comes, the job's graph last.
    installation.client.submit(Installation.triangles("job", "last").build());
    try (var _ =
        TestWorker.start(
            settings,
            graphs -> {
              for (int other = 0; other < 50; other++) {
                graphs.put("other-" + other, 1, TRIANGLE);
              }
              graphs.put("last", 1, TRIANGLE);
            })) {
      assertThat(log.await("job", 1).getFirst().getStatus())
          .isEqualTo(JobStatus.JOB_STATUS_SUCCEEDED);
    }
  }

  @Test
  void aStandingJobRunsOnceOnEveryNewVersionAcrossARestart() {
    open(1);
    try (var first = worker("a")) {
      installation.client.submit(
          Installation.triangles("standing", "graph")
              .setTrigger(Trigger.newBuilder().setEveryVersion(true))
              .build());
      new CommittedOffsets(installation).awaitAllFinished();
      first.graphs.put("graph", 2, TRIANGLE);
      first.graphs.put("graph", 3, 1, 2, 2, 3);
      log.await("standing", 2);
    }
    try (var second =
        TestWorker.start(
            installation.settings("b"),
            graphs -> {
              graphs.put("graph", 1, TRIANGLE);
              graphs.put("graph", 3, 1, 2, 2, 3);
            })) {
      installation.client.submit(Installation.triangles("once", "graph").build());
      log.await("once", 1);
      second.graphs.put("graph", 3, 1, 2, 2, 3);
      second.graphs.put("graph", 4, TRIANGLE);
      log.await("standing", 3);
      installation.client.cancel("standing", "enough");
      log.await("standing", 4);
      second.graphs.put("graph", 5, TRIANGLE);
      installation.client.submit(Installation.triangles("twice", "graph").build());
      log.await("twice", 1);
    }
    List<JobResult> runs = log.of("standing");
    assertThat(runs).extracting(JobResult::getRun).containsExactly(1L, 2L, 3L, 4L);
    assertThat(runs).extracting(JobResult::getGraphVersion).containsExactly(2L, 3L, 4L, 0L);
    assertThat(runs.getLast().getStatus()).isEqualTo(JobStatus.JOB_STATUS_CANCELLED);
  }

  @Test
  void aStandingJobRunsAgainAfterItsPeriod() {
    open(1);
    try (var _ = worker("a")) {
      installation.client.submit(
          Installation.triangles("periodic", "graph")
              .setTrigger(Trigger.newBuilder().setEveryMillis(100))
              .build());
      assertThat(log.await("periodic", 3).subList(0, 3))
          .extracting(JobResult::getRun)
          .containsExactly(1L, 2L, 3L);
    }
  }

  @Test
  void aBrokerThatComesLateOrGoesAwayCostsNothing(@TempDir Path folder) {
    int port;
    try (var broker = EmbeddedBroker.start(EmbeddedBrokerSettings.at(folder, 0))) {
      port = broker.port();
      Installation.on(broker.bootstrapServers(), 2).close();
    }
    String bootstrap = "localhost:" + port;
    JobServiceSettings settings =
        TestSettings.of(
            Map.of(
                "kafka.bootstrap", bootstrap,
                "kafka.group-id", "workers",
                "kafka.request-timeout", "5s",
                "jobs.maximum-backoff", "500ms",
                "jobs.instance-id", "steady"));
    try (var worker = TestWorker.connecting(settings)) {
      var started = worker.service.start();
      assertThat(worker.service.state()).isEqualTo(JobService.State.CONNECTING);
      assertThat(worker.service.isReady()).isFalse();
      try (var _ = EmbeddedBroker.start(EmbeddedBrokerSettings.at(folder, port));
          var here = Installation.existing(bootstrap);
          var results = new ResultLog(here.client)) {
        started.toCompletionStage().toCompletableFuture().join();
        worker.graphs.put("graph", 1, TRIANGLE);
        submit(here, "before", 20);
        here.client.submit(waitingFor("across", 2));
        results.awaitJobs(20);
      }
      try (var _ = EmbeddedBroker.start(EmbeddedBrokerSettings.at(folder, port));
          var here = Installation.existing(bootstrap);
          var results = new ResultLog(here.client)) {
        worker.graphs.put("graph", 2, TRIANGLE);
        submit(here, "after", 20);
        results.awaitJobs(41);
        new CommittedOffsets(here, "workers").awaitAllFinished();
        assertThat(results.results()).hasSize(41);
        // While there is a broker to take leave of.
        worker.stop();
      }
    }
  }

  private static void manyGraphs(TestGraphs graphs) {
    for (int graph = 0; graph < 24; graph++) {
      graphs.put("graph-" + graph, 1, TRIANGLE);
    }
  }

  private static void submitSpread(Installation installation, int from, int to) {
    var sent = new ArrayList<CompletableFuture<?>>();
    for (int job = from; job < to; job++) {
      sent.add(
          installation.client.submitAsync(
              Installation.triangles("job-" + job, "graph-" + job % 24).build()));
    }
    sent.forEach(CompletableFuture::join);
  }

  private static void submit(Installation installation, String name, int count) {
    var sent = new ArrayList<CompletableFuture<?>>();
    for (int job = 0; job < count; job++) {
      sent.add(
          installation.client.submitAsync(
              Installation.triangles(name + "-" + job, "graph").build()));
    }
    sent.forEach(CompletableFuture::join);
  }
}
