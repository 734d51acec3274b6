package io.cliquestream.worker.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.contract.Counts;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.v1.Alert;
import io.cliquestream.v1.AlertKind;
import io.cliquestream.v1.AlertOptions;
import io.cliquestream.v1.AlertStart;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.JobStatus;
import io.cliquestream.v1.KCliqueCount;
import io.cliquestream.v1.MaximalCliques;
import io.cliquestream.v1.MotifCensus;
import io.cliquestream.v1.PatternEdge;
import io.cliquestream.v1.PatternMatch;
import io.cliquestream.v1.Trigger;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What standing jobs tell of, held against what is in each version by trying everything. */
@Tag("seam")
final class AlertTest {
  private static final int VERTICES = 9;
  private static final int VERSIONS = Integer.getInteger("cliquestream.test.versions", 25);
  private static final long SEED = Long.getLong("cliquestream.test.seed", 20_261_122L);
  private static final Pattern TRIANGLE = Pattern.complete(3);
  private static final Pattern DIAMOND = Pattern.parse("0-1,0-2,1-2,1-3,2-3");
  private static final Pattern PATH = Pattern.parse("0-1,1-2,2-3");

  static JobRequest.Builder alert(String jobId, Consumer<AlertOptions.Builder> options) {
    var request =
        JobRequest.newBuilder()
            .setJobId(jobId)
            .setGraphId("graph")
            .setTrigger(Trigger.newBuilder().setEveryVersion(true));
    options.accept(request.getAlertBuilder());
    return request;
  }

  static PatternMatch.Builder match(Pattern pattern, io.cliquestream.v1.Induced induced) {
    var match = PatternMatch.newBuilder().setInduced(induced);
    for (int i = 0; i < pattern.vertexCount(); i++) {
      for (int j = i + 1; j < pattern.vertexCount(); j++) {
        if (pattern.hasEdge(i, j)) {
          match.addEdges(PatternEdge.newBuilder().setFrom(i).setTo(j));
        }
      }
    }
    return match;
  }

  @Test
  void everyMatchThatAppearsOrVanishesIsToldOfOnce() {
    String seed = "seed " + SEED;
    var graph = new EvolvingReference("graph", VERTICES, SEED);
    long member = graph.id(2);
    long other = graph.id(5);
    try (var installation = Installation.open(1);
        var log = new ResultLog(installation.client);
        var alerts = new AlertLog(installation.client);
        var _ = TestWorker.start(installation.settings("a"), _ -> {})) {
      graph.snapshot(installation.client, 1, 14);
      submit(
          installation,
          alert("triangles", o -> o.setStart(AlertStart.ALERT_START_ALL))
              .setTriangleCount(io.cliquestream.v1.TriangleCount.getDefaultInstance()),
          alert("cliques", o -> o.addTouches(member).addTouches(other))
              .setKCliqueCount(KCliqueCount.newBuilder().setSmallestK(4)),
          alert("diamonds", o -> o.addContains(member))
              .setPatternMatch(match(DIAMOND, io.cliquestream.v1.Induced.INDUCED_BY_EDGES)),
          alert("paths", o -> o.addContains(member).addTouches(other))
              .setPatternMatch(match(PATH, io.cliquestream.v1.Induced.INDUCED_BY_VERTICES)),
          alert("maximal", o -> o.setStart(AlertStart.ALERT_START_ALL))
              .setMaximalCliques(MaximalCliques.newBuilder().setMinimumSize(3)));
      log.awaitJobs(5);
      for (int version = 1; version < VERSIONS; version++) {
        graph.change(installation.client, 1 + version % 7);
      }
      var triangles = AlertCheck.ofPattern(graph, TRIANGLE, Induced.EDGE);
      triangles.require(all("triangles", log, alerts), _ -> true, true, seed);
      AlertCheck.ofPattern(graph, Pattern.complete(4), Induced.EDGE)
          .require(
              all("cliques", log, alerts),
              v -> v.contains(member) || v.contains(other),
              false,
              seed);
      AlertCheck.ofPattern(graph, DIAMOND, Induced.EDGE)
          .require(all("diamonds", log, alerts), v -> v.contains(member), false, seed);
      AlertCheck.ofPattern(graph, PATH, Induced.VERTEX)
          .require(
              all("paths", log, alerts), v -> v.contains(member) && v.contains(other), false, seed);
      AlertCheck.ofCliques(graph, 3).require(all("maximal", log, alerts), _ -> true, true, seed);
      for (JobResult run : log.of("triangles")) {
        assertThat(run.getStatus()).isEqualTo(JobStatus.JOB_STATUS_SUCCEEDED);
        assertThat(Counts.toDecimal(run.getTriangles().getTriangles()))
            .isEqualTo(Long.toString(graph.triangles(run.getGraphVersion())));
        assertThat(Counts.toBigInteger(run.getAlerts().getSummary().getMatches()))
            .isEqualTo(BigInteger.valueOf(graph.triangles(run.getGraphVersion())));
      }
    }
  }

  private static void submit(Installation installation, JobRequest.Builder... requests) {
    for (JobRequest.Builder request : requests) {
      installation.client.submit(request.build());
    }
  }

  /** All alerts of a job, once it has run on every version. */
  private static List<Alert> all(String jobId, ResultLog log, AlertLog alerts) {
    List<JobResult> runs = log.await(jobId, VERSIONS);
    JobResult last = runs.getLast();
    assertThat(last.getStatus()).as(last.toString()).isEqualTo(JobStatus.JOB_STATUS_SUCCEEDED);
    List<Alert> told = alerts.await(jobId, last.getAlerts().getLastSequence());
    assertThat(told.stream().filter(alert -> alert.getRun() == 2).count())
        .isEqualTo(runs.get(1).getAlerts().getRecords());
    return told;
  }

  @Test
  void aVersionWithMoreMatchesThanTheLimitEndsWithTheirExactNumbers() {
    var graph = new EvolvingReference("graph", VERTICES, SEED);
    try (var installation = Installation.open(1);
        var log = new ResultLog(installation.client);
        var alerts = new AlertLog(installation.client);
        var _ = TestWorker.start(installation.settings("a"), _ -> {})) {
      graph.snapshot(installation.client, 1, 2);
      submit(
          installation,
          alert("few", o -> o.setLimit(3))
              .setTriangleCount(io.cliquestream.v1.TriangleCount.getDefaultInstance()));
      log.await("few", 1);
      long version = graph.change(installation.client, 120);
      JobResult run = log.await("few", 2).getLast();
      long triangles = graph.triangles(version);
      assertThat(triangles).isGreaterThan(3);
      List<Alert> told = alerts.await("few", 4);
      assertThat(told)
          .extracting(Alert::getKind)
          .containsExactly(
              AlertKind.ALERT_KIND_APPEARED,
              AlertKind.ALERT_KIND_APPEARED,
              AlertKind.ALERT_KIND_APPEARED,
              AlertKind.ALERT_KIND_SUMMARY);
      assertThat(Counts.toDecimal(told.getLast().getSummary().getAppeared()))
          .isEqualTo(Long.toString(triangles));
      assertThat(run.getAlerts().getRecords()).isEqualTo(4);
      assertThat(Counts.toDecimal(run.getAlerts().getSummary().getAppeared()))
          .isEqualTo(Long.toString(triangles));
    }
  }

  @Test
  void aThresholdIsToldOfWhenItIsReachedAndWhenItIsLeft() {
    var graph = new EvolvingReference("graph", VERTICES, SEED + 1);
    try (var installation = Installation.open(1);
        var log = new ResultLog(installation.client);
        var alerts = new AlertLog(installation.client);
        var _ = TestWorker.start(installation.settings("a"), _ -> {})) {
      graph.snapshot(installation.client, 1, 12);
      submit(
          installation,
          alert("many", o -> o.setThreshold(4))
              .setTriangleCount(io.cliquestream.v1.TriangleCount.getDefaultInstance()));
      log.await("many", 1);
      for (int version = 1; version < VERSIONS; version++) {
        graph.change(installation.client, 4);
      }
      JobResult last = log.await("many", VERSIONS).getLast();
      List<Alert> told = alerts.await("many", last.getAlerts().getLastSequence());
      boolean above = graph.triangles(1) >= 4;
      int next = 0;
      for (long version = 2; version <= VERSIONS; version++) {
        boolean now = graph.triangles(version) >= 4;
        if (now != above) {
          Alert alert = told.get(next++);
          assertThat(alert.getGraphVersion()).isEqualTo(version);
          assertThat(alert.getKind())
              .isEqualTo(
                  now
                      ? AlertKind.ALERT_KIND_THRESHOLD_REACHED
                      : AlertKind.ALERT_KIND_THRESHOLD_LEFT);
          assertThat(Counts.toDecimal(alert.getSummary().getMatches()))
              .isEqualTo(Long.toString(graph.triangles(version)));
        }
        above = now;
      }
      assertThat(told).hasSize(next).isNotEmpty();
    }
  }

  @Test
  void aSnapshotIsComparedWithTheVersionBefore() {
    String seed = "seed " + SEED;
    var graph = new EvolvingReference("graph", VERTICES, SEED + 2);
    try (var installation = Installation.open(1);
        var log = new ResultLog(installation.client);
        var alerts = new AlertLog(installation.client);
        var _ =
            TestWorker.start(
                installation.settings("a", Map.of("jobs.evolving-graphs", "0")), _ -> {})) {
      graph.snapshot(installation.client, 1, 15);
      submit(
          installation,
          alert("triangles", o -> {})
              .setTriangleCount(io.cliquestream.v1.TriangleCount.getDefaultInstance()));
      log.await("triangles", 1);
      for (int version = 2; version <= VERSIONS; version++) {
        graph.snapshot(installation.client, version, 15);
      }
      AlertCheck.ofPattern(graph, TRIANGLE, Induced.EDGE)
          .require(all("triangles", log, alerts), _ -> true, false, seed);
    }
  }

  @Test
  void whenTheVersionBeforeIsGoneItIsSaid() {
    var graph = new EvolvingReference("graph", VERTICES, SEED + 3);
    try (var installation = Installation.open(1);
        var log = new ResultLog(installation.client);
        var alerts = new AlertLog(installation.client)) {
      try (var _ = TestWorker.start(installation.settings("a"), _ -> {})) {
        graph.snapshot(installation.client, 1, 15);
        submit(
            installation,
            alert("triangles", o -> o.setStart(AlertStart.ALERT_START_ALL))
                .setTriangleCount(io.cliquestream.v1.TriangleCount.getDefaultInstance()));
        log.await("triangles", 1);
      }
      int before = alerts.of("triangles").size();
      installation.client.retire("graph", 1);
      graph.snapshot(installation.client, 2, 20);
      try (var _ = TestWorker.start(installation.settings("a"), _ -> {})) {
        JobResult run = log.await("triangles", 2).getLast();
        assertThat(run.getStatus()).isEqualTo(JobStatus.JOB_STATUS_SUCCEEDED);
        List<Alert> told = alerts.await("triangles", run.getAlerts().getLastSequence());
        List<Alert> second =
            told.subList(told.size() - (int) run.getAlerts().getRecords(), told.size());
        assertThat(told.size()).isGreaterThanOrEqualTo(before);
        assertThat(second.getFirst().getKind()).isEqualTo(AlertKind.ALERT_KIND_RESTARTED);
        assertThat(second).hasSize(1 + (int) graph.triangles(2));
        assertThat(Counts.toDecimal(run.getAlerts().getSummary().getMatches()))
            .isEqualTo(Long.toString(graph.triangles(2)));
      }
    }
  }

  @Test
  void whatCannotBeToldOfIsRefusedWithTheReason() {
    try (var installation = Installation.open(1);
        var log = new ResultLog(installation.client);
        var worker =
            TestWorker.start(
                installation.settings("a"), graphs -> graphs.put("graph", 1, 1, 2, 2, 3, 3, 1))) {
      var triangle = match(TRIANGLE, io.cliquestream.v1.Induced.INDUCED_BY_EDGES);
      submit(
          installation,
          alert("once", o -> {}).setPatternMatch(triangle).clearTrigger(),
          alert("motifs", o -> {}).setMotifCensus(MotifCensus.newBuilder().setSize(3)),
          alert("several", o -> {})
              .setKCliqueCount(KCliqueCount.newBuilder().setSmallestK(3).setLargestK(5)),
          alert("too-large", o -> {}).setKCliqueCount(KCliqueCount.newBuilder().setSmallestK(9)),
          alert("too-many", o -> o.addContains(1).addContains(2).addContains(3).addContains(4))
              .setPatternMatch(triangle),
          alert("unlimited", o -> o.setLimit(100_001)).setPatternMatch(triangle),
          alert("negative", o -> o.setThreshold(-1)).setPatternMatch(triangle),
          alert("apart", o -> {})
              .setPatternMatch(
                  PatternMatch.newBuilder()
                      .addEdges(PatternEdge.newBuilder().setFrom(0).setTo(1))
                      .addEdges(PatternEdge.newBuilder().setFrom(2).setTo(3))));
      log.awaitJobs(8);
      refused(log, "once", FailureCode.FAILURE_CODE_OPTION_INVALID, "needs a trigger");
      refused(log, "motifs", FailureCode.FAILURE_CODE_OPTION_INVALID, "no matches");
      refused(log, "several", FailureCode.FAILURE_CODE_OPTION_INVALID, "of one size");
      refused(log, "too-large", FailureCode.FAILURE_CODE_OPTION_INVALID, "maximal-cliques");
      refused(log, "too-many", FailureCode.FAILURE_CODE_OPTION_INVALID, "the bound is 3");
      refused(log, "unlimited", FailureCode.FAILURE_CODE_OPTION_INVALID, "100000");
      refused(log, "negative", FailureCode.FAILURE_CODE_OPTION_INVALID, "beyond 2^63");
      refused(log, "apart", FailureCode.FAILURE_CODE_PATTERN_INVALID, "not connected");
      // A vertex that is not there may come: nothing is told until then.
      submit(
          installation,
          alert("nobody", o -> o.addContains(77).setStart(AlertStart.ALERT_START_ALL))
              .setPatternMatch(triangle));
      assertThat(log.await("nobody", 1).getFirst().getAlerts().getRecords()).isZero();
      installation.client.cancel("nobody", "enough");
      log.await("nobody", 2);
      new CommittedOffsets(installation).awaitAllFinished();
      assertThat(worker.openLeases()).isZero();
    }
  }

  private static void refused(ResultLog log, String jobId, FailureCode code, String message) {
    JobResult result = log.of(jobId).getFirst();
    assertThat(result.getFailure().getCode()).as(result.toString()).isEqualTo(code);
    assertThat(result.getFailure().getMessage()).contains(message);
  }
}
