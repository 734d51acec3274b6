package io.cliquestream.worker.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.client.EdgeStream;
import io.cliquestream.client.JobOutcome;
import io.cliquestream.v1.StreamDefinition;
import io.cliquestream.v1.VersionSelector;
import io.cliquestream.worker.ChildProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Broker and two workers in processes of their own, killed with SIGKILL in turn in the middle of
 * streams. Versions of exactly so many events tell by their numbers and counts whether an event was
 * lost, doubled or taken out of order; a windowed stream beside them tells whether what a window
 * held came back.
 */
@Tag("long")
@Tag("seam")
final class StreamUnderKillTest {
  private static final int GRAPHS = 4;
  private static final int PER_VERSION = 50;
  private static final int ROUNDS = Integer.getInteger("cliquestream.test.kills", 6);
  private static final int EVENTS_OF_ROUND = 1_000;
  private static final int WINDOW = 300;
  private static final long SEED = Long.getLong("cliquestream.test.seed", 20_261_122L);
  private static final List<String> SETTINGS =
      List.of("changes.snapshot-versions=25", "changes.versions-ahead=3");

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void noVersionIsLostDoubledOrDifferentAfterKills(boolean beside) throws Exception {
    System.out.println("StreamUnderKillTest seed " + SEED);
    var random = new Random(SEED);
    try (var broker = ChildProcess.start(BrokerProcess.class, List.of(), List.of())) {
      String bootstrap = broker.awaitLine(BrokerProcess.LISTENING);
      try (var installation = Installation.on(bootstrap, 2)) {
        List<EdgeStream> streams = new ArrayList<>();
        List<ReferenceGraph> references = new ArrayList<>();
        for (int graph = 0; graph < GRAPHS; graph++) {
          streams.add(installation.client.stream(name(graph), 64, Duration.ofMillis(1)));
          references.add(new ReferenceGraph());
          streams
              .get(graph)
              .define(
                  StreamDefinition.newBuilder()
                      .setCreateGraph(true)
                      .setVersionEvents(PER_VERSION)
                      .build());
        }
        EdgeStream windowed = installation.client.stream("windowed", 64, Duration.ofMillis(1));
        windowed.define(
            StreamDefinition.newBuilder().setCreateGraph(true).setWindowEvents(WINDOW).build());
        var window = new ReferenceWindow(0);
        var workers = new ArrayList<ChildProcess>();
        try {
          workers.add(worker(bootstrap, "a", beside));
          workers.add(worker(bootstrap, "b", beside));
          workers.forEach(one -> one.awaitLine(WorkerProcess.TAKING_JOBS));
          for (int round = 0; round < ROUNDS; round++) {
            int killedAt = random.nextInt(EVENTS_OF_ROUND);
            for (int event = 0; event < EVENTS_OF_ROUND; event++) {
              for (int graph = 0; graph < GRAPHS; graph++) {
                change(streams.get(graph), references.get(graph), random);
              }
              long u = random.nextInt(25);
              long v = random.nextInt(25);
              windowed.insert(u, v);
              window.add(false, u, v, 0);
              if (event % 16 == 0) {
                Thread.sleep(1);
              }
              if (event == killedAt) {
                int victim = round % 2;
                workers.get(victim).kill();
                workers.set(victim, worker(bootstrap, victim == 0 ? "a" : "b", beside));
              }
            }
          }
          streams.forEach(EdgeStream::close);
          windowed.close();
          for (int graph = 0; graph < GRAPHS; graph++) {
            StreamedAnswers.await(installation, name(graph), references.get(graph));
          }
          StreamedAnswers.await(installation, "windowed", window.ofEvents(WINDOW));
          for (int graph = 0; graph < GRAPHS; graph++) {
            requireEveryVersionCounted(installation, bootstrap, graph);
          }
        } finally {
          workers.forEach(ChildProcess::close);
        }
      }
    }
  }

  /** The positions that versions carry ascend by exactly so many events, without a gap. */
  private static void requireEveryVersionCounted(
      Installation installation, String bootstrap, int graph) {
    var seen = StreamedVersions.read(bootstrap, "", name(graph));
    assertThat(seen.accepted()).as("versions of " + name(graph)).isNotEmpty();
    assertThat(seen.eventsOf(PER_VERSION))
        .as("events between two versions of " + name(graph))
        .containsOnly(PER_VERSION);
    JobOutcome newest =
        installation.client.run(
            Installation.triangles("newest-" + graph, name(graph))
                .setVersion(VersionSelector.newBuilder().setLatest(true))
                .build(),
            Installation.WAIT);
    assertThat(newest.result().getGraphVersion()).isEqualTo(seen.newest());
  }

  private static void change(EdgeStream stream, ReferenceGraph reference, Random random) {
    long u = random.nextInt(25);
    long v = random.nextInt(25);
    if (random.nextInt(3) == 0) {
      stream.delete(u, v);
      reference.delete(u, v);
    } else {
      stream.insert(u, v);
      reference.insert(u, v);
    }
  }

  private static String name(int graph) {
    return "killed-" + graph;
  }

  private static ChildProcess worker(String bootstrap, String instance, boolean beside) {
    var arguments = new ArrayList<>(List.of(bootstrap, instance));
    arguments.addAll(SETTINGS);
    arguments.add("changes.snapshot-beside=" + beside);
    return ChildProcess.start(StreamProcess.class, List.of(), arguments);
  }
}
