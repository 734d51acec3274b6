package io.cliquestream.worker.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.client.EdgeStream;
import io.cliquestream.v1.Alert;
import io.cliquestream.v1.AlertStart;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.JobStatus;
import io.cliquestream.v1.StreamDefinition;
import io.cliquestream.v1.StreamPosition;
import io.cliquestream.v1.TriangleCount;
import io.cliquestream.v1.Trigger;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;

/**
 * A stream of random events, standing jobs on its graph, and what every run of theirs has to say:
 * the triangles after the events that its version has, by its own record.
 */
final class StreamedRuns {
  private final Installation installation;
  private final String graph;
  private final EdgeStream stream;
  private final ReferenceGraph reference = new ReferenceGraph();

  /** After so many events, so many triangles; only after those that can end a version. */
  private final TreeMap<Long, Long> triangles = new TreeMap<>(Map.of(0L, 0L));

  private final int perVersion;
  private long events;

  StreamedRuns(Installation installation, String graph, StreamDefinition definition) {
    this.installation = installation;
    this.graph = graph;
    this.perVersion = definition.getVersionEvents();
    this.stream = installation.client.stream(graph, 64, Duration.ofMillis(1));
    stream.define(definition);
    StreamedAnswers.await(installation, graph, reference);
  }

  static JobRequest.Builder standing(String job, String graph, boolean coalesce) {
    return JobRequest.newBuilder()
        .setJobId(graph + "-" + job)
        .setGraphId(graph)
        .setTrigger(Trigger.newBuilder().setEveryVersion(true).setCoalesce(coalesce));
  }

  /** Has the triangles counted on every version, or the latest ones. */
  void submit(String job, boolean alerts, boolean coalesce) {
    JobRequest.Builder request =
        standing(job, graph, coalesce).setTriangleCount(TriangleCount.getDefaultInstance());
    if (alerts) {
      request.getAlertBuilder().setStart(AlertStart.ALERT_START_ALL).setLimit(100_000);
    }
    installation.client.submit(request.build());
  }

  /** Sends random events among so many vertices, slowly enough for several versions. */
  void send(Random random, int count, int vertices) {
    for (int i = 0; i < count; i++) {
      change(random, vertices);
      if (i % 10 == 9) {
        stream.flush();
      }
    }
    stream.flush();
  }

  /** Sends random events faster than versions are made of them. */
  void sendAtOnce(Random random, int count, int vertices) {
    for (int i = 0; i < count; i++) {
      change(random, vertices);
    }
    stream.flush();
  }

  /** The most versions that came between two snapshots, when all events are in versions. */
  int versionsBetweenSnapshots() {
    assertThat(firstComplete()).isPositive();
    return versions().accepted().values().stream()
        .mapToInt(StreamPosition::getVersionsSinceSnapshot)
        .max()
        .orElseThrow();
  }

  void change(Random random, int vertices) {
    long u = random.nextInt(vertices);
    long v = random.nextInt(vertices);
    if (random.nextInt(3) == 0) {
      stream.delete(u, v);
      reference.delete(u, v);
    } else {
      stream.insert(u, v);
      reference.insert(u, v);
    }
    events++;
    if (events % perVersion == 0) {
      triangles.put(events, reference.triangles());
    }
  }

  private StreamedVersions versions() {
    return StreamedVersions.read(installation.bootstrapServers, installation.prefix, graph);
  }

  /** Waits until all events are in versions, and a job has a run on one that has them all. */
  void awaitNewest(String job, ResultLog results) {
    long complete = firstComplete();
    results.awaitUntil(
        all ->
            all.stream()
                .anyMatch(
                    run ->
                        run.getJobId().equals(graph + "-" + job)
                            && run.getGraphVersion() >= complete),
        "run of " + job + " on version " + complete);
  }

  /** The first version that has all events. */
  private long firstComplete() {
    long deadline = System.nanoTime() + Installation.WAIT.toNanos();
    while (System.nanoTime() - deadline < 0) {
      for (var version : versions().accepted().entrySet()) {
        if (version.getValue().getEvents() == events) {
          return version.getKey();
        }
      }
    }
    throw new AssertionError("no version of " + graph + " has all " + events + " events");
  }

  /** Every run of a job is there once, with the right count, and told of every match once. */
  void require(String job, ResultLog results, AlertLog alerts) {
    awaitNewest(job, results);
    String id = graph + "-" + job;
    List<JobResult> runs = results.of(id);
    var accepted = versions().accepted();
    assertThat(runs)
        .extracting(JobResult::getRun)
        .containsExactlyElementsOf(LongStream.rangeClosed(1, runs.size()).boxed().toList());
    long version = 0;
    long told = 0;
    for (JobResult run : runs) {
      assertThat(run.getStatus())
          .as("%s", run.getFailure())
          .isEqualTo(JobStatus.JOB_STATUS_SUCCEEDED);
      assertThat(run.getGraphVersion()).as(id).isGreaterThan(version);
      version = run.getGraphVersion();
      long after = accepted.get(version).getEvents();
      long count = run.getTriangles().getTriangles().getLow();
      assertThat(count).as("%s, version %d", id, version).isEqualTo(triangles.get(after));
      if (run.hasAlerts()) {
        var summary = run.getAlerts().getSummary();
        told += summary.getAppeared().getLow() - summary.getVanished().getLow();
        assertThat(told).as("%s told of by version %d", id, version).isEqualTo(count);
      }
    }
    if (runs.getLast().hasAlerts()) {
      requireAlerts(alerts.await(id, runs.getLast().getAlerts().getLastSequence()));
    }
  }

  /** The alerts, one after the other, come to the matches of the end. */
  private void requireAlerts(List<Alert> told) {
    var there = new HashSet<String>();
    long sequence = 0;
    for (Alert alert : told) {
      assertThat(alert.getSequence()).isEqualTo(++sequence);
      boolean changed =
          switch (alert.getKind()) {
            case ALERT_KIND_APPEARED -> there.add(alert.getMatchId());
            case ALERT_KIND_VANISHED -> there.remove(alert.getMatchId());
            default -> false;
          };
      assertThat(changed).as("%s", alert).isTrue();
    }
    assertThat(there).hasSize((int) reference.triangles());
  }

  void close() {
    stream.close();
  }
}
