package io.cliquestream.worker.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.v1.Alert;
import io.cliquestream.v1.AlertKind;
import io.cliquestream.v1.AlertOptions;
import io.cliquestream.v1.AlertStart;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.KCliqueCount;
import io.cliquestream.v1.MaximalCliques;
import io.cliquestream.v1.TriangleCount;
import io.cliquestream.v1.Trigger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A match of a graph with names is what its vertices are called, whatever ids they have. */
@Tag("seam")
final class AlertNamesTest {
  private static final String GRAPH = "people";
  private static final long SEED = Long.getLong("cliquestream.test.seed", 20_261_126L);

  private static JobRequest.Builder job(String id, AlertOptions.Builder alert) {
    return JobRequest.newBuilder()
        .setJobId(id)
        .setGraphId(GRAPH)
        .setTriangleCount(TriangleCount.getDefaultInstance())
        .setTrigger(Trigger.newBuilder().setEveryVersion(true))
        .setAlert(alert);
  }

  private static AlertOptions.Builder all() {
    return AlertOptions.newBuilder().setStart(AlertStart.ALERT_START_ALL);
  }

  /** All that the job's results say that there are. */
  private static List<Alert> everyAlert(ResultLog results, AlertLog log, String job) {
    return log.await(job, results.of(job).getLast().getAlerts().getLastSequence());
  }

  private static List<Alert> of(List<Alert> alerts, long version) {
    return alerts.stream().filter(alert -> alert.getGraphVersion() == version).toList();
  }

  private static String told(Alert alert) {
    String match =
        alert.getKind().name().substring("ALERT_KIND_".length())
            + " "
            + String.join(" ", new TreeSet<>(alert.getNamesList()));
    return !alert.hasCause()
        ? match
        : match
            + " by "
            + (alert.getCause().getInserted() ? "+" : "-")
            + new TreeSet<>(Set.of(alert.getCause().getFromName(), alert.getCause().getToName()));
  }

  private static List<String> told(List<Alert> alerts, long version) {
    return of(alerts, version).stream().map(AlertNamesTest::told).toList();
  }

  @Test
  void aMatchThatVanishedWasToldWithTheNamesOfOthersAndOneUnderOtherNamesNotAtAll() {
    walk(false);
  }

  @Test
  void theSameAfterTheJobCameToAnotherWorker() {
    walk(true);
  }

  private static void walk(boolean restarts) {
    try (var installation = Installation.open(1);
        var results = new ResultLog(installation.client);
        var log = new AlertLog(installation.client)) {
      var worker =
          TestWorker.start(
              installation.settings("one"),
              graphs ->
                  graphs.putNamed(GRAPH, 1, List.of("ann", "bob", "cy", "dan"), 0, 1, 1, 2, 2, 0));
      try {
        installation.client.submit(job("triangles", all()).build());
        installation.client.submit(job("with-bob", all().addContains(1)).build());
        installation.client.submit(
            job("threshold", AlertOptions.newBuilder().setThreshold(2)).build());
        new CommittedOffsets(installation).awaitAllFinished();
        long[] two = {0, 1, 1, 2, 2, 0, 2, 3, 1, 3};
        worker.graphs.putNamed(GRAPH, 2, List.of("ann", "bob", "cy", "dan"), two);
        awaitVersion(results, 2);
        // The same edges by ids, and another person.
        worker.graphs.putNamed(GRAPH, 3, List.of("zoe", "bob", "cy", "dan"), two);
        awaitVersion(results, 3);
        if (restarts) {
          worker.close();
          worker = TestWorker.start(installation.settings("two"), _ -> {});
        }
        // The same persons and edges under other ids.
        worker.graphs.putNamed(
            GRAPH, 4, List.of("bob", "cy", "dan", "zoe"), 3, 0, 0, 1, 1, 3, 1, 2, 0, 2);
        awaitVersion(results, 4);
        if (restarts) {
          worker.close();
          worker = TestWorker.start(installation.settings("three"), _ -> {});
        }
        worker.graphs.addNamedEdge(GRAPH, 5, "dan", "zoe");
        awaitVersion(results, 5);
        worker.graphs.put(GRAPH, 6, 0, 1, 1, 2, 2, 0);
        awaitVersion(results, 6);
        requireTriangles(everyAlert(results, log, "triangles"));
        requireThatIdsOfOthersBeginAnew(everyAlert(results, log, "with-bob"));
        assertThat(
                everyAlert(results, log, "threshold").stream()
                    .map(a -> a.getKind() + "@" + a.getGraphVersion()))
            .containsExactly("ALERT_KIND_THRESHOLD_REACHED@2", "ALERT_KIND_RESTARTED@6");
      } finally {
        worker.close();
      }
    }
  }

  private static void awaitVersion(ResultLog results, int version) {
    for (String job : List.of("triangles", "with-bob", "threshold")) {
      List<JobResult> known = results.await(job, version);
      assertThat(known.getLast().getGraphVersion()).isEqualTo(version);
    }
  }

  private static void requireTriangles(List<Alert> alerts) {
    assertThat(told(alerts, 1)).containsExactly("APPEARED ann bob cy");
    assertThat(told(alerts, 2))
        .satisfiesExactly(came -> assertThat(came).startsWith("APPEARED bob cy dan by +["));
    assertThat(told(alerts, 3))
        .satisfiesExactly(
            went -> assertThat(went).startsWith("VANISHED ann bob cy by -[ann, "),
            came -> assertThat(came).startsWith("APPEARED bob cy zoe by +["));
    assertThat(of(alerts, 3).get(0).getMatchId()).isEqualTo(id(alerts, 1, "ann"));
    assertThat(of(alerts, 3).get(0).getVerticesList()).containsExactlyInAnyOrder(0L, 1L, 2L);
    assertThat(told(alerts, 4)).isEmpty();
    assertThat(told(alerts, 5))
        .containsExactlyInAnyOrder(
            "APPEARED bob dan zoe by +[dan, zoe]", "APPEARED cy dan zoe by +[dan, zoe]");
    assertThat(alerts.stream().map(Alert::getMatchId).distinct()).hasSize(5 + 2);
    assertThat(told(alerts, 6)).containsExactly("RESTARTED ", "APPEARED ");
    assertThat(of(alerts, 6).get(1).getNamesList()).isEmpty();
    assertThat(alerts.stream().map(Alert::getSequence))
        .containsExactlyElementsOf(
            IntStream.rangeClosed(1, alerts.size()).mapToObj(i -> (long) i).toList());
  }

  private static String id(List<Alert> alerts, long version, String name) {
    return of(alerts, version).stream()
        .filter(alert -> alert.getNamesList().contains(name))
        .findFirst()
        .orElseThrow()
        .getMatchId();
  }

  /** Vertex 1 is bob in versions 1 to 3, and cy in 4. */
  private static void requireThatIdsOfOthersBeginAnew(List<Alert> alerts) {
    assertThat(told(alerts, 3)).hasSize(2);
    assertThat(told(alerts, 4))
        .containsExactlyInAnyOrder("RESTARTED ", "APPEARED bob cy zoe", "APPEARED bob cy dan");
    assertThat(told(alerts, 5)).containsExactly("APPEARED cy dan zoe by +[dan, zoe]");
  }

  /** Random snapshots under random names, against trying everything. */
  @Test
  void namesAddUpToWhatIsThereWhateverSnapshotsCallTheirVertices() {
    String seed = "seed " + SEED;
    var random = new Random(SEED);
    int versions = 24;
    var known = new ArrayList<Set<Set<String>>>();
    try (var installation = Installation.open(1);
        var results = new ResultLog(installation.client);
        var log = new AlertLog(installation.client)) {
      List<List<String>> names = new ArrayList<>();
      List<long[]> edges = new ArrayList<>();
      List<String> pool =
          new ArrayList<>(List.of("ann", "bob", "cy", "dan", "eve", "fay", "gus", "hal", "ida"));
      List<String> present = List.of();
      Set<Set<String>> byName = new HashSet<>();
      for (int version = 1; version <= versions; version++) {
        if (version == 1 || random.nextInt(3) > 0) {
          Collections.shuffle(pool, random);
          present = List.copyOf(pool.subList(0, 7));
        }
        // Most of the edges stay, so that what is told is a difference.
        List<String> those = present;
        byName.removeIf(edge -> !those.containsAll(edge) || random.nextInt(6) == 0);
        while (byName.size() < 13) {
          String one = present.get(random.nextInt(7));
          String other = present.get(random.nextInt(7));
          if (!one.equals(other)) {
            byName.add(Set.of(one, other));
          }
        }
        names.add(present);
        edges.add(byName.stream().flatMap(Set::stream).mapToLong(those::indexOf).toArray());
        known.add(triangles(byName));
      }
      try (var worker =
          TestWorker.start(
              installation.settings("one"),
              graphs -> graphs.putNamed(GRAPH, 1, names.get(0), edges.get(0)))) {
        installation.client.submit(job("triangles", all()).build());
        installation.client.submit(
            job("cliques", all())
                .clearTriangleCount()
                .setKCliqueCount(KCliqueCount.newBuilder().setSmallestK(3))
                .build());
        installation.client.submit(
            job("maximal", all())
                .clearTriangleCount()
                .setMaximalCliques(MaximalCliques.newBuilder().setMinimumSize(3))
                .build());
        new CommittedOffsets(installation).awaitAllFinished();
        for (int version = 2; version <= versions; version++) {
          worker.graphs.putNamed(GRAPH, version, names.get(version - 1), edges.get(version - 1));
        }
        for (String job : List.of("triangles", "cliques", "maximal")) {
          results.await(job, versions);
        }
      }
      assertThat(ids(everyAlert(results, log, "triangles"), known, seed))
          .isEqualTo(ids(everyAlert(results, log, "cliques"), known, seed));
      requireEachVanishedOnce(everyAlert(results, log, "maximal"), seed);
    }
  }

  private static Set<Set<String>> triangles(Set<Set<String>> edges) {
    var found = new HashSet<Set<String>>();
    for (Set<String> edge : edges) {
      for (Set<String> next : edges) {
        var three = new TreeSet<>(edge);
        three.addAll(next);
        if (three.size() == 3
            && edges.stream().filter(third -> three.containsAll(third)).count() == 3) {
          found.add(three);
        }
      }
    }
    return found;
  }

  /** The id of each match, of which each version's are what is there. */
  private static Map<Set<String>, String> ids(
      List<Alert> alerts, List<Set<Set<String>>> known, String seed) {
    var ids = new HashMap<Set<String>, String>();
    var now = new HashSet<Set<String>>();
    assertThat(alerts.stream().filter(a -> a.getKind() == AlertKind.ALERT_KIND_VANISHED))
        .as(seed)
        .isNotEmpty();
    for (int version = 1; version <= known.size(); version++) {
      for (Alert alert : of(alerts, version)) {
        Set<String> match = new TreeSet<>(alert.getNamesList());
        assertThat(ids.computeIfAbsent(match, _ -> alert.getMatchId()))
            .as(seed)
            .isEqualTo(alert.getMatchId());
        boolean appeared = alert.getKind() == AlertKind.ALERT_KIND_APPEARED;
        assertThat(appeared ? now.add(match) : now.remove(match))
            .as("%s, %s", alert, seed)
            .isTrue();
      }
      assertThat(now).as("version %d, %s", version, seed).isEqualTo(known.get(version - 1));
    }
    assertThat(new HashSet<>(ids.values())).hasSameSizeAs(ids.keySet());
    return ids;
  }

  private static void requireEachVanishedOnce(List<Alert> alerts, String seed) {
    var now = new HashMap<String, Set<String>>();
    for (Alert alert : alerts) {
      Set<String> match = new TreeSet<>(alert.getNamesList());
      if (alert.getKind() == AlertKind.ALERT_KIND_APPEARED) {
        assertThat(now.put(alert.getMatchId(), match)).as("%s, %s", alert, seed).isNull();
      } else {
        assertThat(now.remove(alert.getMatchId())).as("%s, %s", alert, seed).isEqualTo(match);
      }
      assertThat(alert.getVerticesList()).as(seed).isSorted();
    }
  }
}
