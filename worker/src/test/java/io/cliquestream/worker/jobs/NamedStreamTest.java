package io.cliquestream.worker.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.client.EdgeStream;
import io.cliquestream.client.JobOutcome;
import io.cliquestream.client.StartFrom;
import io.cliquestream.client.Subscription;
import io.cliquestream.contract.DeadLetterHeaders;
import io.cliquestream.v1.Alert;
import io.cliquestream.v1.AlertKind;
import io.cliquestream.v1.AlertOptions;
import io.cliquestream.v1.ChangeKind;
import io.cliquestream.v1.ChangeRecord;
import io.cliquestream.v1.EdgeChange;
import io.cliquestream.v1.NamedEdgeChange;
import io.cliquestream.v1.StreamDefinition;
import io.cliquestream.v1.TriangleCount;
import io.cliquestream.v1.Trigger;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Events by names come to the names and counts of a simple reference, over snapshots and starts.
 */
@Tag("seam")
final class NamedStreamTest {
  private static final StreamDefinition CREATE =
      StreamDefinition.newBuilder().setCreateGraph(true).build();

  private static String name(long vertex) {
    return "vertex " + vertex + (vertex % 3 == 0 ? " é" : "");
  }

  @Test
  void namesOutliveTheSnapshotsThatAStreamWritesAndTheWorkerThatWroteThem() throws Exception {
    try (var installation = Installation.open(2)) {
      var settings = Map.of("changes.snapshot-versions", "5");
      var reference = new ReferenceGraph();
      var window = new ReferenceWindow(0);
      var random = new Random(5);
      var worker = TestWorker.streaming(installation.settings("one"), settings);
      try (EdgeStream plain = installation.client.stream("plain");
          EdgeStream windowed = installation.client.stream("windowed")) {
        plain.define(CREATE.toBuilder().setVersionEvents(20).build());
        windowed.define(CREATE.toBuilder().setVersionEvents(20).setWindowEvents(60).build());
        for (int round = 0; round < 3; round++) {
          for (int i = 0; i < 300; i++) {
            long u = random.nextInt(15) + 5L * round;
            long v = random.nextInt(15) + 5L * round;
            boolean deletion = random.nextInt(4) == 0;
            if (deletion) {
              plain.delete(name(u), name(v));
              reference.delete(u, v);
              windowed.delete(name(u), name(v), i);
            } else {
              plain.insert(name(u), name(v));
              reference.insert(u, v);
              windowed.insert(name(u), name(v), i);
            }
            window.add(deletion, u, v, 0);
          }
          plain.flush();
          windowed.flush();
          StreamedAnswers.await(installation, "plain", reference);
          StreamedAnswers.await(installation, "windowed", window.ofEvents(60));
          assertThat(edges(installation, "plain")).isEqualTo(counts(reference));
          assertThat(edges(installation, "windowed")).isEqualTo(counts(window.ofEvents(60)));
          worker.close();
          worker = TestWorker.streaming(installation.settings("start-" + round), settings);
        }
        assertThat(
                StreamedVersions.awaitRetired(
                    installation.bootstrapServers, installation.prefix, "plain"))
            .as("versions that snapshots made superfluous")
            .isNotEmpty();
      } finally {
        worker.close();
      }
    }
  }

  /** Triangles of every vertex, by name, as a job says them. */
  private static Map<String, Long> edges(Installation installation, String graph) {
    JobOutcome outcome =
        installation.client.run(
            Installation.triangles(UUID.randomUUID().toString(), graph)
                .setTriangleCount(TriangleCount.newBuilder().setPerVertex(true))
                .build(),
            Installation.WAIT);
    Map<String, Long> counts = new HashMap<>();
    outcome
        .pages()
        .forEach(
            page -> {
              Map<Long, String> names = new HashMap<>();
              for (int i = 0; i < page.getNames().getVerticesCount(); i++) {
                names.put(page.getNames().getVertices(i), page.getNames().getNames(i));
              }
              var rows = page.getVertexCounts();
              for (int i = 0; i < rows.getVerticesCount(); i++) {
                counts.put(names.get(rows.getVertices(i)), rows.getCounts(i).getLow());
              }
            });
    return counts;
  }

  private static Map<String, Long> counts(ReferenceGraph reference) {
    Map<String, Long> counts = new HashMap<>();
    for (long u = 0; u < 40; u++) {
      long triangles = 0;
      boolean alone = true;
      for (long v = 0; v < 40; v++) {
        alone &= !reference.has(u, v);
        for (long w = v + 1; w < 40 && reference.has(u, v); w++) {
          triangles += reference.has(u, w) && reference.has(v, w) ? 1 : 0;
        }
      }
      if (!alone) {
        counts.put(name(u), triangles);
      }
    }
    return counts;
  }

  @Test
  void eventsOfTheOtherKindBecomeDeadLettersAndTheStreamGoesOn() throws Exception {
    try (var installation = Installation.open(1);
        var _ = TestWorker.streaming(installation.settings("one"), Map.of());
        EdgeStream named = installation.client.stream("named");
        EdgeStream numbers = installation.client.stream("numbers")) {
      var raw = new RawRecords(installation);
      named.define(CREATE);
      numbers.define(CREATE);
      named.insert("a", "b");
      named.insert("b", "c");
      numbers.insert(1, 2);
      numbers.insert(2, 3);
      named.flush();
      numbers.flush();
      raw.send("changes.v1", 0, "named".getBytes(UTF_8), byId("named"));
      raw.send("changes.v1", 0, "numbers".getBytes(UTF_8), byName("numbers", "x"));
      raw.send("changes.v1", 0, "named".getBytes(UTF_8), byName("named", ""));
      named.insert("c", "a");
      numbers.insert(3, 1);
      named.flush();
      numbers.flush();
      var triangle = new ReferenceGraph();
      triangle.insert(1, 2);
      triangle.insert(2, 3);
      triangle.insert(3, 1);
      StreamedAnswers.await(installation, "named", triangle);
      StreamedAnswers.await(installation, "numbers", triangle);
      assertThat(raw.deadLetters())
          .hasSize(3)
          .allSatisfy(
              letter ->
                  assertThat(RawRecords.header(letter, DeadLetterHeaders.CAUSE_CODE))
                      .isEqualTo("CHANGE_INVALID"));
    }
  }

  private static byte[] byId(String graph) {
    return ChangeRecord.newBuilder()
        .setChange(
            EdgeChange.newBuilder()
                .setGraphId(graph)
                .setKind(ChangeKind.CHANGE_KIND_INSERT)
                .setSource(0)
                .setTarget(2))
        .build()
        .toByteArray();
  }

  private static byte[] byName(String graph, String name) {
    return ChangeRecord.newBuilder()
        .setNamed(
            NamedEdgeChange.newBuilder()
                .setGraphId(graph)
                .setKind(ChangeKind.CHANGE_KIND_INSERT)
                .setSource(name)
                .setTarget("other"))
        .build()
        .toByteArray();
  }

  @Test
  void alertsSayNames() throws Exception {
    try (var installation = Installation.open(1);
        var _ = TestWorker.streaming(installation.settings("one"), Map.of());
        EdgeStream stream = installation.client.stream("told")) {
      stream.define(CREATE);
      stream.insert("ann", "bob");
      stream.insert("bob", "cy");
      stream.flush();
      StreamedAnswers.await(installation, "told", new ReferenceGraph());
      var alerts = new LinkedBlockingQueue<Alert>();
      try (Subscription _ =
          installation.client.followAlerts("watch", StartFrom.BEGINNING, alerts::add)) {
        installation.client.run(
            Installation.triangles("watch", "told")
                .setTrigger(Trigger.newBuilder().setEveryVersion(true))
                .setAlert(AlertOptions.getDefaultInstance())
                .build(),
            Installation.WAIT);
        stream.insert("cy", "ann");
        stream.flush();
        Alert alert = alerts.poll(Installation.WAIT.toSeconds(), TimeUnit.SECONDS);
        assertThat(alert).isNotNull();
        assertThat(alert.getKind()).isEqualTo(AlertKind.ALERT_KIND_APPEARED);
        assertThat(alert.getNamesList()).containsExactlyInAnyOrder("ann", "bob", "cy");
        assertThat(alert.getCause().getFromName() + alert.getCause().getToName())
            .isIn("anncy", "cyann");
      }
    }
  }
}
