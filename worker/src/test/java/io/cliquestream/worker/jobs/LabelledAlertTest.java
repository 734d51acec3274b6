package io.cliquestream.worker.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.v1.Alert;
import io.cliquestream.v1.AlertOptions;
import io.cliquestream.v1.AlertStart;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.JobStatus;
import io.cliquestream.v1.KCliqueCount;
import io.cliquestream.v1.MaximalCliques;
import io.cliquestream.v1.PatternLabel;
import io.cliquestream.v1.TriangleCount;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Alerts that ask for labels, held against what each version has by trying everything. */
@Tag("seam")
final class LabelledAlertTest {
  private static final int VERTICES = 9;
  private static final int VERSIONS = Integer.getInteger("cliquestream.test.versions", 25);
  private static final long SEED = Long.getLong("cliquestream.test.seed", 20_261_123L);
  private static final int NONE = -1;
  private static final Pattern TRIANGLE = Pattern.complete(3);
  private static final Pattern PATH = Pattern.parse("0-1,1-2,2-3");

  private final EvolvingReference graph = new EvolvingReference("graph", VERTICES, SEED);

  /** 0, 1, 2, no label, and again. */
  private int label(long id) {
    for (int vertex = 0; vertex < VERTICES; vertex++) {
      if (graph.id(vertex) == id) {
        return vertex % 4 == 3 ? NONE : vertex % 4;
      }
    }
    throw new IllegalArgumentException("no vertex " + id);
  }

  private void label(AlertOptions.Builder options) {
    for (int vertex = VERTICES - 1; vertex >= 0; vertex--) {
      if (label(graph.id(vertex)) != NONE) {
        options.addLabelled(graph.id(vertex)).addLabels(label(graph.id(vertex)));
      }
    }
    // One that never comes.
    options.addLabelled(-1).addLabels(1);
  }

  private JobRequest.Builder job(String jobId, Pattern pattern, Integer wanted) {
    return AlertTest.alert(
        jobId,
        options -> {
          label(options);
          if (wanted != null) {
            options.setLabel(wanted);
          }
          for (int i = 0; pattern != null && i < pattern.vertexCount(); i++) {
            if (pattern.label(i) != Pattern.ANY_LABEL) {
              options.addPatternLabels(
                  PatternLabel.newBuilder().setVertex(i).setLabel(pattern.label(i)));
            }
          }
        });
  }

  private Predicate<Set<Long>> has(int wanted) {
    return vertices -> vertices.stream().anyMatch(id -> label(id) == wanted);
  }

  @Test
  void everyMatchWithTheLabelsThatAreAskedForIsToldOfOnce() {
    String seed = "seed " + SEED;
    Pattern mixed = TRIANGLE.withLabels(0, 1, Pattern.ANY_LABEL);
    Pattern twice = TRIANGLE.withLabels(1, Pattern.ANY_LABEL, Pattern.ANY_LABEL);
    Pattern ends = PATH.withLabels(2, Pattern.ANY_LABEL, Pattern.ANY_LABEL, 2);
    try (var installation = Installation.open(1);
        var log = new ResultLog(installation.client);
        var alerts = new AlertLog(installation.client)) {
      graph.snapshot(installation.client, 1, 20);
      var start = AlertStart.ALERT_START_ALL;
      var all =
          Map.of(
              "one", job("one", null, 0).setTriangleCount(TriangleCount.getDefaultInstance()),
              "mixed",
                  job("mixed", mixed, null).setTriangleCount(TriangleCount.getDefaultInstance()),
              "twice",
                  job("twice", twice, null)
                      .setKCliqueCount(KCliqueCount.newBuilder().setSmallestK(3)),
              "ends",
                  job("ends", ends, 0)
                      .setPatternMatch(
                          AlertTest.match(PATH, io.cliquestream.v1.Induced.INDUCED_BY_VERTICES)),
              "maximal",
                  job("maximal", null, 2)
                      .setMaximalCliques(MaximalCliques.newBuilder().setMinimumSize(2)));
      // Two workers in turn: labels stay with the job.
      try (var _ = TestWorker.start(installation.settings("a"), _ -> {})) {
        for (JobRequest.Builder request : all.values()) {
          request.getAlertBuilder().setStart(start).setLimit(100_000);
          installation.client.submit(request.build());
        }
        log.awaitJobs(all.size());
        change(installation, VERSIONS / 2);
        all.keySet().forEach(job -> log.await(job, 1 + VERSIONS / 2));
      }
      try (var _ = TestWorker.start(installation.settings("b"), _ -> {})) {
        change(installation, VERSIONS - 1 - VERSIONS / 2);
        AlertCheck.ofPattern(graph, TRIANGLE, Induced.EDGE)
            .require(all("one", log, alerts), has(0), true, seed);
        AlertCheck.ofLabelledPattern(graph, mixed, Induced.EDGE, this::label)
            .require(all("mixed", log, alerts), _ -> true, true, seed);
        AlertCheck.ofLabelledPattern(graph, twice, Induced.EDGE, this::label)
            .require(all("twice", log, alerts), _ -> true, true, seed);
        AlertCheck.ofLabelledPattern(graph, ends, Induced.VERTEX, this::label)
            .require(all("ends", log, alerts), has(0), true, seed);
        AlertCheck.ofCliques(graph, 2).require(all("maximal", log, alerts), has(2), true, seed);
      }
    }
  }

  private void change(Installation installation, int versions) {
    for (int i = 0; i < versions; i++) {
      graph.change(installation.client, 1 + i % 7);
    }
  }

  /** All alerts of a job, once it has run on every version. */
  private static List<Alert> all(String jobId, ResultLog log, AlertLog alerts) {
    JobResult last = log.await(jobId, VERSIONS).getLast();
    assertThat(last.getStatus()).as(last.toString()).isEqualTo(JobStatus.JOB_STATUS_SUCCEEDED);
    List<Alert> told = alerts.await(jobId, last.getAlerts().getLastSequence());
    assertThat(told).as(jobId).isNotEmpty();
    return told;
  }
}
