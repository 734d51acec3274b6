package io.cliquestream.worker.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.client.EdgeStream;
import io.cliquestream.client.JobOutcome;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.StreamDefinition;
import io.cliquestream.v1.VersionSelector;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** From events to counts, with a real broker: every answer is that of a simple reference. */
@Tag("seam")
final class ChangeStreamTest {
  private static final StreamDefinition CREATE =
      StreamDefinition.newBuilder().setCreateGraph(true).build();

  private static Installation installation;
  private static TestWorker worker;

  @BeforeAll
  static void start() {
    installation = Installation.open(3);
    worker =
        TestWorker.streaming(
            installation.settings("one"), Map.of("changes.window-events", "100000"));
  }

  @AfterAll
  static void end() {
    worker.close();
    installation.close();
  }

  @Test
  void thousandsOfEventsComeToTheCountsOfASimpleReference() {
    for (int seed = 0; seed < 3; seed++) {
      String graph = "random-" + seed;
      var reference = new ReferenceGraph();
      var random = new Random(seed);
      try (EdgeStream stream = installation.client.stream(graph)) {
        stream.define(CREATE);
        for (int i = 0; i < 3_000; i++) {
          long u = random.nextInt(40);
          long v = random.nextInt(40) + (seed == 2 ? 1L << 40 : 0);
          if (random.nextInt(3) == 0) {
            stream.delete(u, v);
            reference.delete(u, v);
          } else {
            stream.insert(u, v);
            reference.insert(u, v);
          }
          if (i % 1_000 == 999) {
            stream.flush();
            StreamedAnswers.await(installation, graph, reference);
          }
        }
      }
    }
  }

  @Test
  void aVersionAfterExactlySoManyEventsWhateverRecordsTheyCameIn() {
    var after = new TreeMap<Long, Long>();
    var reference = new ReferenceGraph();
    var random = new Random(7);
    try (EdgeStream stream = installation.client.stream("counted")) {
      stream.define(CREATE.toBuilder().setVersionEvents(100).build());
      for (int i = 1; i <= 1_000; i++) {
        long u = random.nextInt(30);
        long v = random.nextInt(30);
        stream.insert(u, v);
        reference.insert(u, v);
        if (random.nextInt(70) == 0) {
          stream.flush();
        }
        if (i % 100 == 0) {
          after.put(1L + i / 100, reference.triangles());
        }
      }
    }
    StreamedAnswers.await(installation, "counted", reference);
    after
        .tailMap(8L)
        .forEach(
            (version, triangles) -> assertThat(exact("counted", version)).isEqualTo(triangles));
    assertThat(exact("counted", 12)).isEqualTo(-1);
  }

  private static long exact(String graph, long version) {
    JobOutcome outcome =
        installation.client.run(
            Installation.triangles("exact-" + graph + "-" + version, graph)
                .setVersion(VersionSelector.newBuilder().setExact(version))
                .build(),
            Installation.WAIT);
    return outcome.succeeded() ? outcome.result().getTriangles().getTriangles().getLow() : -1;
  }

  @Test
  void theLastSoManyInsertionsCountAndAPairStaysUntilItsLastOneLeaves() {
    var window = new ReferenceWindow(0);
    var random = new Random(11);
    try (EdgeStream stream = installation.client.stream("window-of-events")) {
      stream.define(CREATE.toBuilder().setWindowEvents(150).build());
      for (int i = 0; i < 2_000; i++) {
        long u = random.nextInt(20);
        long v = random.nextInt(20);
        boolean deletion = random.nextInt(10) == 0;
        send(stream, deletion, u, v, i);
        window.add(deletion, u, v, i);
        if (i % 500 == 499) {
          stream.flush();
          StreamedAnswers.await(installation, "window-of-events", window.ofEvents(150));
        }
      }
    }
  }

  @Test
  void insertionsLeaveByTimeLateOnesDoNotCountAndThoseOutOfOrderDo() {
    var window = new ReferenceWindow(50);
    var random = new Random(13);
    long late = 0;
    double before = counted("late");
    try (EdgeStream stream = installation.client.stream("window-of-time")) {
      stream.define(CREATE.toBuilder().setWindowMicros(300).setAllowedLatenessMicros(50).build());
      for (int i = 0; i < 2_000; i++) {
        long u = random.nextInt(20);
        long v = random.nextInt(20);
        long micros = (long) i - random.nextInt(70);
        boolean deletion = random.nextInt(10) == 0;
        send(stream, deletion, u, v, micros);
        late += window.add(deletion, u, v, micros) ? 0 : 1;
        if (i % 500 == 499) {
          stream.flush();
          StreamedAnswers.await(installation, "window-of-time", window.ofTime(300));
        }
      }
    }
    assertThat(late).isPositive();
    assertThat(counted("late") - before).isEqualTo((double) late);
  }

  private static double counted(String outcome) {
    return worker.registry.get("cliquestream.changes").tag("outcome", outcome).counter().count();
  }

  private static void send(EdgeStream stream, boolean deletion, long u, long v, long micros) {
    if (deletion) {
      stream.delete(u, v, micros);
    } else {
      stream.insert(u, v, micros);
    }
  }

  @Test
  void whileAGraphHasAStreamItsVersionsAreTheStreamsAlone() {
    worker.graphs.put("owned", 5, 1, 2, 2, 3);
    var reference = new ReferenceGraph();
    for (long[] edge : new long[][] {{1, 2}, {2, 3}, {3, 1}}) {
      reference.insert(edge[0], edge[1]);
    }
    try (EdgeStream stream = installation.client.stream("owned")) {
      stream.insert(3, 1);
      stream.flush();
      StreamedAnswers.await(installation, "owned", reference);
      worker.graphs.put("owned", 100, 7, 8);
      JobOutcome refused =
          installation.client.run(
              Installation.triangles("foreign", "owned")
                  .setVersion(VersionSelector.newBuilder().setExact(100))
                  .build(),
              Installation.WAIT);
      assertThat(refused.result().getFailure().getCode())
          .isEqualTo(FailureCode.FAILURE_CODE_VERSION_REJECTED);
      assertThat(refused.result().getFailure().getMessage()).contains("STREAM_OWNS_GRAPH");
      stream.insert(1, 4);
      stream.insert(2, 4);
      reference.insert(1, 4);
      reference.insert(2, 4);
      stream.flush();
      StreamedAnswers.await(installation, "owned", reference);
      stream.define(StreamDefinition.newBuilder().setEnd(true).build());
    }
    // Until the stream's last version is usable, those of others are refused.
    JobOutcome taken = null;
    for (long version = 200; taken == null || !taken.succeeded(); version++) {
      assertThat(version).isLessThan(250);
      worker.graphs.put("owned", version, 1, 2, 2, 3, 3, 1, 3, 4, 4, 1, 2, 4);
      taken =
          installation.client.run(
              Installation.triangles("foreign-" + version, "owned")
                  .setVersion(VersionSelector.newBuilder().setExact(version))
                  .build(),
              Installation.WAIT);
    }
    assertThat(taken.result().getTriangles().getTriangles().getLow()).isEqualTo(4);
  }
}
