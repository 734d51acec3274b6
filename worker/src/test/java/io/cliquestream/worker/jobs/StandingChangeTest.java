package io.cliquestream.worker.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.contract.Counts;
import io.cliquestream.v1.CliqueEstimate;
import io.cliquestream.v1.CoreDecomposition;
import io.cliquestream.v1.FigureChange;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.JobStatus;
import io.cliquestream.v1.ResultScope;
import io.cliquestream.v1.Trigger;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Standing jobs that go on from the version they stand on. */
@Tag("seam")
final class StandingChangeTest {
  private static final int VERTICES = 24;
  private static final long SEED = Long.getLong("cliquestream.test.seed", 20_261_122L);

  private static void submit(Installation installation, String jobId, ResultScope scope) {
    installation.client.submit(
        Installation.triangles(jobId, "graph")
            .setTrigger(Trigger.newBuilder().setEveryVersion(true))
            .setResultScope(scope)
            .build());
  }

  private static void requireRight(EvolvingReference graph, List<JobResult> runs) {
    for (JobResult run : runs) {
      assertThat(run.getStatus()).as(run.toString()).isEqualTo(JobStatus.JOB_STATUS_SUCCEEDED);
      assertThat(Counts.toDecimal(run.getTriangles().getTriangles()))
          .as("%s, seed %d", run, SEED)
          .isEqualTo(Long.toString(graph.triangles(run.getGraphVersion())));
    }
  }

  private static List<String> ways(List<JobResult> runs) {
    return runs.stream().map(run -> run.getPlanOrThrow("answer-from")).toList();
  }

  @Test
  void answersFollowTheChangesAndAreThoseOfEachVersion() {
    var graph = new EvolvingReference("graph", VERTICES, SEED);
    try (var installation = Installation.open(1);
        var log = new ResultLog(installation.client);
        var worker = TestWorker.start(installation.settings("a"), _ -> {})) {
      graph.snapshot(installation.client, 1, 60);
      submit(installation, "whole", ResultScope.RESULT_SCOPE_WHOLE);
      new CommittedOffsets(installation).awaitAllFinished();
      for (int i = 0; i < 40; i++) {
        if (i % 10 == 9) {
          graph.snapshot(installation.client, graph.versions.lastKey() + 1, 60);
        } else {
          graph.change(installation.client, 1 + i % 5);
        }
      }
      List<JobResult> runs = log.await("whole", 40);
      requireRight(graph, runs);
      assertThat(ways(runs).getFirst()).isEqualTo("started");
      assertThat(ways(runs).subList(1, 40)).doesNotContain("started").contains("incremental");
      installation.client.cancel("whole", "enough");
      log.await("whole", 41);
      new CommittedOffsets(installation).awaitAllFinished();
      assertThat(worker.openLeases()).isZero();
    }
  }

  private static void requireCores(EvolvingReference graph, List<JobResult> runs) {
    for (JobResult run : runs) {
      Map<Integer, Long> wanted =
          graph.coreNumbers(run.getGraphVersion()).values().stream()
              .collect(Collectors.groupingBy(core -> core, TreeMap::new, Collectors.counting()));
      Map<Integer, Long> found = new TreeMap<>();
      run.getCoreNumbers()
          .getCoresList()
          .forEach(core -> found.put(core.getCore(), core.getVertices()));
      assertThat(found).as("%s, seed %d", run, SEED).isEqualTo(wanted);
      assertThat(run.getCoreNumbers().getDegeneracy())
          .isEqualTo(wanted.keySet().stream().max(Integer::compare).orElse(0));
    }
  }

  @Test
  void coreNumbersHadNoJobThatFollowsChanges() {
    var graph = new EvolvingReference("graph", VERTICES, SEED + 3);
    try (var installation = Installation.open(1);
        var log = new ResultLog(installation.client)) {
      try (var _ = TestWorker.start(installation.settings("a"), _ -> {})) {
        graph.snapshot(installation.client, 1, 60);
        installation.client.submit(
            JobRequest.newBuilder()
                .setJobId("cores")
                .setGraphId("graph")
                .setCoreDecomposition(CoreDecomposition.getDefaultInstance())
                .setTrigger(Trigger.newBuilder().setEveryVersion(true))
                .build());
        new CommittedOffsets(installation).awaitAllFinished();
        for (int i = 0; i < 20; i++) {
          graph.change(installation.client, 1 + i % 5);
        }
        log.await("cores", 20);
      }
      graph.change(installation.client, 3);
      try (var _ = TestWorker.start(installation.settings("b"), _ -> {})) {
        List<JobResult> runs = log.await("cores", 21);
        requireCores(graph, runs);
        assertThat(ways(runs).subList(1, 21)).doesNotContain("started").contains("incremental");
      }
    }
  }

  @Test
  void aWorkerThatTakesAJobOverGoesOnWhereItStood() {
    var graph = new EvolvingReference("graph", VERTICES, SEED);
    try (var installation = Installation.open(1);
        var log = new ResultLog(installation.client)) {
      try (var _ = TestWorker.start(installation.settings("a"), _ -> {})) {
        graph.snapshot(installation.client, 1, 60);
        submit(installation, "whole", ResultScope.RESULT_SCOPE_WHOLE);
        new CommittedOffsets(installation).awaitAllFinished();
        graph.change(installation.client, 3);
        log.await("whole", 1);
      }
      graph.change(installation.client, 3);
      graph.change(installation.client, 3);
      try (var _ = TestWorker.start(installation.settings("b"), _ -> {})) {
        List<JobResult> runs = log.await("whole", 3);
        requireRight(graph, runs);
        assertThat(ways(runs).subList(1, 3)).doesNotContain("started");
      }
      graph.change(installation.client, 3);
      // Without a state there is nothing to go on from, and the answer is right all the same.
      var none = Map.of("jobs.standing-state-bytes", "0B");
      try (var _ = TestWorker.start(installation.settings("c", none), _ -> {})) {
        log.await("whole", 4);
      }
      graph.change(installation.client, 3);
      try (var _ = TestWorker.start(installation.settings("d"), _ -> {})) {
        List<JobResult> runs = log.await("whole", 5);
        requireRight(graph, runs);
        assertThat(ways(runs).getLast()).isEqualTo("started");
      }
    }
  }

  @Test
  void differencesAddUpToTheAnswer() {
    var graph = new EvolvingReference("graph", VERTICES, SEED + 1);
    try (var installation = Installation.open(1);
        var log = new ResultLog(installation.client);
        var _ = TestWorker.start(installation.settings("a"), _ -> {})) {
      graph.snapshot(installation.client, 1, 60);
      submit(installation, "difference", ResultScope.RESULT_SCOPE_DIFFERENCE);
      new CommittedOffsets(installation).awaitAllFinished();
      for (int i = 0; i < 20; i++) {
        graph.change(installation.client, 4);
      }
      List<JobResult> runs = log.await("difference", 20);
      assertThat(Counts.toDecimal(runs.getFirst().getTriangles().getTriangles()))
          .isEqualTo(Long.toString(graph.triangles(2)));
      for (JobResult run : runs.subList(1, 20)) {
        assertThat(run.hasTriangles()).isFalse();
        long version = run.getGraphVersion();
        assertThat(run.getDifference().getBaseVersion()).isEqualTo(version - 1);
        long before = graph.triangles(version - 1);
        long after = graph.triangles(version);
        if (before == after) {
          assertThat(run.getDifference().getFiguresList()).isEmpty();
        } else {
          FigureChange figure = run.getDifference().getFigures(0);
          assertThat(figure.getName()).isEqualTo("triangles");
          assertThat(Counts.toDecimal(figure.getBefore())).isEqualTo(Long.toString(before));
          assertThat(Counts.toDecimal(figure.getAfter())).isEqualTo(Long.toString(after));
        }
      }
    }
  }

  /**
   * Estimates have no figures that a difference could hold, and the answer was left out all the
   * same.
   */
  @Test
  void aDifferenceOfEstimatesHadNoAnswerAtAll() {
    var graph = new EvolvingReference("graph", VERTICES, SEED + 2);
    try (var installation = Installation.open(1);
        var log = new ResultLog(installation.client);
        var _ = TestWorker.start(installation.settings("a"), _ -> {})) {
      graph.snapshot(installation.client, 1, 60);
      installation.client.submit(
          JobRequest.newBuilder()
              .setJobId("estimate")
              .setGraphId("graph")
              .setCliqueEstimate(CliqueEstimate.newBuilder().setSmallestK(3).setSamples(1_000))
              .setTrigger(Trigger.newBuilder().setEveryVersion(true))
              .setResultScope(ResultScope.RESULT_SCOPE_DIFFERENCE)
              .build());
      new CommittedOffsets(installation).awaitAllFinished();
      for (int i = 0; i < 3; i++) {
        graph.change(installation.client, 4);
      }
      for (JobResult run : log.await("estimate", 3)) {
        assertThat(run.getCliqueEstimate().getCliquesList()).as(run.toString()).hasSize(1);
        assertThat(run.hasDifference()).as("a whole answer has none").isFalse();
      }
    }
  }
}
